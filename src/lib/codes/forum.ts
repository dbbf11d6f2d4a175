import { Level } from './level.ts';

export interface ForumBoard {
  readonly boardId: number;
  readonly title: string;
  /** one sentence about what belongs there */
  readonly about: string;
  readonly readLevel?: number;
  /** required to start threads; Standard if missing */
  readonly writeLevel?: number;
  /** required to reply; Basic if missing */
  readonly replyLevel?: number;
  /** not about one game: lists the threads of all editions */
  readonly isShared?: true;
}

/** The board whose threads are the comments on news. */
export const newsBoardId = 14;

/** The boards that every new edition has. Later changes by an operator are not overwritten. */
export const forumBoards: readonly ForumBoard[] = [
  {
    boardId: 1,
    title: 'Announcements',
    about: 'News from the crew. Read this first when something has changed.',
    writeLevel: Level.moderator,
    replyLevel: Level.moderator,
  },
  { boardId: 2, title: 'General', about: 'Everything about the game and the people who play it.' },
  {
    boardId: 3,
    title: 'Help & Questions',
    about: 'Questions about the game and the site, and their answers.',
  },
  { boardId: 4, title: 'Track Building', about: 'Blocks, tricks, validation: how tracks are made.' },
  {
    boardId: 5,
    title: 'Track Showcase & Feedback',
    about: 'Show what you have built and hear what others think.',
  },
  { boardId: 6, title: 'Record Hunting & Leaderboards', about: 'Lines, hundredths and who holds them.' },
  { boardId: 7, title: 'Contests & Projects', about: 'Building contests, cups, packs made together.' },
  { boardId: 8, title: 'Track Requests', about: 'Looking for a track, or for someone to build one.' },
  { boardId: 9, title: 'Mods, Signs, Tools', about: 'Everything that extends the game.' },
  { boardId: 10, title: 'Videos & Media', about: 'Films, pictures, streams.' },
  {
    boardId: 11,
    title: 'Site Feedback & Bugs',
    about: 'What is broken here and what is missing.',
    isShared: true,
  },
  { boardId: 12, title: 'Off-Topic', about: 'The rest of the world.', isShared: true },
  {
    boardId: 13,
    title: 'Crew',
    about: 'For those who look after the site.',
    readLevel: Level.moderator,
    writeLevel: Level.moderator,
    replyLevel: Level.moderator,
  },
  {
    boardId: newsBoardId,
    title: 'News comments',
    about: 'What players say about the news.',
    writeLevel: Level.moderator,
  },
];
