import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { notify } from '#features/notices/server/actions.ts';
import { oneLine } from '#lib/bbcode/typed.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import { countRecentAwards } from '../../server/award-windows.ts';
import { lockTrack } from '../../server/counters.ts';
import { recountComments, recountRecords } from '../../server/recount.ts';
import { authorIds, countAround } from '../../server/recount-people.ts';
import { redirectTrack } from './redirect.ts';

/** A duplicate and the track that stays. */
interface Merge {
  readonly from: number;
  readonly into: number;
  /** the files have the same blocks: replays of the duplicate count on the other track */
  readonly sameBlocks: boolean;
}

/** Run by the features whose rows move, in the same transaction. */
export type OnMerge = (tx: TxCtx, merge: Merge) => Promise<void>;

/** What a merge reads of a track. */
const mergedTrack = (ctx: Ctx, trackId: number) =>
  forSite(ctx, 'track')
    .innerJoin('track_version as file', (join) =>
      join
        .onRef('file.site', '=', 'track.site')
        .onRef('file.track_id', '=', 'track.track_id')
        .onRef('file.version', '=', 'track.current_version'),
    )
    .where('track.track_id', '=', trackId)
    .select(['track.track_id', 'track.name', 'track.primary_type', 'track.deleted_at', 'track.downloads'])
    .select(['track.uploader_id', 'file.blocks_hash'])
    .executeTakeFirst();

/** The two tracks of a merge, or a Problem that says why they cannot be merged. */
export async function mergeable(ctx: Ctx, from: number, into: number) {
  const [duplicate, other] = await Promise.all([mergedTrack(ctx, from), mergedTrack(ctx, into)]);
  const refused = (reason: string) => new Problem(422, `Into: ${reason}`, { field: 'Into' });
  if (!other || other.deleted_at !== null) throw refused(`there is no track ${into} on this edition.`);
  if (from === into) throw refused('this is the duplicate itself.');
  if (!duplicate || duplicate.deleted_at !== null) throw new Problem(409, 'This track is deleted.');
  if (duplicate.primary_type !== other.primary_type)
    throw refused('the two tracks are of different types, so that results cannot be compared.');
  const sameBlocks = Boolean(duplicate.blocks_hash) && duplicate.blocks_hash === other.blocks_hash;
  return { duplicate, other, sameBlocks };
}

/**
 * Merges a duplicate into another track: what others attached to it moves, its address leads to the other one, and the rest is
 * deleted with it after thirty days. Cannot be undone, because it is not stored what came from which track.
 */
export async function mergeTracks(
  tx: TxCtx,
  {
    from,
    into,
    reason,
    onMerge,
  }: { from: number; into: number; reason: string; onMerge: readonly OnMerge[] },
) {
  for (const trackId of [from, into].sort((a, b) => a - b)) await lockTrack(tx, trackId);
  const { duplicate, other, sameBlocks } = await mergeable(tx, from, into);
  for (const move of onMerge) await move(tx, { from, into, sameBlocks });
  const row = (trackId: number) =>
    tx.db.updateTable('track').where('site', '=', tx.site.code).where('track_id', '=', trackId);
  await row(into)
    .set({ downloads: sql<number>`downloads + ${duplicate.downloads}::integer` })
    .execute();
  await row(from)
    .set((eb) => ({
      deleted_at: tx.clock.now(),
      deleted_by: tx.viewer.userId,
      deleted_reason: `Merged into track ${into}. ${reason}`,
      was_public: eb.ref('is_public'),
      was_listed: eb.ref('is_listed'),
      is_public: false,
      is_listed: false,
      release_at: null,
    }))
    .execute();
  await recountComments(tx, [from, into]);
  for (const trackId of [from, into]) await countRecentAwards(tx.db, tx.site.code, tx.clock.now(), trackId);
  await recountRecords(tx, [from, into]);
  await redirectTrack(tx, from, { site: tx.site.code, trackId: into });
  const name = (track: { name: string }) => `“${stripGameText(track.name)}”`;
  await notify(tx, {
    to: [...new Set([...(await authorIds(tx, from)), ...(await authorIds(tx, into))])],
    kind: 'track.moderated',
    text: `A moderator merged ${name(duplicate)} into ${name(other)}. Reason: ${oneLine(reason)}`,
    link: routes.trackShow(into),
  });
  await countAround(tx, from);
  await countAround(tx, into);
  return { duplicate, other, sameBlocks };
}
