import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { TxCtx } from '#platform/context.ts';

/** Packs with all their managers, including the owner; deleted packs are left out. */
export const managersOf = (tx: TxCtx, packIds: readonly number[]) =>
  forSite(tx, 'pack')
    .where('pack.pack_id', 'in', packIds)
    .where('pack.deleted_at', 'is', null)
    .select(['pack.pack_id', 'pack.name'])
    .select(
      sql<number[]>`array(select pack.owner_id union select m.user_id from pack_manager m
        where m.site = pack.site and m.pack_id = pack.pack_id)`.as('managers'),
    )
    .execute();
