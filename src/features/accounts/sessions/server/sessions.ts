import { sessionEnd } from '#platform/auth/session-life.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { logSecurity } from '#platform/security-log.ts';
import { ownAccountId } from '../../server/policy.ts';

/** One session, as shown to its owner. */
export interface SessionShown {
  sessionId: number;
  /** as in "Firefox on Linux" */
  browser: string;
  /** name of the edition */
  edition: string;
  startedAt: Date;
  lastSeenAt: Date;
  isThisOne: boolean;
}

/** The viewer's sessions on all editions: this one first, then by last visit. */
export async function ownSessions(ctx: Ctx): Promise<SessionShown[]> {
  const rows = await ctx.db
    .selectFrom('session')
    .where('session.account_id', '=', ownAccountId(ctx))
    .where('session.expires_at', '>', ctx.clock.now())
    .select(['session_id', 'browser', 'site', 'created_at', 'last_seen_at'])
    .select((eb) =>
      eb
        .selectFrom('role_grant')
        .whereRef('role_grant.account_id', '=', 'session.account_id')
        .where((or) =>
          or.or([or('role_grant.site', 'is', null), or('role_grant.site', '=', or.ref('session.site'))]),
        )
        .select((max) => max.fn.max('role_grant.level').as('level'))
        .as('granted_level'),
    )
    .orderBy('last_seen_at', 'desc')
    .orderBy('session_id', 'desc')
    .execute();
  const shown = rows
    .filter((row) => {
      const lived = {
        createdAt: row.created_at,
        lastSeenAt: row.last_seen_at,
        grantedLevel: row.granted_level,
      };
      return sessionEnd(lived) > ctx.clock.now();
    })
    .map((row) => ({
      sessionId: row.session_id,
      browser: row.browser || 'Unknown browser',
      edition: ctx.sites.find((site) => site.code === row.site)?.name ?? row.site,
      startedAt: row.created_at,
      lastSeenAt: row.last_seen_at,
      isThisOne: row.session_id === ctx.viewer.session?.sessionId,
    }));
  return shown.sort((a, b) => Number(b.isThisOne) - Number(a.isThisOne));
}

/** Ends one of the viewer's sessions. Those of other users are not found. */
export async function endSession(
  tx: TxCtx,
  { sessionId }: { readonly sessionId: number },
): Promise<Record<string, never>> {
  const accountId = ownAccountId(tx);
  const { numDeletedRows } = await tx.db
    .deleteFrom('session')
    .where('session_id', '=', sessionId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound('This session');
  tx.onCommit(async () => logSecurity(tx, 'session.ended', { accountId, sessions: 1 }));
  return {};
}

/** Ends the viewer's sessions on all editions except this one. */
export async function endOtherSessions(tx: TxCtx): Promise<Record<string, never>> {
  const accountId = ownAccountId(tx);
  const { numDeletedRows } = await tx.db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('session_id', '<>', tx.viewer.session?.sessionId ?? 0)
    .executeTakeFirst();
  const sessions = Number(numDeletedRows);
  tx.onCommit(async () => logSecurity(tx, 'session.ended', { accountId, sessions }));
  return {};
}
