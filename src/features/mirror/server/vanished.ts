import { forSite } from '#db/for-site.ts';
import { deleteImportedPack } from '#features/packs/edit/server/import.ts';
import { deleteImportedTrack } from '#features/tracks/upload/server/import.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { packList } from './packs.ts';
import type { Run } from './run.ts';
import { note } from './state.ts';
import { trackList } from './tracks.ts';

/** Rows that a complete pass did not see are looked up by their ids, so many at once, before their copies are deleted. */
const idsAtOnce = 100;
/** A source that has lost more than this share of its rows is broken or was emptied by mistake: the copies stay. */
export const mostLost = 0.2;
export const fewRows = 20;

/** How the copies of a kind are deleted. */
const kinds = { track: deleteImportedTrack, pack: deleteImportedPack } as const;

/** Deletes the copies of what a complete pass did not see. Returns a sentence if there is too much of it to be believed. */
export async function deleteVanished(run: Run, kind: keyof typeof kinds): Promise<string | null> {
  const { source, pass } = run;
  const unseen = await copies(run, kind).where('read_at', '<', pass.beganAt).orderBy('source_id').execute();
  const gone: number[] = [];
  for (let at = 0; at < unseen.length; at += idsAtOnce) {
    const some = unseen.slice(at, at + idsAtOnce).map(({ source_id }) => source_id);
    const params = { id: some.join(','), count: some.length };
    const { rows, invalid } =
      kind === 'track' ? await source.page(trackList, params) : await source.page(packList, params);
    const there = new Set<number | null>([
      ...rows.map((row) => ('TrackId' in row ? row.TrackId : row.PackId)),
      ...invalid.map((row) => row.id),
    ]);
    gone.push(...some.filter((id) => !there.has(id)));
  }
  return deleteGone(run, kind, gone);
}

/** Deletes the copies of rows that the source no longer has. */
export async function deleteGone(
  run: Run,
  kind: keyof typeof kinds,
  sourceIds: readonly number[],
): Promise<string | null> {
  if (sourceIds.length === 0) return null;
  const { ctx, pass, counts } = run;
  const { all } = await copies(run, kind)
    .clearSelect()
    .select((eb) => eb.fn.countAll<string>().as('all'))
    .executeTakeFirstOrThrow();
  const gone = await copies(run, kind)
    .where('source_id', 'in', [...sourceIds])
    .execute();
  if (gone.length > fewRows && gone.length > Number(all) * mostLost)
    return `${gone.length} of ${all} copied ${kind}s are no longer at the source. Nothing was deleted here: if that is right, delete them as a moderator.`;
  for (const { source_id, local_id } of gone) {
    if (local_id === null) continue;
    await inTransaction(ctx, async (tx) => {
      // they are hidden with their user, and come back together
      if (await isHiddenWithUser(tx, kind, local_id)) return;
      await kinds[kind](tx, local_id);
      await note(tx, pass, kind, source_id, { localId: local_id, state: 'gone' });
    });
    counts[kind].deleted += 1;
  }
  return null;
}

const copies = ({ ctx, pass }: Run, kind: keyof typeof kinds) =>
  forSite(ctx, 'mirrored')
    .where('mirror_id', '=', pass.mirrorId)
    .where('kind', '=', kind)
    .where('state', '=', 'copied')
    .select(['source_id', 'local_id']);

async function isHiddenWithUser(ctx: Ctx, kind: keyof typeof kinds, id: number): Promise<boolean> {
  const row =
    kind === 'track'
      ? await forSite(ctx, 'track')
          .where('track_id', '=', id)
          .select('hidden_with_account as hidden')
          .executeTakeFirst()
      : await forSite(ctx, 'pack')
          .where('pack_id', '=', id)
          .select('hidden_with_account as hidden')
          .executeTakeFirst();
  return row?.hidden ?? false;
}
