/**
 * Browsers keep whole pages for the way back, whatever their headers say. One that shows a person is loaded again: the
 * person may have signed out since.
 */
export function refreshRestoredPages(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && document.documentElement.dataset.viewer === 'person') location.reload();
  });
}
