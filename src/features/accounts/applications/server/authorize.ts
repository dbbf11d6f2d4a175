import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { TokenScope } from '#lib/codes/token-scopes.ts';
import { isSuspended } from '#platform/auth/sanctions.ts';
import { hashOf } from '#platform/auth/session-adapter.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import { logSecurity } from '#platform/security-log.ts';
import { routes } from '#routes/routes.ts';
import { lockOpenAccount } from '../../server/closed-account.ts';
import { ownAccountId } from '../../server/policy.ts';
import { accessAsked, maxAskedLength, single } from '../asked.ts';
import type { AllowForm } from '../forms.ts';
import { askedNames, codeSeconds, maxApplicationTokens } from '../model.ts';
import { isRegisteredAs, withParameters } from '../redirect-address.ts';

/** An application with the user who registered it, unless that user is suspended here. */
const applicationOf = ({ db, site, clock }: Ctx, clientId: string) =>
  db
    .selectFrom('oauth_application as a')
    .innerJoin('account as o', 'o.account_id', 'a.account_id')
    .leftJoin('profile as p', (join) =>
      join
        .onRef('p.account_id', '=', 'a.account_id')
        .on('p.site', '=', sql.lit(site.code))
        .on('p.closed_at', 'is', null),
    )
    .where('a.client_id', '=', clientId)
    .where((eb) => eb.not(isSuspended('a.account_id', site, clock.now())))
    .select(['a.application_id', 'a.name', 'a.website', 'a.redirect_addresses', 'a.created_at'])
    .select(['o.name as owner_name', 'p.user_id as owner_id'])
    .executeTakeFirst();

type Application = NonNullable<Awaited<ReturnType<typeof applicationOf>>>;

/** What an application asks for. */
export interface Asked {
  readonly is: 'asked';
  readonly application: Application;
  readonly redirect: string;
  readonly scopes: readonly TokenScope[];
  readonly challenge: string;
  /** the parameters that our own page and its form send again */
  readonly parameters: Readonly<Record<string, string>>;
  /** where a user who refuses is sent */
  readonly refusal: string;
  /** where a user who allows it is sent with this code */
  allowed(code: string): string;
}

/** A request of an application that a user can be asked about, or why not. */
type Reading =
  | Asked
  /** shown on our page: nothing shows that the address is the application's */
  | { readonly is: 'not sent back'; readonly reason: string }
  | { readonly is: 'sent back'; readonly location: string };

/** Reads the request of an application. `origin`: of this edition, which the answer names (RFC 9207). */
export async function readAsked(ctx: Ctx, query: URLSearchParams, origin: string): Promise<Reading> {
  const refused = (reason: string) => ({ is: 'not sent back', reason }) as const;
  const clientId = single(query, 'client_id');
  const application = clientId === null ? undefined : await applicationOf(ctx, clientId);
  if (!application) return refused('The application is not registered here, or no longer.');
  const redirect = single(query, 'redirect_uri');
  if (redirect === null || !application.redirect_addresses.some((one) => isRegisteredAs(one, redirect)))
    return refused('The address that it would send you back to is not one that it registered.');
  const state = single(query, 'state');
  const back = (answer: Readonly<Record<string, string>>) =>
    withParameters(redirect, { ...answer, ...(state !== null && { state }), iss: origin });
  const failed = (error: string, error_description: string) =>
    ({ is: 'sent back', location: back({ error, error_description }) }) as const;
  const access = accessAsked(query);
  if ('error' in access) return failed(access.error, access.description);
  const parameters = Object.fromEntries(
    askedNames.flatMap((name) => {
      const value = single(query, name);
      return value === null ? [] : [[name, value]];
    }),
  );
  if (routes.oauthAuthorize(parameters).length > maxAskedLength)
    return failed('invalid_request', 'the request is too long');
  const refusal = back({ error: 'access_denied', error_description: 'the user refused' });
  return {
    is: 'asked',
    application,
    redirect,
    ...access,
    parameters,
    refusal,
    allowed: (code) => back({ code }),
  };
}

/** The request of an application that a form sends again. */
export const parametersOf = (form: z.output<typeof AllowForm>): Record<string, string> =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >; // without those that are undefined

/** Why an account cannot allow more; null if it can. */
export async function tooManyAllowed({ db }: Pick<Ctx, 'db'>, accountId: number): Promise<string | null> {
  const { count } = await db
    .selectFrom('api_token')
    .where('account_id', '=', accountId)
    .where('application_id', 'is not', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count) < maxApplicationTokens
    ? null
    : `Applications have ${maxApplicationTokens} tokens of yours, which is the maximum. Revoke one first.`;
}

/** Counts a decision of the viewer, also one that is refused. */
export async function countDecision(
  ctx: Ctx,
  form: z.output<typeof AllowForm>,
  { address, origin }: Pick<HttpRequest, 'address' | 'origin'>,
): Promise<Asked> {
  await ctx.limits.consume('application-allow', { subject: `account ${ctx.viewer.accountId}` });
  await ctx.limits.consume('application-allow-network', { address });
  const asked = await readAsked(ctx, new URLSearchParams(parametersOf(form)), origin);
  if (asked.is === 'asked') return asked;
  throw new Problem(
    400,
    asked.is === 'not sent back' ? asked.reason : 'The application sent a faulty request.',
  );
}

/** The viewer allows what an application asks for: it gets a code, which it exchanges for a token. */
export async function allowApplication(
  tx: TxCtx,
  { application, redirect, scopes, challenge, allowed }: Asked,
  { origin }: Pick<HttpRequest, 'origin'>,
): Promise<{ Location: string }> {
  const accountId = ownAccountId(tx);
  const { application_id: applicationId } = application;
  await lockOpenAccount(tx, accountId);
  const full = await tooManyAllowed(tx, accountId);
  if (full) throw new Problem(422, full);
  const code = randomBytes(32).toString('base64url');
  await tx.db
    .insertInto('oauth_code')
    .values({
      code_hash: hashOf(code),
      application_id: applicationId,
      account_id: accountId,
      site: tx.site.code,
      redirect_address: redirect,
      challenge,
      scopes: [...scopes],
      expires_at: new Date(tx.clock.now().getTime() + codeSeconds * 1000),
      used_at: null,
      token_id: null,
    })
    .execute();
  tx.onCommit(async () => logSecurity(tx, 'application.allowed', { accountId, applicationId }));
  await tx.jobs.add('mail-security', {
    site: tx.site.code,
    accountId,
    origin,
    event: 'application-allowed',
  });
  return { Location: allowed(code) };
}
