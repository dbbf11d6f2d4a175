/** Opens the window of a link. */
export async function openWindow(link: HTMLAnchorElement): Promise<void> {
  if (link.dataset.zip === undefined) {
    const { openLogin } = await import('#features/accounts/ui/login-popup.ts');
    return openLogin(link);
  }
  const { openZipWindow } = await import('#features/downloads/ui/zip-window.ts');
  openZipWindow(link);
}
