import { closest, isPlainClick, on } from '#ui/dom.ts';
import { loader } from '#ui/loader.ts';
import { orWithoutScript } from '#ui/stores/unloaded.ts';

const loadTurns = loader(() => import('./turn-views.ts'));

/**
 * Lists show their other pages in place: a link to a page of its own list is requested in the background, the address changes,
 * and Back works. The code for this is loaded on the first press of such a link.
 */
export function startViews(): void {
  on(document, 'click', '[data-type] a', HTMLAnchorElement, (link, event) => {
    const view = closest(link, '[data-type]', HTMLElement);
    if (!view || !isPlainClick(event) || event.defaultPrevented) return;
    if (link.pathname !== location.pathname || link.hash !== `#${view.id}`) return;
    event.preventDefault();
    loadTurns().then(
      ({ turnView }) => turnView(view, link),
      () => orWithoutScript(() => location.assign(link.href)),
    );
  });
  addEventListener('popstate', () => {
    if (!history.state?.view) return;
    loadTurns().then(
      ({ followBack }) => followBack(),
      () => orWithoutScript(() => location.reload()),
    );
  });
}
