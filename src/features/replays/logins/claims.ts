import { stripGameText } from '#lib/game-text/parse.ts';
import { conflict, type Verdict, yes } from '#lib/rules/verdict.ts';

/** How long the code of a claim can be used. */
export const claimDays = 7;

/** Claims of one user that wait for a proof. */
export const maxOpenClaims = 5;

/** After a rejection, the same user may claim the same login again after this time. */
export const claimAgainDays = 30;

export const maxClaimAnswer = 2000;

/** Letters and digits that cannot be confused, so that a code can be typed into a game. */
export const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const codeLength = 8;

export type ClaimState = 'open' | 'disputed' | 'granted' | 'rejected' | 'withdrawn';

/** `expired`: the code was never used. */
export type ShownClaimState = ClaimState | 'expired';

export const claimLabels: Readonly<Record<ShownClaimState, string>> = {
  open: 'Waiting for proof',
  disputed: 'Waiting for a moderator',
  granted: 'Granted',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  expired: 'Code expired',
};

/** What shows that the claimant plays with the login. */
export const proofKinds = {
  replay: 'A replay with the code in its nickname. Anyone who can write files can make one.',
  record: 'A record from an approved server, driven with the code in the nickname.',
} as const;
export type ClaimProof = keyof typeof proofKinds;

export const shownState = (
  { state, expiresAt }: { readonly state: ClaimState; readonly expiresAt: Date },
  now: Date,
): ShownClaimState => (state === 'open' && expiresAt <= now ? 'expired' : state);

/** A claim as its user sees it. */
export interface ShownClaim {
  readonly claimId: number;
  readonly login: string;
  readonly state: ShownClaimState;
  /** null: it is another user's, or can no longer be used */
  readonly code: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** What speaks for one side. */
export interface ClaimSide {
  readonly userId: number;
  readonly name: string;
  /** replays with this login on this edition, and when the first was uploaded */
  readonly replays: number;
  readonly firstAt: Date | null;
}

/** A claim with the evidence of both sides. */
export interface ClaimEvidence extends ShownClaim {
  readonly isClaimant: boolean;
  readonly isHolder: boolean;
  readonly proof: ClaimProof | null;
  readonly proofText: string | null;
  readonly provedAt: Date | null;
  readonly answer: string | null;
  readonly answeredAt: Date | null;
  readonly decidedAt: Date | null;
  /** how the login is linked now; null: it is free */
  readonly binding: {
    readonly proof: ClaimProof | 'moderator';
    readonly replayId: number | null;
    readonly boundAt: Date;
  } | null;
  /** null: the account was deleted */
  readonly claimant: ClaimSide | null;
  readonly holder: ClaimSide | null;
  readonly right: { readonly withdraw: Verdict; readonly answer: Verdict };
}

/** Whether a nickname, with the codes of the game for colours and styles, contains the code of a claim. */
export const containsCode = (nickname: string, code: string): boolean =>
  stripGameText(nickname).toUpperCase().includes(code);

/** What is known when a user claims a login. */
export interface ClaimFacts {
  readonly login: string;
  readonly isOwn: boolean;
  readonly isClaimed: boolean;
  readonly openClaims: number;
  /** when the last claim of this user to this login was rejected */
  readonly rejectedAt: Date | null;
  /** from when on a rejected claim no longer counts */
  readonly forgottenBefore: Date;
}

/** Whether a user may claim a login now. */
export function mayClaim(facts: ClaimFacts): Verdict {
  if (facts.isOwn) return conflict(`The login ${facts.login} is already yours.`);
  if (facts.isClaimed) return conflict(`You’ve already claimed the login ${facts.login}.`);
  if (facts.openClaims >= maxOpenClaims)
    return conflict(`You have ${maxOpenClaims} claims without proof. Cancel one first.`);
  if (facts.rejectedAt !== null && facts.rejectedAt > facts.forgottenBefore)
    return conflict(
      `A moderator rejected your claim to ${facts.login}. You can claim it again ${claimAgainDays} days after that.`,
    );
  return yes;
}
