import { requestRefresh } from '#ui/stores/broadcast.ts';

/**
 * Opens links marked data-login-popup in a window of 600×800 while this page waits behind an overlay (spec §2). With a
 * middle click, a blocked popup or no script the link is a plain page.
 */
export function startLoginPopup() {
  const overlay = document.querySelector<HTMLDialogElement>('#login-overlay');
  if (!overlay) return;
  let popup: Window | null = null;
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = event.target.closest<HTMLAnchorElement>('a[data-login-popup]');
    if (!link) return;
    const url = new URL(link.href);
    const goal = url.searchParams.get('returnTo');
    url.searchParams.set('popup', '1');
    const left = screenX + (outerWidth - 600) / 2;
    popup = open(url, 'login', `popup,width=600,height=800,left=${left},top=${screenY + 60}`);
    if (!popup) return;
    event.preventDefault();
    overlay.showModal();
    const watch = setInterval(async () => {
      if (!popup?.closed) return;
      clearInterval(watch);
      const { isSignedIn } = await import('./is-signed-in.ts');
      if (!(await isSignedIn())) {
        overlay.close();
        return;
      }
      requestRefresh();
      if (!goal || goal === location.pathname + location.search) location.reload();
      else location.assign(goal);
    }, 200);
  });
  overlay.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-show]')) popup?.focus();
  });
  // by its button or by Escape
  overlay.addEventListener('close', () => popup?.close());
}
