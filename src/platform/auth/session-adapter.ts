import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { trustedAfterAwards, trustedBefore } from './level.ts';
import { sanctionsInForce } from './sanctions.ts';

/** The table stores only the SHA-256 of a session id, so a stolen copy of the database gives no access to sessions. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/**
 * The awards of the tracks of a profile that is joined to its account. Only old accounts can be trusted, so they are counted only for
 * them, and only up to the tenth awarded track, which is enough.
 */
export const awardsReceived = (site: string, now: Date) =>
  sql<number>`case when account.created_at <= ${trustedBefore(now)} then (
    select coalesce(sum(awards), 0)::integer from (
      select track.awards from track
      where track.site = ${sql.lit(site)} and track.uploader_id = profile.user_id and track.awards > 0
      limit ${sql.lit(trustedAfterAwards)}
    ) awarded) else 0 end`;

/** Everything a request needs to know about its sender, in one query by primary keys. */
export function sessionRow(db: Kysely<Database>, site: string, sessionId: string, now: Date) {
  // as a literal: see db/for-site.ts
  const here = sql.lit(site);
  return (
    db
      .selectFrom('session')
      .innerJoin('account', 'account.account_id', 'session.account_id')
      .innerJoin('profile', (join) =>
        join.onRef('profile.account_id', '=', 'session.account_id').on('profile.site', '=', here),
      )
      // a closed account has no sessions; this also ends one that began while it was being closed
      .where('profile.closed_at', 'is', null)
      .where('session.id_hash', '=', hashOf(sessionId))
      .where('session.site', '=', here)
      .select([
        'session.account_id',
        'session.session_id',
        'session.created_at as signed_in_at',
        'session.last_seen_at',
        'session.factor_at',
        'session.expires_at',
        'account.email_confirmed_at',
        'account.supporter_until',
        'account.created_at',
        'profile.user_id',
        'profile.name',
        'profile.ui_mode',
        'profile.avatar_sha256',
      ])
      .select((eb) => [
        eb
          .selectFrom('role_grant')
          .whereRef('role_grant.account_id', '=', 'session.account_id')
          .where((or) => or.or([or('role_grant.site', 'is', null), or('role_grant.site', '=', here)]))
          .select((max) => max.fn.max('role_grant.level').as('level'))
          .as('granted_level'),
        sanctionsInForce('session.account_id', { code: site }, now).as('sanctions'),
        awardsReceived(site, now).as('awards_received'),
      ])
      .executeTakeFirst()
  );
}

export type SessionRow = NonNullable<Awaited<ReturnType<typeof sessionRow>>>;
