import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { logSecurity } from '#platform/security-log.ts';
import { checkWords } from '#platform/switches/check-words.ts';
import { lockOpenAccount } from '../../server/closed-account.ts';
import { ownAccountId } from '../../server/policy.ts';
import type { ApplicationForm, SavedApplicationForm } from '../forms.ts';
import { maxApplications } from '../model.ts';

type Chosen = z.output<typeof ApplicationForm>;

const columns = [
  'application_id',
  'client_id',
  'name',
  'website',
  'redirect_addresses',
  'created_at',
] as const;

/** The viewer's applications, the oldest first. */
export const ownApplications = (ctx: Ctx) =>
  ctx.db
    .selectFrom('oauth_application')
    .where('account_id', '=', ownAccountId(ctx))
    .orderBy('application_id')
    .limit(maxApplications)
    .select(columns)
    .execute();

export type OwnApplication = Awaited<ReturnType<typeof ownApplications>>[number];

/** One of the viewer's applications; those of other users are not found. */
export async function ownApplication(ctx: Ctx, applicationId: number): Promise<OwnApplication> {
  const found = await ctx.db
    .selectFrom('oauth_application')
    .where('application_id', '=', applicationId)
    .where('account_id', '=', ownAccountId(ctx))
    .select(columns)
    .executeTakeFirst();
  if (!found) throw notFound('This application');
  return found;
}

const stored = ({ Name, Website, Addresses }: Chosen) => ({
  name: Name,
  website: Website,
  redirect_addresses: Addresses,
});

/** Registers an application of the viewer. */
export async function registerApplication(
  tx: TxCtx,
  form: Chosen,
): Promise<{ ApplicationId: number; ClientId: string }> {
  const accountId = ownAccountId(tx);
  await lockOpenAccount(tx, accountId);
  const { count } = await tx.db
    .selectFrom('oauth_application')
    .where('account_id', '=', accountId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxApplications)
    throw new Problem(422, `You can register at most ${maxApplications} applications. Remove one first.`);
  const row = await tx.db
    .insertInto('oauth_application')
    .values({
      ...stored(form),
      client_id: randomBytes(16).toString('hex'),
      account_id: accountId,
      created_at: tx.clock.now(),
    })
    .returning(['application_id', 'client_id'])
    .executeTakeFirstOrThrow();
  await checkName(tx);
  const { application_id: applicationId } = row;
  tx.onCommit(async () => logSecurity(tx, 'application.registered', { accountId, applicationId }));
  return { ApplicationId: applicationId, ClientId: row.client_id };
}

/** Changes one of the viewer's applications. Tokens that it has stay valid. */
export async function saveApplication(
  tx: TxCtx,
  { applicationId, ...form }: z.output<typeof SavedApplicationForm>,
): Promise<{ ApplicationId: number }> {
  const { numUpdatedRows } = await tx.db
    .updateTable('oauth_application')
    .where('application_id', '=', applicationId)
    .where('account_id', '=', ownAccountId(tx))
    .set(stored(form))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound('This application');
  await checkName(tx);
  return { ApplicationId: applicationId };
}

/** The names of applications are checked with the texts of the user who registered them. */
async function checkName(tx: TxCtx): Promise<void> {
  const { userId } = tx.viewer;
  if (userId !== null) await checkWords(tx, 'user', userId);
}

/** Removes one of the viewer's applications; all tokens and codes that it has end with it. */
export async function removeApplication(
  tx: TxCtx,
  { applicationId }: { readonly applicationId: number },
): Promise<Record<string, never>> {
  const accountId = ownAccountId(tx);
  const { numDeletedRows } = await tx.db
    .deleteFrom('oauth_application')
    .where('application_id', '=', applicationId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound('This application');
  tx.onCommit(async () => logSecurity(tx, 'application.removed', { accountId, applicationId }));
  return {};
}
