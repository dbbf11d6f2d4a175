import { find } from '#ui/dom.ts';
import { loader } from '#ui/loader.ts';
import { reportUnloaded } from '#ui/stores/unloaded.ts';

const loadFlyOver = loader(() => import('./fly-over.ts'));

/** Loads the scene when the button is pressed: nobody else needs its code. */
export function startFlyOver(): void {
  const button = find(document, '[data-fly]', HTMLButtonElement);
  button?.addEventListener('click', () => {
    loadFlyOver()
      .then(({ pressFlyOver }) => pressFlyOver(button))
      .catch(reportUnloaded);
  });
}
