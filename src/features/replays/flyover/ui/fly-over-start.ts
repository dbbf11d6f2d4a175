import { find } from '#ui/dom.ts';
import { reportUnloaded } from '#ui/stores/unloaded.ts';

/** Loads the scene when the button is pressed: nobody else needs its code. */
export function startFlyOver(): void {
  const button = find(document, '[data-fly]', HTMLButtonElement);
  let stop: (() => void) | null = null;
  button?.addEventListener('click', () => {
    if (button.getAttribute('aria-busy') === 'true') return;
    if (stop) {
      stop();
      stop = null;
      return;
    }
    button.setAttribute('aria-busy', 'true');
    import('./fly-over.ts')
      .then(({ flyOver }) => flyOver(button, () => (stop = null)))
      .then((started) => {
        stop = started;
      }, reportUnloaded)
      .finally(() => button.removeAttribute('aria-busy'));
  });
}
