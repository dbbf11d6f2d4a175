import { createHash } from 'node:crypto';
import { daysAfter, daysBefore } from '#lib/codes/durations.ts';
import { hashOf } from '#platform/auth/session-adapter.ts';
import type { Services, TxCtx } from '#platform/context.ts';
import { logSecurity } from '#platform/security-log.ts';
import { lockAccount } from '../../server/repo.ts';
import { insertToken } from '../../tokens/server/tokens.ts';
import { accessDays, maxTokensOfApplication, usedCodeDays } from '../model.ts';
import { tooManyAllowed } from './authorize.ts';

/** What an application sends to exchange a code. */
export interface Exchange {
  readonly clientId: string;
  readonly code: string;
  readonly redirect: string;
  readonly verifier: string;
}

interface Given {
  readonly token: string;
  readonly scopes: readonly string[];
}

/** The challenge of a verifier (RFC 7636, section 4.6). */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier, 'ascii').digest('base64url');

/**
 * Exchanges a code for a token. Returns null if it is refused, without a reason: only its application needs one, and it knows what it
 * sent. A code is used up by the first attempt, whatever comes of it; the next one withdraws the token it gave.
 */
export async function exchangeCode(tx: TxCtx, sent: Exchange): Promise<Given | null> {
  const codeHash = hashOf(sent.code);
  const found = await tx.db
    .selectFrom('oauth_code')
    .innerJoin('oauth_application as a', 'a.application_id', 'oauth_code.application_id')
    .where('code_hash', '=', codeHash)
    .select(['oauth_code.account_id', 'a.application_id', 'a.client_id', 'a.name'])
    .executeTakeFirst();
  if (!found) return null;
  const { account_id: accountId, application_id: applicationId } = found;
  // the account first, as when it is closed
  await lockAccount(tx, accountId);
  const now = tx.clock.now();
  const code = await tx.db
    .updateTable('oauth_code')
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .set({ used_at: now })
    .returning(['site', 'redirect_address', 'challenge', 'scopes', 'expires_at'])
    .executeTakeFirst();
  if (!code) {
    await withdraw(tx, codeHash, accountId);
    return null;
  }
  const isRight =
    code.site === tx.site.code &&
    found.client_id === sent.clientId &&
    code.redirect_address === sent.redirect &&
    code.challenge === challengeOf(sent.verifier) &&
    code.expires_at > now;
  if (!isRight || (await tooManyAllowed(tx, accountId))) {
    tx.onCommit(async () => logSecurity(tx, 'application.code-refused', { applicationId, reason: 'wrong' }));
    return null;
  }
  await dropOldest(tx, accountId, applicationId);
  const { token, tokenId } = await insertToken(tx, {
    accountId,
    name: found.name,
    scopes: code.scopes,
    expiresAt: daysAfter(now, accessDays),
    applicationId,
  });
  await tx.db
    .updateTable('oauth_code')
    .where('code_hash', '=', codeHash)
    .set({ token_id: tokenId })
    .execute();
  return { token, scopes: code.scopes };
}

/** Withdraws the token of a code that is used again: one of the two who had the code stole it. */
async function withdraw(tx: TxCtx, codeHash: string, accountId: number): Promise<void> {
  const row = await tx.db
    .selectFrom('oauth_code')
    .where('code_hash', '=', codeHash)
    .select(['token_id', 'application_id'])
    .executeTakeFirst();
  if (!row) return;
  const { token_id: tokenId, application_id: applicationId } = row;
  if (tokenId !== null) {
    await tx.db.deleteFrom('api_token').where('token_id', '=', tokenId).execute();
    tx.onCommit(async () => logSecurity(tx, 'api-token.revoked', { accountId, tokenId }));
  }
  tx.onCommit(async () => logSecurity(tx, 'application.code-refused', { applicationId, reason: 'used' }));
}

/** Makes room for another token of an application: its oldest ones of this account are deleted. */
async function dropOldest(tx: TxCtx, accountId: number, applicationId: number): Promise<void> {
  await tx.db
    .deleteFrom('api_token')
    .where('token_id', 'in', (eb) =>
      eb
        .selectFrom('api_token')
        .where('account_id', '=', accountId)
        .where('application_id', '=', applicationId)
        .orderBy('token_id', 'desc')
        .offset(maxTokensOfApplication - 1)
        .select('token_id'),
    )
    .execute();
}

/** Revokes a token that this application has. Returns false for a token of others; one that does not exist is revoked already. */
export async function revokeOwnToken(
  tx: TxCtx,
  { clientId, token }: { readonly clientId: string; readonly token: string },
): Promise<boolean> {
  const row = await tx.db
    .selectFrom('api_token')
    .leftJoin('oauth_application as a', 'a.application_id', 'api_token.application_id')
    .where('token_hash', '=', hashOf(token))
    .select(['token_id', 'api_token.account_id', 'client_id'])
    .executeTakeFirst();
  if (!row) return true;
  if (row.client_id !== clientId) return false;
  const { token_id: tokenId, account_id: accountId } = row;
  await tx.db.deleteFrom('api_token').where('token_id', '=', tokenId).execute();
  tx.onCommit(async () => logSecurity(tx, 'api-token.revoked', { accountId, tokenId }));
  return true;
}

/** Whether an application with this client id is registered. */
export async function isClient({ db }: Pick<Services, 'db'>, clientId: string): Promise<boolean> {
  const row = await db
    .selectFrom('oauth_application')
    .where('client_id', '=', clientId)
    .select('application_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes codes that expired long ago. */
export async function sweepCodes({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('oauth_code')
    .where('expires_at', '<=', daysBefore(clock.now(), usedCodeDays))
    .execute();
}
