import type { z } from 'zod';
import { daysAfter, daysBefore } from '#lib/codes/durations.ts';
import type { TokenScope } from '#lib/codes/token-scopes.ts';
import { newApiToken } from '#platform/auth/api-token.ts';
import type { Ctx, Services, TxCtx } from '#platform/context.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { logSecurity } from '#platform/security-log.ts';
import { maxApplicationTokens } from '../../applications/model.ts';
import type { TokenForm } from '../../forms.ts';
import { expiredTokenDays, maxTokens } from '../../model.ts';
import { lockOpenAccount } from '../../server/closed-account.ts';
import type { From } from '../../server/form-sender.ts';
import { ownAccountId } from '../../server/policy.ts';

/** One API token, as shown to its owner. */
export interface TokenShown {
  tokenId: number;
  name: string;
  scopes: TokenScope[];
  createdAt: Date;
  expiresAt: Date | null;
  hasExpired: boolean;
  lastUsedAt: Date | null;
  /** whether an application got it */
  isOfApplication: boolean;
}

/** The viewer's API tokens, those of applications included, newest first. */
export async function ownTokens(ctx: Ctx): Promise<TokenShown[]> {
  const rows = await ctx.db
    .selectFrom('api_token')
    .where('account_id', '=', ownAccountId(ctx))
    .selectAll()
    .orderBy('token_id', 'desc')
    .limit(maxTokens + maxApplicationTokens)
    .execute();
  return rows.map((row) => ({
    tokenId: row.token_id,
    name: row.name,
    scopes: row.scopes as TokenScope[], // the form allows no others
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    hasExpired: row.expires_at !== null && row.expires_at <= ctx.clock.now(),
    lastUsedAt: row.last_used_at,
    isOfApplication: row.application_id !== null,
  }));
}

/** Creates an API token of the viewer. The token is returned only here and stored as a hash. */
export async function createToken(
  tx: TxCtx,
  form: z.output<typeof TokenForm>,
  from: From,
): Promise<{ token: string }> {
  const accountId = ownAccountId(tx);
  const now = tx.clock.now();
  await lockOpenAccount(tx, accountId);
  if ((await countTokens(tx, accountId)) >= maxTokens) {
    throw new Problem(422, `You can have at most ${maxTokens} API tokens. Revoke one first.`);
  }
  await assertNewName(tx, accountId, form.Name);
  const { token } = await insertToken(tx, {
    accountId,
    name: form.Name,
    scopes: form.Scopes,
    expiresAt: form.Days === 0 ? null : daysAfter(now, form.Days),
    applicationId: null,
  });
  await tx.jobs.add('mail-security', {
    site: tx.site.code,
    accountId,
    origin: from.origin,
    event: 'token-created',
  });
  return { token };
}

interface NewToken {
  readonly accountId: number;
  readonly name: string;
  readonly scopes: readonly string[];
  /** null: never */
  readonly expiresAt: Date | null;
  /** null: its owner creates it */
  readonly applicationId: number | null;
}

/** Stores a new token as a hash. The account is locked. */
export async function insertToken(
  tx: TxCtx,
  { accountId, name, scopes, expiresAt, applicationId }: NewToken,
): Promise<{ token: string; tokenId: number }> {
  const { token, hash } = newApiToken();
  const { token_id: tokenId } = await tx.db
    .insertInto('api_token')
    .values({
      account_id: accountId,
      name,
      token_hash: hash,
      scopes: [...scopes],
      created_at: tx.clock.now(),
      expires_at: expiresAt,
      application_id: applicationId,
    })
    .returning('token_id')
    .executeTakeFirstOrThrow();
  tx.onCommit(async () => logSecurity(tx, 'api-token.created', { accountId, tokenId }));
  return { token, tokenId };
}

/**
 * Refuses the name of another active token of the account, so that its owner knows which one to revoke, and a form that is sent twice
 * creates one token. The account is locked.
 */
async function assertNewName({ db, clock }: TxCtx, accountId: number, name: string): Promise<void> {
  const other = await db
    .selectFrom('api_token')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .where('application_id', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', clock.now())]))
    .select('token_id')
    .executeTakeFirst();
  if (other)
    throw new Problem(
      422,
      `Name: you already have an API token called “${name}”. Choose another name, or revoke that token first.`,
      { field: 'Name' },
    );
}

/** How many API tokens the owner of an account has created, expired ones included. */
export async function countTokens({ db }: Pick<Ctx, 'db'>, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('api_token')
    .select((eb) => eb.fn.countAll<number>().as('tokens'))
    .where('account_id', '=', accountId)
    .where('application_id', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.tokens);
}

/** Revokes one of the viewer's API tokens. Those of other users are not found. */
export async function revokeToken(
  tx: TxCtx,
  { tokenId }: { readonly tokenId: number },
): Promise<Record<string, never>> {
  const accountId = ownAccountId(tx);
  const { numDeletedRows } = await tx.db
    .deleteFrom('api_token')
    .where('token_id', '=', tokenId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound('This API token');
  tx.onCommit(async () => logSecurity(tx, 'api-token.revoked', { accountId, tokenId }));
  return {};
}

/** Deletes tokens that expired long ago; until then their owner sees that they have. */
export async function sweepTokens({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('api_token')
    .where('expires_at', '<=', daysBefore(clock.now(), expiredTokenDays))
    .execute();
}
