import { caseForUpdate, reopenCase } from '#features/cases/server/actions.ts';
import { removeNews, restoreRemovedNews } from '#features/news/server/moderated.ts';
import { removePack, restoreRemovedPack } from '#features/packs/server/moderated.ts';
import { decideById } from '#features/remotepictures/server/moderated.ts';
import { isTextPart } from '#features/users/edit/profile-parts.ts';
import { restorePart } from '#features/users/server/moderated.ts';
import { removeAsModerator, restoreVideo } from '#features/videos/server/moderated.ts';
import { Problem } from '#platform/http/problem.ts';
import type { StoredAct, Undo, UndoRule } from './act.ts';
import { removeCommentAct, restoreCommentAct } from './comments.ts';

/** An undo by a function of the feature, which notifies the person concerned. */
export const byFeature = (
  as: Undo['as'],
  run: (tx: Parameters<Undo['run']>[0], act: StoredAct, reason: string) => Promise<unknown>,
): Undo => ({
  as,
  notifies: true,
  run: async (tx, act, reason) => {
    await run(tx, act, reason);
    return undefined;
  },
});

const reopening: Undo = {
  as: 'case.reopen',
  run: async (tx, { caseId }) => {
    if (caseId === null) throw new Problem(409, 'The log does not say which case this was.');
    const locked = await caseForUpdate(tx, caseId);
    if (locked.state === 'open') throw new Problem(409, 'This case is already open.');
    await reopenCase(tx, locked);
    return undefined;
  },
};

/** Undoing acts on texts, packs, videos and pictures. */
export const textUndos = {
  'award.delete': { as: 'award.restore', run: (tx, { subject }) => restoreCommentAct(tx, subject.id) },
  'award.restore': byFeature('award.delete', (tx, { subject }, reason) =>
    removeCommentAct(tx, subject.id, reason),
  ),
  'comment.delete': { as: 'comment.restore', run: (tx, { subject }) => restoreCommentAct(tx, subject.id) },
  'comment.restore': byFeature('comment.delete', (tx, { subject }, reason) =>
    removeCommentAct(tx, subject.id, reason),
  ),
  'news.delete': byFeature('news.restore', (tx, { subject }, reason) =>
    restoreRemovedNews(tx, subject.id, reason),
  ),
  'news.restore': byFeature('news.delete', (tx, { subject }, reason) => removeNews(tx, subject.id, reason)),
  'pack.delete': byFeature('pack.restore', (tx, { subject }, reason) =>
    restoreRemovedPack(tx, subject.id, reason),
  ),
  'pack.restore': byFeature('pack.delete', (tx, { subject }, reason) => removePack(tx, subject.id, reason)),
  'picture.allow': byFeature('picture.block', (tx, { subject }, reason) =>
    decideById(tx, subject.id, 'block', reason),
  ),
  'picture.block': byFeature('picture.allow', (tx, { subject }, reason) =>
    decideById(tx, subject.id, 'allow', reason),
  ),
  'profile.clean': { as: 'profile.restore', run: restoredPart },
  'report.take': { cannot: 'A case that was taken is released on its page.' },
  'report.solve': { cannot: 'The reporter has been answered.' },
  'report.reject': { cannot: 'The reporter has been answered.' },
  'case.solve': reopening,
  'case.reject': reopening,
  'case.reopen': { cannot: 'Settle the case again on its page.' },
  'video.remove': byFeature('video.restore', (tx, { subject }, reason) =>
    restoreVideo(tx, subject.id, reason),
  ),
  'video.restore': byFeature('video.remove', (tx, { subject }, reason) =>
    removeAsModerator(tx, subject.id, reason),
  ),
} satisfies Record<string, UndoRule>;

async function restoredPart(tx: Parameters<Undo['run']>[0], { subject, before }: StoredAct) {
  const { part } = before;
  const name = Object.keys(before).find((key) => key !== 'part') ?? '';
  const text = before[name];
  // acts of earlier versions, and those about erased accounts
  if (!isTextPart(part) || typeof text !== 'string')
    throw new Problem(409, 'What was removed is not stored.');
  await restorePart(tx, subject.id, part, text);
  return { after: { [name]: text, part } };
}
