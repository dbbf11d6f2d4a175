import { routes } from '#routes/routes.ts';

/** The viewer's own lists, in the order of the user menu. Each of these pages needs an account. */
export const personalLists = [
  { label: 'My tracks', href: routes.myTracks(), icon: 'grid' },
  { label: 'My trackpacks', href: routes.myPacks(), icon: 'pack' },
  { label: 'My replays', href: routes.myReplays(), icon: 'replay' },
  { label: 'My awards', href: routes.myAwards(), icon: 'award' },
  { label: 'My downloads', href: routes.myDownloads(), icon: 'download' },
  { label: 'Play later', href: routes.playLater(), icon: 'later' },
  { label: 'My favourites', href: routes.myFavorites(), icon: 'users' },
  { label: 'Deleted tracks', href: routes.deletedTracks(), icon: 'trash' },
  { label: 'Deleted replays', href: routes.deletedReplays(), icon: 'trash' },
  { label: 'Your reports', href: routes.myReports(), icon: 'flag' },
  { label: 'Waiting texts', href: routes.heldTexts(), icon: 'comment' },
  { label: 'Decisions about you', href: routes.decisions(), icon: 'shield' },
] as const;
