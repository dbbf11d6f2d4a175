/** Opens what a link shows in place. */
export async function openWindow(link: HTMLAnchorElement): Promise<void> {
  const { zip, player, inbox } = link.dataset;
  if (zip !== undefined) return (await import('#features/downloads/ui/zip-window.ts')).openZipWindow(link);
  if (player !== undefined) return (await import('#features/videos/ui/play-video.ts')).play(link);
  if (inbox !== undefined) return (await import('#features/notices/ui/inbox-list.ts')).toggleInbox(link);
  (await import('#features/accounts/sign-in/ui/login-popup.ts')).openLogin(link);
}
