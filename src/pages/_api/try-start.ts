import { closest, find, on } from '#ui/dom.ts';
import { loader } from '#ui/loader.ts';
import { orWithoutScript } from '#ui/stores/unloaded.ts';

const loadTry = loader(() => import('./try.ts'));

/**
 * Shows the response of every example of /api below it; without this script its link leads to the response. Enter in the field of the
 * form clicks its button.
 */
export const startTries = (): void =>
  on(document, 'click', '[data-try] button', HTMLElement, (button, event) => {
    const place = closest(button, '[data-try]', HTMLElement);
    if (!place) return;
    event.preventDefault();
    const address = find(place, 'input', HTMLInputElement)?.value.trim() || (place.dataset.try ?? '');
    loadTry().then(
      ({ show }) => show(place, address),
      () => orWithoutScript(() => location.assign(address)), // the link leads to the response
    );
  });
