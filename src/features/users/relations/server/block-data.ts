import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { inPages, jsonPart, type PersonalData } from '#platform/personal-data.ts';

/** Whom a user blocked. Nobody else sees it, so that there is nothing to hide. */
export const blockData: PersonalData = {
  name: 'blocks',
  covers: ['user_block.user_id', 'user_block.blocked_id'],

  async erase(tx, userId) {
    await sql`delete from user_block
      where site = ${tx.site.code} and (user_id = ${userId} or blocked_id = ${userId})`.execute(tx.db);
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
