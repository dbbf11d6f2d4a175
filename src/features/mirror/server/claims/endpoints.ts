import { randomInt } from 'node:crypto';
import { codeAlphabet } from '#features/replays/logins/claims.ts';
import { daysAfter } from '#lib/codes/durations.ts';
import { Level } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import { assertAllowed, notFound, Problem } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { logSecurity } from '#platform/security-log.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { claimDays, containsUserCode, mayClaimProfile, type UserProof } from '../../claims.ts';
import { UserClaimForm } from '../../forms.ts';
import { claimantOf } from '../repo.ts';
import { type ClaimReactions, handOver } from './hand-over.ts';
import { hasProvedLogin, loginOfProfile, textAtSource } from './proof.ts';
import { copiedProfile, lockedProfile, openClaim, openClaims } from './read-claims.ts';

/** Users whose address is confirmed: a proof makes this site send requests to others. */
export const mayClaim = ({ viewer }: Pick<Ctx, 'viewer'>): Verdict =>
  viewer.level >= Level.standard ? yes : no('Confirm your email before you claim a profile.');

const codeLength = 12;
const newCode = (): string =>
  Array.from({ length: codeLength }, () => codeAlphabet.charAt(randomInt(codeAlphabet.length))).join('');

interface Claimed {
  readonly UserId: number;
}

/** Issues a code for the viewer; a former one can no longer be used. */
async function begin(tx: TxCtx, userId: number): Promise<Claimed> {
  const { userId: copiedId } = await lockedProfile(tx, userId);
  const isOpen = (await openClaim(tx, copiedId)) !== undefined;
  assertAllowed(
    mayClaimProfile({
      isOwn: copiedId === tx.viewer.userId,
      isTaken: false,
      openClaims: (await openClaims(tx)) - (isOpen ? 1 : 0),
    }),
  );
  await tx.limits.within(tx.db).consume('user-claim', { subject: `account ${tx.viewer.accountId}` });
  const now = tx.clock.now();
  const fresh = { code: newCode(), created_at: now, expires_at: daysAfter(now, claimDays) };
  await tx.db
    .insertInto('user_claim')
    .values({ site: tx.site.code, copied_id: copiedId, user_id: tx.viewer.userId, ...fresh })
    .onConflict((conflict) => conflict.columns(['site', 'copied_id', 'user_id']).doUpdateSet(fresh))
    .execute();
  return { UserId: copiedId };
}

const noClaim = () => new Problem(409, 'Get a code first: this one can no longer be used.');

/** Looks for a proof, at the source if no login is one. Throws a Problem if there is none. */
async function prove(ctx: Ctx, copiedId: number): Promise<{ copiedId: number; proof: UserProof }> {
  const profile = await copiedProfile(ctx, copiedId);
  if (!profile) {
    if ((await claimantOf(ctx, copiedId)) === null) throw notFound('This copied profile');
    throw new Problem(409, 'This profile has been claimed.');
  }
  const claim = await openClaim(ctx, copiedId);
  if (!claim) throw noClaim();
  await ctx.limits.consume('user-claim-check', { subject: `account ${ctx.viewer.accountId}` });
  const login = await loginOfProfile(ctx, copiedId);
  if (login !== null && (await hasProvedLogin(ctx, login))) return { copiedId, proof: 'login' };
  if (containsUserCode(await textAtSource(ctx, profile), claim.code)) return { copiedId, proof: 'profile' };
  const { hostname } = new URL(profile.origin);
  throw new Problem(
    422,
    `Your code isn’t in the profile on ${hostname} yet. Save it there first; it may take a few minutes to show.`,
  );
}

/** Grants a claim that was proved a moment ago, if it still can be. */
const grant = (entries: ClaimReactions['personalData']) =>
  async function grantClaim(
    tx: TxCtx,
    { copiedId, proof }: { readonly copiedId: number; readonly proof: UserProof },
  ): Promise<Claimed> {
    const { userId, accountId } = tx.viewer;
    await lockedProfile(tx, copiedId);
    if (!(await openClaim(tx, copiedId))) throw noClaim();
    await tx.db
      .updateTable('user_claim')
      .set({ granted_at: tx.clock.now(), proof })
      .where('site', '=', tx.site.code)
      .where('copied_id', '=', copiedId)
      .where('user_id', '=', userId)
      .execute();
    await tx.db
      .deleteFrom('user_claim')
      .where('site', '=', tx.site.code)
      .where('copied_id', '=', copiedId)
      .where('granted_at', 'is', null)
      .execute();
    await handOver(tx, entries(), copiedId, userId);
    await tx.jobs.add('finish-user-claims', {});
    tx.onCommit(async () =>
      logSecurity(tx, 'profile.claimed', { accountId: accountId ?? 0, copiedId, by: proof }),
    );
    return { UserId: userId };
  };

async function cancel(tx: TxCtx, copiedId: number): Promise<Claimed> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('user_claim')
    .where('site', '=', tx.site.code)
    .where('copied_id', '=', copiedId)
    .where('user_id', '=', tx.viewer.userId)
    .where('granted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw notFound('This claim');
  return { UserId: copiedId };
}

const claimForm = (_: unknown, { path }: { readonly path: string }) =>
  path.replace(/\/(?:check|cancel)$/, '');

/** Claims of users to the copies of their profiles on other sites. */
export const userClaimRoutes = (reactions: ClaimReactions): RouteTable => ({
  [post(routes.userClaim)]: action({
    touches: 'edition',
    input: UserClaimForm,
    allow: mayClaim,
    run: (tx, { userId }) => begin(tx, userId),
    next: ({ UserId }) => routes.userClaim(UserId, 'code'),
    form: claimForm,
  }),
  [post(routes.userClaimCheck)]: action({
    touches: 'edition',
    input: UserClaimForm,
    allow: mayClaim,
    prepare: (ctx, { userId }) => prove(ctx, userId),
    run: grant(reactions.personalData),
    next: (_, { userId }) => routes.userClaim(userId),
    form: claimForm,
  }),
  [post(routes.userClaimCancel)]: action({
    touches: 'edition',
    input: UserClaimForm,
    allow: mayClaim,
    run: (tx, { userId }) => cancel(tx, userId),
    next: ({ UserId }) => routes.userClaim(UserId, 'end'),
  }),
});
