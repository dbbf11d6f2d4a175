import { deletePost, restorePost } from './change-posts.ts';
import {
  lockThread,
  mergeThread,
  moveThread,
  pinThread,
  separateThread,
  unlockThread,
  unpinThread,
} from './manage-threads.ts';

/** Moderator actions on posts and threads. */
export const forumActs = [
  deletePost,
  restorePost,
  lockThread,
  unlockThread,
  pinThread,
  unpinThread,
  moveThread,
  mergeThread,
  separateThread,
];

export { deletePost, restorePost };
