import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { inPages, jsonPart, type PersonalData } from '#platform/personal-data.ts';

/** The profile's favourites, and the profile as a favourite of others. */
export const favoriteData: PersonalData = {
  name: 'favourites',
  covers: ['favorite_user.user_id', 'favorite_user.favorite_id'],
  async erase(tx, userId) {
    await sql`
      with gone as (
        delete from favorite_user where site = ${tx.site.code} and (user_id = ${userId} or favorite_id = ${userId})
        returning user_id, favorite_id
      ), locked as (
        select p.user_id from profile p join gone g on g.favorite_id = p.user_id
        where p.site = ${tx.site.code} order by p.user_id for no key update of p
      )
      update profile p set favorites = greatest(0, p.favorites - 1) from locked
      where p.site = ${tx.site.code} and p.user_id = locked.user_id and p.user_id <> ${userId}`.execute(
      tx.db,
    );
    await sql`update profile set favorites = 0 where site = ${tx.site.code} and user_id = ${userId}`.execute(
      tx.db,
    );
  },
  async handOver(tx, from, to) {
    await sql`insert into favorite_user (site, user_id, favorite_id, added_at)
      select site, user_id, ${to}, added_at from favorite_user
      where site = ${tx.site.code} and favorite_id = ${from} and user_id <> ${to}
      on conflict do nothing`.execute(tx.db);
    await sql`delete from favorite_user where site = ${tx.site.code} and favorite_id = ${from}`.execute(
      tx.db,
    );
  },
  async *exported(ctx, userId) {
    const rows = inPages((last: { UserId: number } | undefined, limit) =>
      forSite(ctx, 'favorite_user')
        .innerJoin('profile', (join) =>
          join
            .onRef('profile.site', '=', 'favorite_user.site')
            .onRef('profile.user_id', '=', 'favorite_user.favorite_id'),
        )
        .where('favorite_user.user_id', '=', userId)
        .where('favorite_id', '>', last?.UserId ?? 0)
        .orderBy('favorite_id')
        .limit(limit)
        .select(['favorite_id as UserId', 'profile.name as Name', 'added_at as AddedAt'])
        .execute(),
    );
    yield jsonPart('favourites.json', rows);
  },
};

/** Whom a user blocked. No one else sees it, so that there is nothing to hide. */
export const blockData: PersonalData = {
  name: 'blocks',
  covers: ['user_block.user_id', 'user_block.blocked_id'],

  async erase(tx, userId) {
    await sql`delete from user_block
      where site = ${tx.site.code} and (user_id = ${userId} or blocked_id = ${userId})`.execute(tx.db);
  },

  async handOver(tx, from, to) {
    await sql`insert into user_block (site, user_id, blocked_id, blocked_at)
      select site, user_id, ${to}, blocked_at from user_block
      where site = ${tx.site.code} and blocked_id = ${from} and user_id <> ${to}
      on conflict do nothing`.execute(tx.db);
    await sql`delete from user_block where site = ${tx.site.code} and blocked_id = ${from}`.execute(tx.db);
  },

  async *exported(ctx, userId) {
    yield jsonPart(
      'blocked-users.json',
      inPages((last: { UserId: number } | undefined, limit) =>
        forSite(ctx, 'user_block')
          .innerJoin('profile', (join) =>
            join
              .onRef('profile.site', '=', 'user_block.site')
              .onRef('profile.user_id', '=', 'user_block.blocked_id'),
          )
          .where('user_block.user_id', '=', userId)
          .where('user_block.blocked_id', '>', last?.UserId ?? 0)
          .orderBy('user_block.blocked_id')
          .limit(limit)
          .select([
            'user_block.blocked_id as UserId',
            'profile.name as Name',
            'user_block.blocked_at as BlockedAt',
          ])
          .execute(),
      ),
    );
  },
};
