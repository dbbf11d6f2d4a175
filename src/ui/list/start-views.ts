import { orWithoutScript } from '#ui/stores/unloaded.ts';

/**
 * Lists show their other pages in place: a link to a page of its own list is requested in the background, the address changes,
 * and Back works. The code for this is loaded on the first press of such a link.
 */
export function startViews(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const view = link?.closest<HTMLElement>('[data-type]');
    const isPlain = !(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !view || !isPlain || event.defaultPrevented) return;
    if (link.pathname !== location.pathname || link.hash !== `#${view.id}`) return;
    event.preventDefault();
    import('./turn-views.ts').then(
      ({ turnView }) => turnView(view, link),
      () => orWithoutScript(() => location.assign(link.href)),
    );
  });
  addEventListener('popstate', () => {
    if (!history.state?.view) return;
    import('./turn-views.ts').then(
      ({ followBack }) => followBack(),
      () => orWithoutScript(() => location.reload()),
    );
  });
}
