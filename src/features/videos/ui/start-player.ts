/** Plays videos in place of their pictures; other clicks on these links open the video site, as they do without scripts. */
export function startPlayer(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-player]');
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void import('./play.ts').then(({ play }) => play(link));
  });
}
