import { isModerator } from '#lib/codes/level.ts';
import { cookieName, hiddenCookie, type Sender } from '#platform/auth/cookies.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inRetriedTransaction } from '#platform/ctx.ts';
import { localPath, onHost } from '#platform/http/address.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { seeOther } from '#platform/http/send.ts';
import type { Endpoint, HttpRequest } from '#platform/http/types.ts';
import { logSecurity } from '#platform/security-log.ts';
import { get } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import { needsSecondStep } from '../../second-step/server/factors.ts';
import { challengeOf, crossingCode, newVerifier, readCrossingCode } from './crossing-code.ts';
import { proceed } from './second-step-actions.ts';
import { arrive, cookiesOf, type Outcome } from './start-session.ts';

// Signing in with the session of another edition takes three redirects, because no cookie is shared between hosts:
// 1. here: a verifier is stored in a cookie of this browser, and its hash goes to the other edition;
// 2. there: the session vouches for its user with a code that names this edition and the hash;
// 3. here: the code works once, within a minute, and only in the browser that has the verifier. So nobody can sign others in.

const verifierSeconds = 600;

const cookie = (ctx: Pick<Ctx, 'site'>, { secure }: Sender) => cookieName('crossing', ctx.site, secure);

function otherEdition(ctx: Ctx, code: string): Site {
  const other = ctx.sites.find((site) => site.code === code && code !== ctx.site.code);
  if (!other) throw notFound('This edition');
  return other;
}

const wayOf = (request: HttpRequest) => localPath(request.query.get('returnTo')) ?? routes.home();
/** The address on another edition. */
const at = ({ origin }: HttpRequest, other: Site, path: string) => `${onHost(origin, other.host)}${path}`;

const begin: Endpoint = {
  async handle(ctx, request, params) {
    const other = otherEdition(ctx, params.site ?? '');
    const returnTo = wayOf(request);
    if (ctx.viewer.accountId !== null) return seeOther(returnTo);
    const verifier = newVerifier();
    const asked = { challenge: challengeOf(verifier), returnTo };
    return seeOther(at(request, other, routes.crossingProof(ctx.site.code, asked)), {
      'set-cookie': [hiddenCookie(cookie(ctx, request), verifier, request.secure, verifierSeconds)],
    });
  },
};

const prove: Endpoint = {
  async handle(ctx, request, params) {
    const other = otherEdition(ctx, params.site ?? '');
    const challenge = request.query.get('challenge') ?? '';
    const returnTo = wayOf(request);
    const { session } = ctx.viewer;
    if (!session || !/^[\w-]{43}$/.test(challenge))
      return seeOther(at(request, other, routes.login(returnTo)));
    const code = crossingCode(ctx, { sessionId: session.sessionId, to: other.code, challenge });
    return seeOther(at(request, other, routes.crossingEnd({ code, returnTo })));
  },
};

/** The session that a code names, if it still exists. */
const sessionOf = (tx: TxCtx, sessionId: number) =>
  tx.db
    .selectFrom('session as s')
    .innerJoin('account as a', 'a.account_id', 's.account_id')
    .where('s.session_id', '=', sessionId)
    .where('s.expires_at', '>', tx.clock.now())
    .select(['a.account_id', 'a.name', 's.site', 's.created_at', 's.factor_at'])
    .executeTakeFirst();

/** Whether the account has a role on this edition, which is worth more to a thief. */
async function hasRole(tx: TxCtx, accountId: number): Promise<boolean> {
  const roles = await tx.db
    .selectFrom('role_grant')
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('site', 'is', null), eb('site', '=', tx.site.code)]))
    .select('level')
    .execute();
  return roles.some(isModerator);
}

const refused = () =>
  new Problem(
    401,
    'This link has expired or was used already. Sign in, or try again from the other edition.',
    {
      link: routes.login(),
    },
  );

async function cross(tx: TxCtx, request: HttpRequest, sessionId: number): Promise<Outcome> {
  const from = await sessionOf(tx, sessionId);
  if (!from) throw refused();
  const { account_id: accountId, created_at: signedInAt } = from;
  // a factor that was proven there counts here, except for a role
  const mustProve =
    (await needsSecondStep(tx, accountId)) && (from.factor_at === null || (await hasRole(tx, accountId)));
  if (mustProve) return proceed(tx, request, from);
  tx.onCommit(async () => logSecurity(tx, 'sign-in.ok', { accountId, by: 'session', knownBrowser: false }));
  return arrive(tx, request, from, { signedInAt });
}

const end: Endpoint = {
  async handle(ctx, request) {
    const returnTo = wayOf(request);
    if (ctx.viewer.accountId !== null) return seeOther(returnTo);
    const verifier = request.cookies[cookie(ctx, request)];
    const code = request.query.get('code') ?? '';
    const crossing = readCrossingCode(ctx, code);
    if (
      !crossing ||
      !verifier ||
      crossing.to !== ctx.site.code ||
      crossing.challenge !== challengeOf(verifier)
    )
      throw refused();
    try {
      await ctx.limits.consume('crossing', { subject: `crossing ${crossing.challenge}` });
    } catch (error) {
      throw error instanceof Problem ? refused() : error;
    }
    const outcome = await inRetriedTransaction(ctx, (tx) => cross(tx, request, crossing.sessionId));
    const { answer } = outcome;
    const used = hiddenCookie(cookie(ctx, request), '', request.secure, 0);
    const onward =
      answer.Closed?.Link ?? (answer.SecondStep ? routes.secondStep(queryWith(returnTo)) : returnTo);
    return seeOther(onward, { 'set-cookie': [...(cookiesOf(outcome)['set-cookie'] ?? []), used] });
  },
};

const queryWith = (returnTo: string) => `?${new URLSearchParams({ returnTo })}`;

export const crossingRoutes: RouteTable = {
  [get(routes.crossing)]: begin,
  [get(routes.crossingProof)]: prove,
  [get(routes.crossingEnd)]: end,
};
