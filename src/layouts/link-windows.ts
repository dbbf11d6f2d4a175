import { loaded } from '#ui/loaded.ts';
import { openWindow } from '#ui/open-window.ts';

/** Opens what a link shows in place. */
export async function openInPlace(link: HTMLAnchorElement): Promise<void> {
  const { zip, player, inbox } = link.dataset;
  if (zip !== undefined)
    return openWindow(async () => (await import('#features/downloads/ui/ZipWindow.tsx')).ZipWindow, {
      href: link.href,
      kind: zip,
      title: link.dataset.zipTitle ?? 'Download as zip',
    });
  if (player !== undefined)
    return (await loaded(() => import('#features/videos/ui/play-video.ts'))).play(link);
  if (inbox !== undefined)
    return (await loaded(() => import('#features/notices/ui/inbox-list.ts'))).toggleInbox(link);
  (await loaded(() => import('#features/accounts/sign-in/ui/login-popup.ts'))).openLogin(link);
}
