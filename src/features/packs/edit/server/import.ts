import type { Insertable } from 'kysely';
import type { Database } from '#db/database.ts';
import { forSite } from '#db/for-site.ts';
import { firstId, nextId, takeId } from '#db/ids.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { storeDrawn } from '#platform/files/store-drawn.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ReceivedFile } from '#platform/uploads/received-file.ts';
import { recountPacks, recountPackValues } from '../../server/recount.ts';
import { countOwner } from './count-owner.ts';
import { drawPicture, setPicture } from './picture.ts';

/** A pack of another site, whose users and tracks are here. */
export interface CopiedPack {
  /** the id there, which the pack gets if it is free here */
  readonly id: number;
  readonly ownerId: number;
  readonly managers: readonly { readonly userId: number; readonly role: string }[];
  readonly name: string;
  readonly description: string | null;
  readonly allowsSubmissions: boolean;
  readonly isLegacy: boolean;
  readonly hasLeaderboard: boolean;
  readonly isListReleased: boolean;
  readonly downloads: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** in the order of the pack; `position`: there, where tracks that visitors do not see leave gaps. Null: the next one */
  readonly tracks: readonly {
    readonly trackId: number;
    readonly status: PackTrackStatus;
    readonly position: number | null;
  }[];
}

/** Creates or updates a copied pack with its managers and tracks. `packId`: the copy that exists. Returns the id. */
export async function importPack(tx: TxCtx, copied: CopiedPack, packId: number | null): Promise<number> {
  const site = tx.site.code;
  const name = copied.name.trim() || `Pack ${copied.id}`;
  const columns = {
    owner_id: copied.ownerId,
    name,
    name_folded: foldForSearch(name),
    description: copied.description || null,
    allows_submissions: copied.allowsSubmissions,
    is_legacy: copied.isLegacy,
    has_leaderboard: copied.hasLeaderboard,
    map_list_released: copied.isListReleased,
    downloads: copied.downloads,
    updated_at: copied.updatedAt,
    activity_at: copied.updatedAt,
  };
  const written = packId ?? (await insertPack(tx, copied, columns));
  const before =
    packId === null
      ? null
      : await forSite(tx, 'pack').where('pack_id', '=', packId).select('owner_id').executeTakeFirst();
  if (packId !== null)
    await tx.db
      .updateTable('pack')
      .set((eb) => ({ ...columns, revision: eb('revision', '+', 1) }))
      .where('site', '=', site)
      .where('pack_id', '=', packId)
      .execute();
  for (const table of ['pack_manager', 'pack_track'] as const)
    await tx.db.deleteFrom(table).where('site', '=', site).where('pack_id', '=', written).execute();
  const managers = copied.managers.filter(({ userId }) => userId !== copied.ownerId);
  if (managers.length > 0)
    await tx.db
      .insertInto('pack_manager')
      .values(managers.map(({ userId, role }) => ({ site, pack_id: written, user_id: userId, role })))
      .execute();
  let last = 0;
  const nextAfter = (there: number | null) => {
    last = Math.max(last + 1, there ?? 0);
    return last;
  };
  const entries = copied.tracks.map(({ trackId, status, position }) => ({
    site,
    pack_id: written,
    track_id: trackId,
    status,
    position: status === PackTrackStatus.approved ? nextAfter(position) : null,
    added_by: copied.ownerId,
    added_at: copied.updatedAt,
  }));
  for (let at = 0; at < entries.length; at += 500)
    await tx.db
      .insertInto('pack_track')
      .values(entries.slice(at, at + 500))
      .execute();
  await recountPacks(tx, [written]);
  await recountPackValues(tx, [written]);
  for (const owner of new Set([copied.ownerId, before?.owner_id ?? copied.ownerId]))
    await countOwner(tx, owner);
  return written;
}

type PackColumns = Pick<
  Insertable<Database['pack']>,
  'owner_id' | 'map_list_released' | 'name' | 'name_folded' | 'updated_at' | 'activity_at'
>;

async function insertPack(tx: TxCtx, { id, createdAt }: CopiedPack, columns: PackColumns): Promise<number> {
  const site = tx.site.code;
  const isTaken = await forSite(tx, 'pack').where('pack_id', '=', id).select('pack_id').executeTakeFirst();
  // smaller ids are those of the site's own boards
  const own = isTaken || id < firstId('pack') ? null : await takeId(tx.db, 'pack', site, id);
  const { pack_id } = await tx.db
    .insertInto('pack')
    .values({
      site,
      pack_id: own ?? nextId('pack', site),
      ...columns,
      is_public: true,
      environments: [],
      created_at: createdAt,
    })
    .returning('pack_id')
    .executeTakeFirstOrThrow();
  return pack_id;
}

/** Sets the picture of a copied pack. Returns the reason if it cannot be accepted. */
export async function importPackPicture(
  ctx: Ctx,
  packId: number,
  file: ReceivedFile,
): Promise<string | null> {
  try {
    await storeDrawn(ctx, await drawPicture(ctx, file), (tx, picture) => setPicture(tx, packId, picture));
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.message;
  }
}

/** Hides a copied pack that its source has deleted; after thirty days it is removed. */
export async function deleteImportedPack(tx: TxCtx, packId: number): Promise<void> {
  const row = await forSite(tx, 'pack')
    .where('pack_id', '=', packId)
    .where('deleted_at', 'is', null)
    .select(['owner_id', 'is_public'])
    .executeTakeFirst();
  if (!row) return;
  await tx.db
    .updateTable('pack')
    .set({
      deleted_at: tx.clock.now(),
      deleted_by: row.owner_id,
      was_public: row.is_public,
      is_public: false,
    })
    .where('site', '=', tx.site.code)
    .where('pack_id', '=', packId)
    .execute();
  await countOwner(tx, row.owner_id);
}
