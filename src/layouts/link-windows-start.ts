import { isPlainClick, on } from '#ui/dom.ts';
import { loader } from '#ui/loader.ts';
import { orWithoutScript } from '#ui/stores/unloaded.ts';

const loadLinkWindows = loader(() => import('./link-windows.ts'));

/**
 * Links that open something in place: sign-in (data-login-popup), zips (data-zip), videos (data-player) and the newest notices
 * (data-inbox). With a middle click, without a script or if a deployment has replaced it, they lead to a page, file or video site; the script is
 * loaded on the first click.
 */
export function startLinkWindows(): void {
  const links = 'a[data-login-popup],a[data-zip],a[data-player],a[data-inbox]';
  on(document, 'click', links, HTMLAnchorElement, (link, event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void loadLinkWindows()
      .then(({ openInPlace }) => openInPlace(link))
      .catch(() => orWithoutScript(() => location.assign(link.href)));
  });
}
