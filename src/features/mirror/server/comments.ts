import { forSite } from '#db/for-site.ts';
import {
  importComment,
  recountImported,
  sameComment,
  updateImportedComment,
} from '#features/comments/server/import.ts';
import { inRetriedTransaction } from '#platform/ctx.ts';
import { routes } from '#routes/routes.ts';
import { awardFields, commentFields, SourceComment, type SourceTrack } from '../source-rows.ts';
import { type Run, refuse } from './run.ts';
import type { SourceList } from './source.ts';
import { note, seenOf, touch } from './state.ts';
import { ensureUsers, hashOf } from './users.ts';

type Kind = 'comment' | 'award';

const lists: Record<Kind, SourceList<typeof SourceComment>> = {
  comment: { path: routes.apiComments(), row: SourceComment, id: 'CommentId', fields: commentFields },
  award: { path: routes.apiAwards(), row: SourceComment, id: 'CommentId', fields: awardFields },
};

/** A comment, reply or award in the order in which they are copied: a reply after what it replies to. */
interface Written extends Pick<SourceComment, 'CommentId' | 'Comment' | 'CommentAt' | 'User'> {
  readonly OriginSite?: string | null | undefined;
  readonly OriginId?: number | null | undefined;
  readonly UpdatedAt?: Date | null | undefined;
  readonly parent: number | null;
}

/** Copies comments, replies and awards of a track, with their changes and deletions. Returns false if some are not valid. */
export async function copyComments(run: Run, row: SourceTrack, trackId: number): Promise<boolean> {
  const isComplete = [
    await copyKind(run, 'comment', row, row.Comments, trackId),
    await copyKind(run, 'award', row, row.Awards, trackId),
  ].every(Boolean);
  await inRetriedTransaction(run.ctx, (tx) => recountImported(tx, trackId));
  return isComplete;
}

async function copyKind(
  run: Run,
  kind: Kind,
  { TrackId }: SourceTrack,
  expected: number,
  trackId: number,
): Promise<boolean> {
  const written: Written[] = [];
  const invalid: number[] = [];
  if (expected > 0)
    for await (const page of run.source.pages(lists[kind], { trackid: TrackId, count: 500, order1: 1 })) {
      for (const row of page.rows)
        written.push(
          { ...row, parent: null },
          ...row.Replies.map((reply) => ({ ...reply, parent: row.CommentId })),
        );
      for (const { id, reason } of page.invalid)
        if (id !== null) {
          invalid.push(id);
          await refuse(run, kind, id, reason);
        }
    }
  // a list that is empty although the track counts some is wrong, and nothing follows from it
  if (expected > 0 && written.length === 0) return false;
  const ids = written.map(({ CommentId }) => CommentId);
  const seen = await seenOf(run.ctx, run.pass, kind, ids);
  const changed = written.filter((row) => seen.get(row.CommentId)?.rowHash !== hashOf(row));
  await touch(
    run.ctx,
    run.pass,
    kind,
    ids.filter((id) => !changed.some(({ CommentId }) => CommentId === id)),
  );
  const people = await ensureUsers(
    run,
    changed.map(({ User }) => User),
  );
  for (const row of changed) {
    const userId = people.get(row.User.UserId);
    if (userId !== undefined) await copyOne(run, kind, row, trackId, userId);
  }
  await deleteMissing(run, kind, trackId, new Set([...ids, ...invalid]));
  return invalid.length === 0;
}

async function copyOne(run: Run, kind: Kind, row: Written, trackId: number, userId: number): Promise<void> {
  const { pass, counts } = run;
  const updatedAt = row.UpdatedAt ?? row.CommentAt;
  const outcome = await inRetriedTransaction(run.ctx, async (tx) => {
    const rowHash = hashOf(row);
    const known = (await seenOf(tx, pass, kind, [row.CommentId])).get(row.CommentId);
    if (known?.state === 'erased') return null;
    if (known && known.localId !== null) {
      // one that was gone is back with its user
      const isCopy = known.state === 'copied' || known.state === 'gone';
      if (isCopy) await updateImportedComment(tx, known.localId, { text: row.Comment, updatedAt });
      await note(tx, pass, kind, row.CommentId, {
        ...known,
        state: isCopy ? 'copied' : known.state,
        rowHash,
      });
      return isCopy ? 'updated' : null;
    }
    const parent = row.parent === null ? null : (await seenOf(tx, pass, kind, [row.parent])).get(row.parent);
    const copied = {
      id: row.CommentId,
      trackId,
      userId,
      parentId: parent?.localId ?? null,
      text: row.Comment,
      isAward: kind === 'award',
      at: row.CommentAt,
      updatedAt,
    };
    const same = await sameComment(tx, copied);
    await note(tx, pass, kind, row.CommentId, {
      localId: same ?? (await importComment(tx, copied)),
      state: same === null ? 'copied' : 'here',
      rowHash,
      row,
    });
    return same === null ? 'copied' : 'unchanged';
  });
  if (outcome) counts[kind][outcome] += 1;
}

/** What was copied to this track and that the source no longer lists. */
async function deleteMissing(
  run: Run,
  kind: Kind,
  trackId: number,
  listed: ReadonlySet<number>,
): Promise<void> {
  const copies = await forSite(run.ctx, 'mirrored')
    .innerJoin('comment', (join) =>
      join.onRef('comment.site', '=', 'mirrored.site').onRef('comment.comment_id', '=', 'mirrored.local_id'),
    )
    .where('mirrored.mirror_id', '=', run.pass.mirrorId)
    .where('mirrored.kind', '=', kind)
    .where('mirrored.state', '=', 'copied')
    .where('comment.site', '=', run.ctx.site.code)
    .where('comment.track_id', '=', trackId)
    .select(['mirrored.source_id', 'comment.comment_id'])
    .execute();
  for (const { source_id, comment_id } of copies.filter((copy) => !listed.has(copy.source_id))) {
    await inRetriedTransaction(run.ctx, async (tx) => {
      await updateImportedComment(tx, comment_id, { text: null, updatedAt: tx.clock.now() });
      await note(tx, run.pass, kind, source_id, { localId: comment_id, state: 'gone' });
    });
    run.counts[kind].deleted += 1;
  }
}
