import { followRefresh } from '../stores/broadcast.ts';

/** One place to load it from keeps every page's own script small. */
export const onDemand = () => import('./on-demand.ts');

/**
 * Buttons that write without leaving the page: `data-live` names the method. Without this script they are what they
 * are, buttons of a plain form. Besides: links to copy, what a reload left to say, and what other tabs ask for.
 */
export function startLive(): void {
  document.addEventListener('submit', (event) => {
    const button = event.submitter;
    const form = event.target;
    if (!(button instanceof HTMLButtonElement && button.dataset.live && form instanceof HTMLFormElement))
      return;
    event.preventDefault();
    void onDemand().then(({ sendLive }) => sendLive(form, button));
  });
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-copy]');
    if (button) void onDemand().then(({ copyLink }) => copyLink(button));
  });
  if (sessionStorage.getItem('toast')) void onDemand().then(({ sayWhatWasLeft }) => sayWhatWasLeft());
  followRefresh(() => void onDemand().then(({ reloadUnlessTyping }) => reloadUnlessTyping()));
}
