import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inPages, jsonPart, type PersonalData } from '#platform/personal-data.ts';
import { countOwner } from '../edit/server/count-owner.ts';
import type { OnPackRemoved } from '../edit/server/remove-deleted.ts';

/** The condition that nobody else manages the pack `k`. */
const alone = sql`not exists (select from pack_manager m
  where m.site = k.site and m.pack_id = k.pack_id and m.user_id <> k.owner_id)`;

/**
 * Trackpacks. One that others manage stays, and the first of them becomes its owner when the account is erased. Of the others, public
 * ones are removed or stay under "Deleted user", as the user chose for tracks; hidden ones are removed.
 */
export const packData = (onRemoved: readonly OnPackRemoved[]): PersonalData => ({
  name: 'packs',
  covers: ['pack.owner_id', 'pack_manager.user_id', 'pack_step.user_id', 'pack_track.added_by'],

  async hide(tx, userId, { tracks }) {
    if (tracks === 'kept') return;
    await sql`update pack k set was_public = is_public, is_public = false, hidden_with_account = true
      where site = ${tx.site.code} and owner_id = ${userId} and deleted_at is null and not hidden_with_account
        and ${alone}`.execute(tx.db);
  },

  async show(tx, userId) {
    await sql`update pack set hidden_with_account = false,
        is_public = deleted_at is null and coalesce(was_public, false),
        was_public = case when deleted_at is null then null else was_public end
      where site = ${tx.site.code} and owner_id = ${userId} and hidden_with_account`.execute(tx.db);
  },

  async erase(tx, userId) {
    const own = sql`site = ${tx.site.code} and user_id = ${userId}`;
    await sql`delete from pack_step where ${own}`.execute(tx.db);
    const { rows: ended } = await sql<{ pack_id: number }>`
      delete from pack k where site = ${tx.site.code} and owner_id = ${userId} and not is_public and ${alone}
      returning pack_id`.execute(tx.db);
    for (const { pack_id: packId } of ended)
      for (const react of onRemoved) tx.onCommit(() => react(tx, packId));
    await passOn(tx, userId);
    await sql`delete from pack_manager where ${own}`.execute(tx.db);
  },

  async handOver(tx, from, to) {
    const here = sql`site = ${tx.site.code}`;
    await sql`delete from pack_manager m where m.${here} and m.user_id = ${from} and (
        exists (select from pack k where k.site = m.site and k.pack_id = m.pack_id and k.owner_id = ${to})
        or exists (select from pack_manager o where o.site = m.site and o.pack_id = m.pack_id and o.user_id = ${to}))`.execute(
      tx.db,
    );
    await sql`delete from pack_manager m where m.${here} and m.user_id = ${to} and exists (select from pack k
        where k.site = m.site and k.pack_id = m.pack_id and k.owner_id = ${from})`.execute(tx.db);
    await sql`update pack_manager set user_id = ${to} where ${here} and user_id = ${from}`.execute(tx.db);
    await sql`update pack set owner_id = ${to},
        deleted_by = case when deleted_by = ${from} then ${to} else deleted_by end
      where ${here} and owner_id = ${from}`.execute(tx.db);
    await sql`update pack_track set added_by = ${to} where ${here} and added_by = ${from}`.execute(tx.db);
  },

  async *exported(ctx, userId) {
    yield jsonPart('packs.json', ownPacks(ctx, userId));
    yield jsonPart('pack-tracks.json', packTracks(ctx, userId));
  },
});

/** Gives packs with other managers to the one with the lowest id. */
async function passOn(tx: TxCtx, userId: number): Promise<void> {
  const { rows } = await sql<{ pack_id: number; owner_id: number }>`
    update pack k set owner_id = n.user_id
    from (
      select m.pack_id, min(m.user_id) as user_id from pack_manager m
      where m.site = ${tx.site.code} and m.user_id <> ${userId} group by m.pack_id
    ) n
    where k.site = ${tx.site.code} and k.owner_id = ${userId} and n.pack_id = k.pack_id
    returning k.pack_id, k.owner_id`.execute(tx.db);
  for (const { pack_id, owner_id } of rows)
    await tx.db
      .deleteFrom('pack_manager')
      .where('site', '=', tx.site.code)
      .where('pack_id', '=', pack_id)
      .where('user_id', '=', owner_id)
      .execute();
  const owners = new Set(rows.map(({ owner_id }) => owner_id));
  for (const ownerId of [...owners].sort((a, b) => a - b)) await countOwner(tx, ownerId);
}

const ownPacks = (ctx: Ctx, userId: number) =>
  inPages((last: { PackId: number } | undefined, limit) =>
    forSite(ctx, 'pack')
      .where((eb) =>
        eb.or([
          eb('owner_id', '=', userId),
          eb(
            'pack_id',
            'in',
            eb
              .selectFrom('pack_manager')
              .where('site', '=', ctx.site.code)
              .where('user_id', '=', userId)
              .select('pack_id'),
          ),
        ]),
      )
      .where('pack_id', '>', last?.PackId ?? 0)
      .orderBy('pack_id')
      .limit(limit)
      .select([
        'pack_id as PackId',
        'name as PackName',
        'description as Description',
        'is_public as IsPublic',
        'created_at as CreatedAt',
        'updated_at as UpdatedAt',
        'deleted_at as DeletedAt',
        sql<boolean>`owner_id = ${userId}`.as('IsOwner'),
      ])
      .execute(),
  );

/** Tracks that the user added to packs or submitted. */
const packTracks = (ctx: Ctx, userId: number) =>
  inPages((last: { PackId: number; TrackId: number } | undefined, limit) =>
    forSite(ctx, 'pack_track')
      .where('added_by', '=', userId)
      .where(
        sql<boolean>`(pack_id, track_id) > (${last?.PackId ?? 0}::integer, ${last?.TrackId ?? 0}::integer)`,
      )
      .orderBy('pack_id')
      .orderBy('track_id')
      .limit(limit)
      .select(['pack_id as PackId', 'track_id as TrackId', 'status as Status', 'added_at as AddedAt'])
      .execute(),
  );
