import { Level } from '#lib/codes/level.ts';

/** The boards every edition begins with (tmx-rules §10). */
export const forumBoards = [
  { boardId: 1, title: 'Announcements', writeLevel: Level.moderator },
  { boardId: 2, title: 'General' },
  { boardId: 3, title: 'Help & Questions' },
  { boardId: 4, title: 'Track Building' },
  { boardId: 5, title: 'Track Showcase & Feedback' },
  { boardId: 6, title: 'Record Hunting & Leaderboards' },
  { boardId: 7, title: 'Contests & Projects' },
  { boardId: 8, title: 'Track Requests' },
  { boardId: 9, title: 'Mods, Signs, Tools' },
  { boardId: 10, title: 'Videos & Media' },
  { boardId: 11, title: 'Site Feedback & Bugs' },
  { boardId: 12, title: 'Off-Topic' },
  { boardId: 13, title: 'Crew', readLevel: Level.moderator, writeLevel: Level.moderator },
] as const;
