import { type Expression, sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import type { Ctx } from '#platform/context.ts';
import { slots } from '#platform/lists/slots.ts';

/** Users whom the viewer blocked; empty for visitors. */
export async function blockedByViewer(ctx: Ctx): Promise<ReadonlySet<number>> {
  if (ctx.viewer.userId === 0) return new Set();
  const rows = await forSite(ctx, 'user_block')
    .where('user_block.user_id', '=', ctx.viewer.userId)
    .select('user_block.blocked_id')
    .execute();
  return new Set(rows.map((row) => row.blocked_id));
}

/** Whether nothing that this user wrote is shown to the viewer: the account is closed, or the viewer blocked the user. */
export async function isHiddenFromViewer(ctx: Ctx, userId: number): Promise<boolean> {
  const profile = await forSite(ctx, 'profile')
    .where('profile.user_id', '=', userId)
    .select((eb) =>
      eb
        .or([
          eb('profile.closed_at', 'is not', null),
          eb.exists(
            eb
              .selectFrom('user_block as k')
              .where('k.site', '=', sql.lit(ctx.site.code))
              .where('k.user_id', '=', ctx.viewer.userId)
              .whereRef('k.blocked_id', '=', 'profile.user_id'),
          ),
        ])
        .as('isHidden'),
    )
    .executeTakeFirst();
  return Boolean(profile?.isHidden);
}

/**
 * Those of `userIds` who blocked this user: they are not notified of what the user does. Notices about decisions of the crew are
 * sent regardless.
 */
export async function blockersOf(
  ctx: Ctx,
  userId: number,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const rows = await forSite(ctx, 'user_block')
    .where('user_block.blocked_id', '=', userId)
    .where('user_block.user_id', 'in', [...userIds])
    .select('user_block.user_id')
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

/** The users whom the viewer blocked, in the SQL of a list. An array: PostgreSQL reads it once per statement. */
const blockedIds = sql<number[]>`array(select k.blocked_id from user_block k
  where k.site = ${slots.site} and k.user_id = ${slots.viewer})`;

/** For lists with a viewer: whether the viewer blocked this user. */
export const isBlocked = (userId: Expression<number>) => sql<boolean>`(${userId} = any(${blockedIds}))`;

/** The condition of lists that leave out what users blocked by the viewer wrote. */
export const notBlocked = (userId: Expression<number>) => sql<boolean>`(${userId} <> all(${blockedIds}))`;

/** The user whose page has this address, which is their id or one of their custom addresses, current or former; otherwise null. */
export async function userIdAt(ctx: Ctx, text: string | undefined): Promise<number | null> {
  const id = rowIdIn(text);
  const address = (text ?? '').toLowerCase();
  if (id !== null || !/^[a-z0-9_-]{3,32}$/.test(address)) return id;
  const owner = await forSite(ctx, 'profile_address')
    .where('address', '=', address)
    .select('user_id')
    .executeTakeFirst();
  return owner?.user_id ?? null;
}
