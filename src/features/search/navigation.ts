import { routes } from '#routes/routes.ts';

interface MenuEntry {
  readonly label: string;
  readonly href: string;
  readonly children?: readonly MenuEntry[];
}

/** The main menu of every edition; an entry with children opens a menu. */
export const navigation: readonly MenuEntry[] = [
  {
    label: 'Tracks',
    href: routes.trackSearch(),
    children: [
      { label: 'Search tracks', href: routes.trackSearch() },
      { label: 'Best of the week', href: routes.bestOfTheWeek() },
      { label: 'Featured tracks', href: routes.featuredTracks() },
      { label: 'Nadeo tracks', href: routes.nadeoTracks() },
      { label: 'Beta tracks', href: routes.trackBeta() },
      { label: 'Random track', href: routes.trackRandom() },
      { label: 'Upload track', href: routes.trackUpload() },
      { label: 'Upload replays', href: routes.replayUpload() },
    ],
  },
  { label: 'Packs', href: routes.packSearch() },
  { label: 'Leaderboards', href: routes.leaderboards() },
  { label: 'Users', href: routes.userSearch() },
  { label: 'Videos', href: routes.videoSearch() },
  {
    label: 'Community',
    href: routes.news(),
    children: [
      { label: 'News', href: routes.news() },
      { label: 'Forum', href: routes.forums() },
      { label: 'Crew', href: routes.crew() },
      { label: 'Achievements', href: routes.achievements() },
      { label: 'Help', href: routes.help() },
      { label: 'About', href: routes.about() },
      { label: 'API', href: routes.api() },
    ],
  },
];

/** The entries of the main menu that lead to a page. */
export const navigationLinks = navigation.flatMap((entry) => entry.children ?? [entry]);

/** The links at the bottom of every page. */
export const footerPages = [
  { label: 'Help', href: routes.help() },
  { label: 'About', href: routes.about() },
  { label: 'Rules', href: routes.rules() },
  { label: 'Contact', href: routes.contact() },
  { label: 'Privacy', href: routes.privacy() },
  { label: 'All editions', href: routes.editions() },
  { label: 'Shortcuts', href: routes.shortcuts() },
] as const;

/** What a signed-in user does most often, in the order of the user menu. */
export const personalPages = [
  { label: 'My account', href: routes.account(), icon: 'edit' },
  { label: 'Upload track', href: routes.trackUpload(), icon: 'upload' },
  { label: 'New trackpack', href: routes.trackPackCreate(), icon: 'pack' },
  { label: 'Upload replays', href: routes.replayUpload(), icon: 'flag' },
] as const;

/** For the crew. */
export const crewPages = [
  { label: 'Moderation', href: routes.moderation(), icon: 'flag' },
  { label: 'Moderation log', href: routes.modlog(), icon: 'list' },
  { label: 'Appeals', href: routes.appeals(), icon: 'reply' },
] as const;

/** For site leaders and administrators. */
export const leaderPages = [
  { label: 'Administration', href: routes.administration(), icon: 'edit' },
] as const;

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
  { label: 'My reports', href: routes.myReports(), icon: 'flag' },
  { label: 'Texts waiting for review', href: routes.heldTexts(), icon: 'comment' },
  { label: 'Moderator actions about you', href: routes.decisions(), icon: 'shield' },
] as const;
