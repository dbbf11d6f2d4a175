import { randomInt } from 'node:crypto';
import { forSite } from '#db/for-site.ts';
import { nextId } from '#db/ids.ts';
import { settleCase } from '#features/cases/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { daysAfter, daysBefore } from '#lib/codes/durations.ts';
import { conflict, no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { TxCtx } from '#platform/context.ts';
import { assertAllowed, badRequest, Problem } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import { loginKey } from '../../checks/replay-file.ts';
import { claimAgainDays, claimDays, codeAlphabet, codeLength, maxClaimAnswer, mayClaim } from '../claims.ts';
import { bindingOf, type ClaimRow, claimRow, lockLogin } from './read-claims.ts';

export const newCode = (): string =>
  Array.from({ length: codeLength }, () => codeAlphabet.charAt(randomInt(codeAlphabet.length))).join('');

/** Claims a login for the viewer and issues its code. */
export async function claimLogin(tx: TxCtx, typed: string): Promise<{ ClaimId: number; Link: string }> {
  const { userId } = tx.viewer;
  const login = typed.trim();
  const key = loginKey({ login });
  if (key === null)
    throw new Problem(
      422,
      'Login: has up to 64 letters, digits, dots, hyphens and underscores, as in the game.',
      {
        field: 'Login',
      },
    );
  await tx.limits.within(tx.db).consume('login-claim', { subject: `account ${tx.viewer.accountId}` });
  await lockLogin(tx, key);
  const now = tx.clock.now();
  await deleteExpired(tx, userId, now);
  const own = await forSite(tx, 'login_claim')
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([eb('state', '=', 'open'), eb.and([eb('login_key', '=', key), eb('state', '<>', 'withdrawn')])]),
    )
    .select(['login_key', 'state', 'decided_at'])
    .execute();
  const ofLogin = own.filter(({ login_key }) => login_key === key);
  const rejections = ofLogin.flatMap(({ state, decided_at }) =>
    state === 'rejected' && decided_at ? [decided_at.getTime()] : [],
  );
  const verdict = mayClaim({
    login,
    isOwn: (await bindingOf(tx, key))?.user_id === userId,
    isClaimed: ofLogin.some(({ state }) => state === 'open' || state === 'disputed'),
    openClaims: own.filter(({ state }) => state === 'open').length,
    rejectedAt: rejections.length > 0 ? new Date(Math.max(...rejections)) : null,
    forgottenBefore: daysBefore(now, claimAgainDays),
  });
  assertAllowed(verdict);
  const { claim_id } = await tx.db
    .insertInto('login_claim')
    .values({
      site: tx.site.code,
      claim_id: nextId('login_claim', tx.site.code),
      user_id: userId,
      login_key: key,
      login,
      code: newCode(),
      created_at: now,
      expires_at: daysAfter(now, claimDays),
    })
    .returning('claim_id')
    .executeTakeFirstOrThrow();
  return { ClaimId: claim_id, Link: `${routes.account('claim')}#logins` };
}

/** Claims whose code was never used make room for new ones. */
const deleteExpired = (tx: TxCtx, userId: number, now: Date) =>
  tx.db
    .deleteFrom('login_claim')
    .where('site', '=', tx.site.code)
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .where('expires_at', '<=', now)
    .execute();

export function mayWithdraw(userId: number, claim: ClaimRow): Verdict {
  if (claim.user_id !== userId) return no('Only the player who made this claim can cancel it.');
  return claim.state === 'open' || claim.state === 'disputed'
    ? yes
    : conflict('This claim has been decided.');
}

/** Ends a claim of the viewer without a decision. */
export async function withdrawClaim(tx: TxCtx, claim: ClaimRow) {
  await claimRow(tx, claim.claim_id).set({ state: 'withdrawn', decided_at: tx.clock.now() }).execute();
  if (claim.state === 'disputed')
    await settleCase(
      tx,
      { kind: 'loginclaim', id: claim.claim_id },
      { outcome: 'void', text: 'Claim cancelled.' },
    );
  if (claim.holder_id !== null)
    await notify(tx, {
      to: [claim.holder_id],
      kind: 'login.claimed',
      text: `The claim to your login ${claim.login} was cancelled.`,
      link: routes.loginClaim(claim.claim_id),
    });
  return { ClaimId: claim.claim_id, Link: `${routes.account('claimend')}#logins` };
}

export function mayAnswer(userId: number, claim: ClaimRow): Verdict {
  if (claim.holder_id === null || claim.holder_id !== userId)
    return no('Only the player whose login is claimed can answer.');
  return claim.state === 'disputed' ? yes : conflict('This claim has been decided.');
}

/** Stores what the present owner of the login says; a later answer replaces it. */
export async function answerClaim(tx: TxCtx, claim: ClaimRow, typed: string) {
  const answer = cleanMessage(typed);
  if (answer === '') throw badRequest('Answer: is missing.', 'Answer');
  if (answer.length > maxClaimAnswer)
    throw badRequest(`Answer: has more than ${maxClaimAnswer} characters.`, 'Answer');
  await claimRow(tx, claim.claim_id).set({ answer, answered_at: tx.clock.now() }).execute();
  return { ClaimId: claim.claim_id, Link: routes.loginClaim(claim.claim_id) };
}
