import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { TokenScope } from '#lib/codes/token-scopes.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { logSecurity, type SecurityFacts } from '#platform/security-log.ts';
import type { Viewer } from '#platform/viewer.ts';
import { levelOf } from './level.ts';
import { presentedToken, rememberClient } from './presented.ts';
import { isSuspended, mutedUntil, sanctionsInForce, suspendedProblem, suspensionIn } from './sanctions.ts';
import { awardsReceived, hashOf } from './session-adapter.ts';
import { seenLongAgo } from './session-life.ts';

/** The beginning of every token, so that programs that search for leaked secrets recognise it. */
const tokenPrefix = 'paddock_';
const tokenShape = /^paddock_[\w-]{43}$/;

/** Random bytes in a token. */
export const tokenBytes = 32;

/** A new token of 256 random bits, and its hash: only the hash is stored. */
export function newApiToken(): { token: string; hash: string } {
  const token = tokenPrefix + randomBytes(tokenBytes).toString('base64url');
  return { token, hash: hashOf(token) };
}

/**
 * Returns the sender of a request by its API token. Throws a Problem 401 without a valid token, 403 for a token that does not
 * have this scope. A token never carries a role: its owner counts as an ordinary member.
 */
export async function senderByToken(
  ctx: Ctx,
  { headers }: Pick<HttpRequest, 'headers'>,
  scope: TokenScope | 'any',
): Promise<Viewer> {
  const token = presentedToken({ headers });
  if (token === undefined) throw unauthorised('Send an API token as "Authorization: Bearer …".', 'Bearer');
  const row = tokenShape.test(token) ? await tokenRow(ctx, token) : undefined;
  if (!row) throw refused(ctx, 'unknown', 'This API token does not exist, or it was revoked.');
  const now = ctx.clock.now();
  if (row.expires_at !== null && row.expires_at <= now) {
    throw refused(ctx, 'expired', 'This API token has expired.');
  }
  const suspension = suspensionIn(row.sanctions);
  if (suspension) {
    logSecurity(ctx, 'api-token.refused', { reason: 'suspended' });
    throw suspendedProblem(ctx.site, suspension);
  }
  if (row.application_suspended) {
    logSecurity(ctx, 'api-token.refused', { reason: 'application suspended' });
    throw new Problem(403, 'The application that has this API token is suspended on this edition.');
  }
  if (scope !== 'any' && !row.scopes.includes(scope)) {
    logSecurity(ctx, 'api-token.refused', { reason: 'other scope' });
    throw new Problem(403, `This API token does not have the scope "${scope}".`, {
      headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
    });
  }
  if (row.last_used_at === null || seenLongAgo(row.last_used_at, now)) {
    await recordUse(ctx, row.token_id, row.last_used_at);
  }
  const viewer = viewerFrom(ctx, row);
  rememberClient(ctx, token, viewer);
  return viewer;
}

function viewerFrom(ctx: Ctx, row: TokenRow): Viewer {
  const level = levelOf(
    {
      grantedLevel: null,
      addressConfirmed: row.email_confirmed_at !== null,
      mailDelivers: ctx.mail.delivers,
      registeredAt: row.created_at,
      awardsReceived: row.awards_received,
      roleWaits: false,
      isSanctioned: row.sanctions !== null,
    },
    ctx.clock.now(),
  );
  const { account_id: accountId, user_id: userId, name } = row;
  if (userId === null || name === null) {
    throw new Problem(403, 'The owner of this API token has never signed in to this edition: do so once.');
  }
  return {
    ...mutedUntil(row.sanctions),
    accountId,
    userId,
    name,
    level,
    isSupporter: row.supporter_until !== null && row.supporter_until > ctx.clock.now(),
    uiMode: 0,
  };
}

type TokenRow = NonNullable<Awaited<ReturnType<typeof tokenRow>>>;

const tokenRow = ({ db, site, clock }: Ctx, token: string) =>
  db
    .selectFrom('api_token')
    .innerJoin('account', 'account.account_id', 'api_token.account_id')
    .leftJoin('profile', (join) =>
      join
        .onRef('profile.account_id', '=', 'api_token.account_id')
        .on('profile.site', '=', sql.lit(site.code)),
    )
    .leftJoin('oauth_application', 'oauth_application.application_id', 'api_token.application_id')
    .where('api_token.token_hash', '=', hashOf(token))
    .select([
      'api_token.token_id',
      'api_token.account_id',
      'api_token.scopes',
      'api_token.expires_at',
      'api_token.last_used_at',
      'account.email_confirmed_at',
      'account.created_at',
      'account.supporter_until',
      'profile.user_id',
      'profile.name',
      awardsReceived(site.code, clock.now()).as('awards_received'),
      sanctionsInForce('api_token.account_id', site, clock.now()).as('sanctions'),
      // with the user who registered it
      isSuspended('oauth_application.account_id', site, clock.now()).as('application_suspended'),
    ])
    .executeTakeFirst();

/** Failing to store the last use (for example on a full disk) does not fail the request. */
async function recordUse({ db, clock, log }: Ctx, tokenId: number, before: Date | null): Promise<void> {
  try {
    await db
      .updateTable('api_token')
      .set({ last_used_at: clock.now() })
      .where('token_id', '=', tokenId)
      .where('last_used_at', 'is not distinct from', before) // only one of concurrent requests writes
      .execute();
  } catch (err) {
    log.warn({ err }, 'the use of a token was not recorded');
  }
}

function refused(ctx: Ctx, reason: SecurityFacts['api-token.refused']['reason'], detail: string): Problem {
  logSecurity(ctx, 'api-token.refused', { reason });
  return unauthorised(detail, 'Bearer error="invalid_token"');
}

const unauthorised = (detail: string, challenge: string) =>
  new Problem(401, detail, { headers: { 'www-authenticate': challenge } });
