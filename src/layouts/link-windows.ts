import { loader } from '#ui/loader.ts';
import { openWindow } from '#ui/open-window.ts';

const loadPlayVideo = loader(() => import('#features/videos/ui/play-video.ts'));
const loadInboxList = loader(() => import('#features/notices/ui/inbox-list.ts'));
const loadLoginPopup = loader(() => import('#features/accounts/sign-in/ui/login-popup.ts'));
const loadZipWindow = loader(() => import('#features/downloads/ui/ZipWindow.tsx'));

/** Opens what a link shows in place. */
export async function openInPlace(link: HTMLAnchorElement): Promise<void> {
  const { zip, player, inbox } = link.dataset;
  if (zip !== undefined)
    return openWindow(async () => (await loadZipWindow()).ZipWindow, {
      href: link.href,
      kind: zip,
      title: link.dataset.zipTitle ?? 'Download as zip',
    });
  if (player !== undefined) return (await loadPlayVideo()).play(link);
  if (inbox !== undefined) return (await loadInboxList()).toggleInbox(link);
  (await loadLoginPopup()).openLogin(link);
}
