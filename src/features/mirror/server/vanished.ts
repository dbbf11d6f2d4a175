import { forSite } from '#db/for-site.ts';
import { deleteImportedPack } from '#features/packs/edit/server/import.ts';
import { deleteImportedTrack } from '#features/tracks/upload/server/import.ts';
import type { TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { packList } from './packs.ts';
import type { Run } from './run.ts';
import { note } from './state.ts';
import { trackList } from './tracks.ts';

/** Rows that a complete pass did not see are looked up by their ids, so many at once, before their copies are deleted. */
const idsAtOnce = 100;
/** A source that has lost more than this share of its rows is broken or was emptied by mistake: the copies stay. */
const mostLost = 0.2;
const fewRows = 20;

const kinds = {
  track: { list: trackList, remove: deleteImportedTrack },
  pack: { list: packList, remove: deleteImportedPack },
} as const;

/** Deletes the copies of what the source has deleted. Returns a sentence if there is too much of it to be believed. */
export async function deleteVanished(run: Run, kind: keyof typeof kinds): Promise<string | null> {
  const { ctx, pass, source, counts } = run;
  const copies = forSite(ctx, 'mirrored')
    .where('mirror_id', '=', pass.mirrorId)
    .where('kind', '=', kind)
    .where('state', '=', 'copied');
  const { all } = await copies.select((eb) => eb.fn.countAll<string>().as('all')).executeTakeFirstOrThrow();
  const unseen = await copies
    .where('read_at', '<', pass.beganAt)
    .select(['source_id', 'local_id'])
    .orderBy('source_id')
    .execute();
  const gone: { sourceId: number; localId: number }[] = [];
  for (let at = 0; at < unseen.length; at += idsAtOnce) {
    const some = unseen.slice(at, at + idsAtOnce);
    const id = some.map(({ source_id }) => source_id).join(',');
    const { list } = kinds[kind];
    const { rows, invalid } =
      kind === 'track'
        ? await source.page(trackList, { id, count: some.length })
        : await source.page(packList, { id, count: some.length });
    const there = new Set<number | null>([
      ...rows.map((row) => Number((row as Record<string, unknown>)[list.id])), // each row has its id
      ...invalid.map((row) => row.id),
    ]);
    for (const { source_id, local_id } of some)
      if (!there.has(source_id) && local_id !== null) gone.push({ sourceId: source_id, localId: local_id });
  }
  if (gone.length > fewRows && gone.length > Number(all) * mostLost)
    return `${gone.length} of ${all} copied ${kind}s are no longer at the source. Nothing was deleted here: if that is right, delete them as a moderator.`;
  const remove: (tx: TxCtx, id: number) => Promise<void> = kinds[kind].remove;
  for (const { sourceId, localId } of gone) {
    await inTransaction(ctx, async (tx) => {
      await remove(tx, localId);
      await note(tx, pass, kind, sourceId, { localId, state: 'gone' });
    });
    counts[kind].deleted += 1;
  }
  return null;
}
