/**
 * Links marked data-login-popup open a window of their own. With a middle click or without a script they lead to a plain page;
 * the script of the window is loaded on the first click.
 */
export function startLoginLinks(): void {
  document.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return;
    const link = event.target.closest<HTMLAnchorElement>('a[data-login-popup]');
    if (!link) return;
    event.preventDefault();
    void import('#features/accounts/ui/login-popup.ts').then(({ openLogin }) => openLogin(link));
  });
}
