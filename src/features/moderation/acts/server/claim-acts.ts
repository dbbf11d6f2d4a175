import { z } from 'zod';
import {
  claimById,
  grantClaim,
  rejectClaim,
  reopenClaim,
  returnLogin,
} from '#features/replays/server/moderated.ts';
import { conflict, yes } from '#lib/rules/verdict.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import type { AnyAct, ModeratorAct, StoredAct, UndoRule } from './act.ts';
import { type Nothing, shared } from './plain-acts.ts';
import { byFeature } from './text-undos.ts';

const isDisputed = async (ctx: Ctx, id: number) =>
  (await claimById(ctx, id))?.state === 'disputed' ? yes : conflict('This claim waits for no decision.');

const decision = (
  name: 'login.transfer' | 'claim.reject',
  label: string,
  decide: (tx: TxCtx, claimId: number, reason: string) => Promise<void>,
): ModeratorAct<Nothing> => ({
  ...shared({ name, kind: 'loginclaim', label }),
  notifies: true,
  allow: (ctx, { id }) => isDisputed(ctx, id),
  run: async (tx, { id }, _, reason) => {
    await decide(tx, id, reason);
    return undefined;
  },
});

/** Decisions about disputed claims to logins. */
export const claimActs: readonly AnyAct[] = [
  decision('login.transfer', 'Give the login to the user who claims it', grantClaim),
  decision('claim.reject', 'Reject the claim: the login stays with its owner', rejectClaim),
];

const Former = z.object({
  holderId: z.number(),
  holderProof: z.enum(['replay', 'record', 'moderator']),
  holderReplay: z.number().nullable(),
  holderSince: z.coerce.date(),
});

/** Whose login it was before; null if nobody had it, or an erased account. */
function formerIn(before: StoredAct['before']) {
  const parsed = Former.safeParse(before);
  if (!parsed.success) return null;
  const { holderId, holderProof, holderReplay, holderSince } = parsed.data;
  return { userId: holderId, proof: holderProof, replayId: holderReplay, since: holderSince };
}

export const claimUndos = {
  'login.transfer': byFeature('login.return', (tx, { subject, before }, reason) =>
    returnLogin(tx, subject.id, formerIn(before), reason),
  ),
  'login.return': byFeature('login.transfer', (tx, { subject }, reason) =>
    grantClaim(tx, subject.id, reason),
  ),
  'claim.reject': byFeature('claim.reopen', (tx, { subject }, reason) => reopenClaim(tx, subject.id, reason)),
  'claim.reopen': byFeature('claim.reject', (tx, { subject }, reason) => rejectClaim(tx, subject.id, reason)),
} satisfies Record<string, UndoRule>;
