import { mustFind, on } from '#ui/dom.ts';
import { requestRefresh } from '#ui/stores/broadcast.ts';
import { showDialog } from '#ui/stores/windows.ts';
import { isSignedIn } from './is-signed-in.ts';

let popup: Window | null = null;

/**
 * Opens a sign-in link in a window of 600×800 while an overlay covers this page. If the browser blocks popups, the link is
 * followed instead.
 */
export function openLogin(link: HTMLAnchorElement): void {
  const overlay = mustFind(document, '#login-overlay', HTMLDialogElement);
  const url = new URL(link.href);
  const goal = url.searchParams.get('returnTo');
  url.searchParams.set('popup', '1');
  const left = screenX + (outerWidth - 600) / 2;
  popup = open(url, 'login', `popup,width=600,height=800,left=${left},top=${screenY + 60}`);
  if (!popup) {
    location.assign(link.href);
    return;
  }
  listen(overlay);
  showDialog(overlay, { isBlocking: true });
  const watch = setInterval(async () => {
    if (!popup?.closed) return;
    clearInterval(watch);
    if (!(await isSignedIn())) {
      overlay.close();
      return;
    }
    requestRefresh();
    if (!goal || goal === location.pathname + location.search) location.reload();
    else location.assign(goal);
  }, 200);
}

const listening = new WeakSet<HTMLDialogElement>();

function listen(overlay: HTMLDialogElement): void {
  if (listening.has(overlay)) return;
  listening.add(overlay);
  on(overlay, 'click', '[data-show]', Element, () => popup?.focus());
  on(overlay, 'click', '[data-cancel]', Element, () => overlay.close());
  // by its button or by Escape
  overlay.addEventListener('close', () => popup?.close());
}
