let isStarted = false;

/**
 * Lists of a page turn in place: a link that leads back into its own list is requested in the background, the address
 * follows, and Back leads back. What does it is loaded with the first such press.
 */
export function startViews(): void {
  if (isStarted) return;
  isStarted = true;
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const view = link?.closest<HTMLElement>('[data-type]');
    const isPlain = !(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !view || !isPlain || event.defaultPrevented) return;
    if (link.pathname !== location.pathname || link.hash !== `#${view.id}`) return;
    event.preventDefault();
    import('./turn-views.ts').then(
      ({ turnView }) => turnView(view, link),
      () => location.assign(link.href), // what cannot be loaded now: the link leads there as any link does
    );
  });
  addEventListener('popstate', () => {
    if (!history.state?.view) return;
    import('./turn-views.ts').then(
      ({ followBack }) => followBack(),
      () => location.reload(),
    );
  });
}
