import { routes } from '#routes/routes.ts';
import { demoTrack } from '../tools/demo.ts';
import type { SmokePage } from './smoke-page.ts';

/** The pages of a user, and those that edit them. */
export const userPages: readonly SmokePage[] = [
  {
    name: 'user',
    file: 'usershow/[id].astro',
    reads: true,
    path: async (origin) => routes.userShow((await demoTrack(origin)).Uploader.UserId),
  },
  {
    name: 'tab of a user',
    file: 'usershow/[id].astro',
    reads: true,
    path: async (origin) =>
      routes.userTab({ UserId: (await demoTrack(origin)).Uploader.UserId }, 'awardsgiven'),
  },
  {
    name: 'replays of a user',
    file: 'usershow/[id].astro',
    path: async (origin) => routes.userTab({ UserId: (await demoTrack(origin)).Uploader.UserId }, 'medals'),
  },
  {
    name: 'edit profile',
    file: 'useredit.astro',
    shows: 'one’s own page',
    needs: 'account',
    path: () => routes.userEdit(),
  },
  {
    name: 'remove a part of a profile',
    file: 'userclean/[userId].astro',
    shows: 'moderators only',
    needs: 'moderator',
    path: async (origin) => routes.userClean((await demoTrack(origin)).Uploader.UserId),
  },
];
