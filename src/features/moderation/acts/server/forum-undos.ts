import {
  mergeThreadAgain,
  moveThreadBack,
  removePost,
  restoreRemovedPost,
  separateThread,
  setThreadLock,
  setThreadPin,
} from '#features/forum/server/moderated.ts';
import { Problem } from '#platform/http/problem.ts';
import type { UndoRule } from './act.ts';
import { byFeature } from './text-undos.ts';

/** A stored number. Acts of earlier versions have none. */
function storedId(state: Readonly<Record<string, unknown>>, name: string): number {
  const id = state[name];
  if (typeof id !== 'number') throw new Problem(409, 'What it was before is not stored.');
  return id;
}

/** Undoing acts on threads and posts. */
export const forumUndos = {
  'post.delete': byFeature('post.restore', (tx, { subject }, reason) =>
    restoreRemovedPost(tx, subject.id, reason),
  ),
  'post.restore': byFeature('post.delete', (tx, { subject }, reason) => removePost(tx, subject.id, reason)),
  'thread.lock': byFeature('thread.unlock', (tx, { subject }, reason) =>
    setThreadLock(tx, subject.id, false, reason),
  ),
  'thread.unlock': byFeature('thread.lock', (tx, { subject }, reason) =>
    setThreadLock(tx, subject.id, true, reason),
  ),
  'thread.pin': byFeature('thread.unpin', (tx, { subject }, reason) =>
    setThreadPin(tx, subject.id, false, reason),
  ),
  'thread.unpin': byFeature('thread.pin', (tx, { subject }, reason) =>
    setThreadPin(tx, subject.id, true, reason),
  ),
  'thread.move': byFeature('thread.move', (tx, { subject, before, after }, reason) =>
    moveThreadBack(
      tx,
      subject.id,
      { from: storedId(after, 'boardId'), to: storedId(before, 'boardId') },
      reason,
    ),
  ),
  'thread.merge': byFeature('thread.split', (tx, { subject, after }, reason) =>
    separateThread(tx, subject.id, storedId(after, 'into'), reason),
  ),
  'thread.split': byFeature('thread.merge', (tx, { subject, before }, reason) =>
    mergeThreadAgain(tx, subject.id, storedId(before, 'into'), reason),
  ),
} satisfies Record<string, UndoRule>;
