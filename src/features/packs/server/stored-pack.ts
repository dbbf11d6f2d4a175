import { sql } from 'kysely';
import { z } from 'zod';
import { forSite } from '#db/for-site.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { isModerator } from '#lib/codes/level.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import type { PackRelation } from '../rights.ts';

const unknown = () => notFound('This trackpack');

/** Parses the id in an address; throws a Problem 404 if it is invalid. */
export function packIdOf(text: string | undefined): number {
  const id = rowIdIn(text);
  if (id === null) throw unknown();
  return id;
}

export const packIdField = z.string().transform(packIdOf);

/**
 * A pack with the viewer's relation to it, deleted or not, if this viewer may know of it; otherwise throws the same Problem 404 as
 * for an unknown one. A deleted pack is known to its owner and to moderators.
 */
export async function storedPack(ctx: Ctx, packId: number) {
  const me = ctx.viewer.userId;
  const pack = await forSite(ctx, 'pack')
    .where('pack.pack_id', '=', packId)
    .selectAll('pack')
    .select(
      sql<boolean>`exists (select from pack_manager m
        where m.site = ${sql.lit(ctx.site.code)} and m.pack_id = pack.pack_id and m.user_id = ${me})`.as(
        'is_named',
      ),
    )
    .executeTakeFirst();
  if (!pack) throw unknown();
  const isOwner = me !== 0 && pack.owner_id === me;
  const relation: PackRelation = {
    isOwner,
    isManager: pack.is_named && !isOwner,
    isModerator: isModerator(ctx.viewer),
  };
  const isConcerned = isOwner || relation.isModerator || (relation.isManager && pack.deleted_at === null);
  if (!pack.is_public && !isConcerned) throw unknown();
  return { ...pack, relation };
}

export type StoredPack = Awaited<ReturnType<typeof storedPack>>;

/** The same, but a deleted pack is not found. */
export async function visiblePack(ctx: Ctx, packId: number): Promise<StoredPack> {
  const pack = await storedPack(ctx, packId);
  if (pack.deleted_at !== null) throw unknown();
  return pack;
}

/** Reads a pack and locks it until the transaction ends. `find`: storedPack if it may be deleted. */
export async function lockedPack(tx: TxCtx, packId: number, find = visiblePack): Promise<StoredPack> {
  await forSite(tx, 'pack').where('pack_id', '=', packId).select('pack_id').forUpdate().executeTakeFirst();
  return find(tx, packId);
}
