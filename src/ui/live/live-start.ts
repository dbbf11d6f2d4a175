import { followRefresh } from '../stores/broadcast.ts';
import { orWithoutScript } from '../stores/unloaded.ts';

/** Loads it from one place, which keeps every page's own script small. */
export const onDemand = () => import('./on-demand.ts');

/**
 * Buttons that write without leaving the page: `data-live` names the method. Without this script they are the buttons of a plain
 * form. In addition: pictures of links, messages for after a reload, and reloads that other tabs request.
 */
export function startLive(): void {
  document.addEventListener('submit', (event) => {
    const button = event.submitter;
    const form = event.target;
    if (!(button instanceof HTMLButtonElement && button.dataset.live && form instanceof HTMLFormElement))
      return;
    event.preventDefault();
    void onDemand().then(
      ({ sendLive }) => sendLive(form, button),
      () =>
        orWithoutScript(() => {
          delete button.dataset.live;
          form.requestSubmit(button);
        }),
    );
  });
  // touch screens have no hover
  if (matchMedia('(hover: hover)').matches)
    document.addEventListener('pointerover', ({ target }) => {
      const link = target instanceof Element && target.closest<HTMLElement>('[data-picture]');
      if (link) void import('./picture-tip.ts').then(({ showPicture }) => showPicture(link));
    });
  // pages have several forms: what was typed into one is kept when another is sent
  document.addEventListener('input', () => void onDemand().then(({ keepWhenSent }) => keepWhenSent()), {
    once: true,
  });
  if (sessionStorage.getItem('typed')) void onDemand().then(({ restoreTyped }) => restoreTyped());
  if (sessionStorage.getItem('toast')) void onDemand().then(({ showStoredMessage }) => showStoredMessage());
  followRefresh(() => void onDemand().then(({ reloadUnlessTyping }) => reloadUnlessTyping()));
}
