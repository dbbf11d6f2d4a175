import type { UndoRule } from './act.ts';
import { removedComment, restoredComment } from './comments.ts';

const onItsPage = { cannot: 'This is changed back on its page.' };

/** Undoing acts on texts, packs, videos and pictures. */
export const textUndos = {
  'award.delete': { as: 'award.restore', run: (tx, { subject }) => restoredComment(tx, subject.id) },
  'award.restore': {
    as: 'award.delete',
    notifies: true,
    run: (tx, { subject }, reason) => removedComment(tx, subject.id, reason),
  },
  'comment.delete': { as: 'comment.restore', run: (tx, { subject }) => restoredComment(tx, subject.id) },
  'comment.restore': {
    as: 'comment.delete',
    notifies: true,
    run: (tx, { subject }, reason) => removedComment(tx, subject.id, reason),
  },
  'news.delete': onItsPage,
  'news.edit': onItsPage,
  'news.publish': onItsPage,
  'news.restore': onItsPage,
  'news.unpublish': onItsPage,
  'message.delete': { cannot: 'The text of a deleted message is not stored.' },
  'message.official': { cannot: 'A message that was sent has been read.' },
  'pack.delete': onItsPage,
  'pack.edit': onItsPage,
  'pack.restore': onItsPage,
  'pack.tracks': onItsPage,
  'post.delete': onItsPage,
  'post.restore': onItsPage,
  'picture.allow': onItsPage,
  'picture.block': onItsPage,
  'picture.fetch': { cannot: 'A picture that was fetched again is the same as before.' },
  'profile.clean': { cannot: 'The removed part is not stored.' },
  'report.take': { cannot: 'A taken case is released on its page.' },
  'report.solve': { cannot: 'The reporter has been answered.' },
  'report.reject': { cannot: 'The reporter has been answered.' },
  'thread.lock': onItsPage,
  'thread.merge': onItsPage,
  'thread.move': onItsPage,
  'thread.pin': onItsPage,
  'thread.split': onItsPage,
  'thread.unlock': onItsPage,
  'thread.unpin': onItsPage,
  'track.removevideo': onItsPage,
  'video.edit': onItsPage,
  'video.remove': onItsPage,
} satisfies Record<string, UndoRule>;
