/**
 * Buttons that write without leaving the page: `data-live` names the method. Without this script they are what they
 * are, buttons of a plain form. What does the work is loaded with the first press.
 */
export function startLive(): void {
  document.addEventListener('submit', (event) => {
    const button = event.submitter;
    const form = event.target;
    if (!(button instanceof HTMLButtonElement && button.dataset.live && form instanceof HTMLFormElement))
      return;
    event.preventDefault();
    void import('./live-form.ts').then(({ sendLive }) => sendLive(form, button));
  });
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-copy]');
    if (button) void import('./copy-link.ts').then(({ copyLink }) => copyLink(button));
  });
  if (sessionStorage.getItem('toast')) {
    void import('../stores/reload.ts').then(({ sayWhatWasLeft }) => sayWhatWasLeft());
  }
}
