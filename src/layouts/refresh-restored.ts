/**
 * Browsers restore whole pages for Back, whatever their headers say. A page with personal contents is reloaded, because the
 * user may have signed out in the meantime.
 */
export function refreshRestoredPages(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && document.documentElement.dataset.viewer === 'person') location.reload();
  });
}
