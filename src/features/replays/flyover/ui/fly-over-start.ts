import { find } from '#ui/dom.ts';
import { loaded } from '#ui/loaded.ts';
import { reportUnloaded } from '#ui/stores/unloaded.ts';

/** Loads the scene when the button is pressed: nobody else needs its code. */
export function startFlyOver(): void {
  const button = find(document, '[data-fly]', HTMLButtonElement);
  button?.addEventListener('click', () => {
    loaded(() => import('./fly-over.ts'))
      .then(({ pressFlyOver }) => pressFlyOver(button))
      .catch(reportUnloaded);
  });
}
