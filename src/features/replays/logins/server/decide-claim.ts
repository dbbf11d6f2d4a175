import { z } from 'zod';
import type { ActRef } from '#features/modlog/acts.ts';
import { act, type Nothing, type Offer } from '#features/modlog/server/act.ts';
import { notify } from '#features/notices/server/actions.ts';
import { oneLine } from '#lib/bbcode/typed.ts';
import { conflict, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import { openDispute } from './proof.ts';
import { bindingOf, bindTo, type ClaimRow, claimById, claimRow, lockedClaim } from './read-claims.ts';

const tell = (tx: TxCtx, claim: ClaimRow, userId: number | null, text: string, reason: string) =>
  notify(tx, {
    to: userId === null ? [] : [userId],
    kind: 'login.decided',
    text: `${text} Reason: ${oneLine(reason)}`,
    link: routes.loginClaim(claim.claim_id),
  });

const find = (tx: TxCtx, { id }: ActRef): Promise<ClaimRow> => lockedClaim(tx, id);

const isDisputed = ({ state }: { readonly state: string }): Verdict =>
  state === 'disputed' ? yes : conflict('This claim isn’t waiting for a decision.');

/** Decisions on disputed claims are offered; what undoes them is not. */
const offer = (button: string): Offer<Nothing> => ({
  kinds: ['loginclaim'],
  button,
  allow: async (ctx, { id }) => isDisputed((await claimById(ctx, id)) ?? { state: 'none' }),
});

/** Gives the login to the user who claims it. What its former owner posted stays as it is. */
const transfer = act({
  name: 'login.transfer',
  label: 'Transferred a login to its claimant',
  group: 'other',
  offer: offer('Give the login to the user who claims it'),
  find,
  allow: (_, claim) => isDisputed(claim),
  notifies: true,
  run: async (tx, claim, _, { reason }) => {
    const holder = await bindingOf(tx, claim.login_key);
    const now = tx.clock.now();
    await bindTo(tx, claim, { user_id: claim.user_id, proof: 'moderator', replay_id: null, bound_at: now });
    await claimRow(tx, claim.claim_id).set({ state: 'granted', decided_at: now }).execute();
    await tell(tx, claim, claim.user_id, `The login ${claim.login} is now yours.`, reason);
    if (holder && holder.user_id !== claim.user_id)
      await tell(
        tx,
        claim,
        holder.user_id,
        `The login ${claim.login} now belongs to another player.`,
        reason,
      );
    return {
      before: {
        Login: claim.login,
        holderId: holder?.user_id ?? null,
        holderProof: holder?.proof ?? null,
        holderReplay: holder?.replay_id ?? null,
        holderSince: holder?.bound_at.toISOString() ?? null,
      },
      after: { Login: claim.login, claimantId: claim.user_id },
      personId: holder?.user_id ?? claim.user_id,
    };
  },
  undo: {
    as: 'login.return',
    input: ({ before }) => {
      // nobody had it, or an erased account
      const former = Former.safeParse(before);
      return former.success ? former.data : null;
    },
  },
});

/** What the act that granted a claim stored about the former owner. */
const Former = z.object({
  holderId: z.number(),
  holderProof: z.enum(['replay', 'record', 'moderator']),
  holderReplay: z.number().nullable(),
  holderSince: z.coerce.date(),
});

/** Gives the login back to its former owner, which undoes that it was granted. The claim is open again. */
const returnLogin = act({
  name: 'login.return',
  label: 'Returned a login to its former owner',
  group: 'other',
  input: Former.nullable(),
  find,
  notifies: true,
  run: async (tx, claim, former, { reason }) => {
    const binding = await bindingOf(tx, claim.login_key);
    if (claim.state !== 'granted' || binding?.user_id !== claim.user_id)
      throw new Problem(409, 'This login has changed hands since.');
    if (former === null) throw new Problem(409, 'The former owner of this login is not stored.');
    const { holderId, holderProof, holderReplay, holderSince } = former;
    await bindTo(tx, claim, {
      user_id: holderId,
      proof: holderProof,
      replay_id: holderReplay,
      bound_at: holderSince,
    });
    await disputeAgain(tx, claim, holderId);
    await tell(tx, claim, holderId, `The login ${claim.login} is yours again.`, reason);
    await tell(tx, claim, claim.user_id, `The login ${claim.login} is back with its former owner.`, reason);
    return {
      before: { Login: claim.login, claimantId: claim.user_id },
      after: { Login: claim.login, holderId },
      personId: claim.user_id,
    };
  },
  undo: 'login.transfer',
});

async function disputeAgain(tx: TxCtx, claim: ClaimRow, holderId: number | null): Promise<void> {
  await claimRow(tx, claim.claim_id)
    .set({ state: 'disputed', decided_at: null, holder_id: holderId })
    .execute();
  await openDispute(tx, claim, claim.proof ?? 'replay');
}

/** Leaves the login with its owner. */
const reject = act({
  name: 'claim.reject',
  label: 'Rejected a claim to a login',
  group: 'other',
  offer: offer('Reject the claim: the login stays with its owner'),
  find,
  allow: (_, claim) => isDisputed(claim),
  notifies: true,
  run: async (tx, claim, _, { reason }) => {
    await claimRow(tx, claim.claim_id).set({ state: 'rejected', decided_at: tx.clock.now() }).execute();
    await tell(tx, claim, claim.user_id, `Your claim to the login ${claim.login} was rejected.`, reason);
    await tell(tx, claim, claim.holder_id, `The login ${claim.login} stays yours.`, reason);
    return { before: { Login: claim.login }, personId: claim.user_id };
  },
  undo: 'claim.reopen',
});

/** A rejected claim waits for a decision again. */
const reopen = act({
  name: 'claim.reopen',
  label: 'Reopened a claim to a login',
  group: 'other',
  effect: 'favourable',
  find,
  allow: (_, { state }) => (state === 'rejected' ? yes : conflict('This claim is not rejected.')),
  notifies: true,
  run: async (tx, claim, _, { reason }) => {
    await disputeAgain(tx, claim, claim.holder_id);
    const text = `Your claim to the login ${claim.login} is under review again.`;
    await tell(tx, claim, claim.user_id, text, reason);
    return { after: { Login: claim.login }, personId: claim.user_id };
  },
  undo: 'claim.reject',
});

/** Moderator actions on claims to logins. */
export const claimActs = [transfer, returnLogin, reject, reopen];
