import { on } from '../dom.ts';
import { loader } from '../loader.ts';
import { followRefresh } from '../stores/broadcast.ts';
import { orWithoutScript, reportUnloaded } from '../stores/unloaded.ts';

const loadHovered = loader(() => import('./hovered.ts'));

/** Loads it from one place, which keeps every page's own script small. */
const onDemand = loader(() => import('./on-demand.ts'));

/** Uses code that is loaded when it is first needed. If it cannot be loaded, the page says so. */
export const withCode = (use: (code: Awaited<ReturnType<typeof onDemand>>) => unknown): void =>
  void onDemand().then(use, reportUnloaded);

/** For code that the viewer did not request: it is loaded on the next occasion, and what the viewer does next reports a failure. */
const loadLater = () => {};

/**
 * Pages have several forms: what was typed into one is kept when another is sent. If the code for it cannot be loaded, the next
 * input requests it again.
 */
const keepTyped = () =>
  document.addEventListener(
    'input',
    () => void onDemand().then(({ keepWhenSent }) => keepWhenSent(), keepTyped),
    { once: true },
  );

/**
 * Buttons that write without leaving the page: `data-live` names the method. Without this script they are the buttons of a plain
 * form. In addition: pictures of links, exact times, messages for after a reload, and reloads that other tabs request.
 */
export function startLive(): void {
  on(document, 'submit', 'form', HTMLFormElement, (form, event) => {
    const button = event.submitter;
    if (!(button instanceof HTMLButtonElement && button.dataset.live)) return;
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
    on(document, 'pointerover', '[data-picture], time', HTMLElement, (element) => {
      void loadHovered().then(({ showMore }) => showMore(element), loadLater);
    });
  keepTyped();
  if (sessionStorage.getItem('typed')) withCode(({ restoreTyped }) => restoreTyped());
  if (sessionStorage.getItem('toast'))
    void onDemand().then(({ showStoredMessage }) => showStoredMessage(), loadLater);
  followRefresh(() => withCode(({ reloadUnlessTyping }) => reloadUnlessTyping()));
}
