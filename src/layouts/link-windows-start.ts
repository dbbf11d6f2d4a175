/**
 * Links that open a window: sign-in (data-login-popup) and zips (data-zip). With a middle click or without a script they lead to a
 * plain page or file; the script of the window is loaded on the first click.
 */
export function startLinkWindows(): void {
  document.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return;
    const link = event.target.closest<HTMLAnchorElement>('a[data-login-popup],a[data-zip]');
    if (!link) return;
    event.preventDefault();
    void import('./link-windows.ts').then(({ openWindow }) => openWindow(link));
  });
}
