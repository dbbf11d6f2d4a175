import { conflict, no, type Verdict, yes } from '#lib/rules/verdict.ts';

/** How long the code of a claim can be used. */
export const claimDays = 7;

/** Claims of one user that wait for a proof. */
const maxOpenClaims = 5;

/** Hours after which what was copied of a claimed profile in the meantime is handed over for the last time. */
export const lateCopyHours = 24;

/** What shows that the claimant is the user at the source. */
export type UserProof = 'profile' | 'login';

/** The code as it is put into a profile: its first part says to readers what it is for. */
export const writtenCode = (code: string): string => `paddock-${code}`;

/** Whether the text of a profile contains the code of a claim. */
export const containsUserCode = (text: string, code: string): boolean =>
  text.toUpperCase().includes(writtenCode(code).toUpperCase());

/** How much of a profile is driven with one login. */
export interface DrivenWith {
  readonly login: string;
  readonly replays: number;
}

/**
 * Whether a login identifies the user of a copied profile: most of the replays there were driven with it. One replay proves nothing,
 * because users post those of friends, too.
 */
export function identifies(login: string, driven: readonly DrivenWith[]): boolean {
  const all = driven.reduce((sum, { replays }) => sum + replays, 0);
  const own = driven.find((one) => one.login.toLowerCase() === login.toLowerCase())?.replays ?? 0;
  return own * 2 > all;
}

/** What is known when a user claims a copied profile. */
export interface ClaimFacts {
  readonly isOwn: boolean;
  /** its user has claimed it */
  readonly isTaken: boolean;
  readonly openClaims: number;
}

/** Whether a user may claim a copied profile now. */
export function mayClaimProfile({ isOwn, isTaken, openClaims }: ClaimFacts): Verdict {
  if (isOwn) return no('This profile is yours already.');
  if (isTaken) return conflict('This profile has been claimed.');
  if (openClaims >= maxOpenClaims)
    return conflict(`You have ${maxOpenClaims} claims without proof. Cancel one first.`);
  return yes;
}

/** A claim of the viewer, as the account lists it. */
export interface OwnClaim {
  readonly copiedId: number;
  /** of the copied profile; once it is granted, there is none */
  readonly name: string;
  readonly state: 'open' | 'expired' | 'granted';
}

/** The page on which a copied profile is claimed. */
export interface ClaimPageData {
  readonly copiedId: number;
  readonly name: string;
  /** of the site that it was copied from, and the profile there */
  readonly host: string;
  readonly href: string;
  readonly counts: readonly { readonly label: string; readonly n: number }[];
  /** the viewer's claim; null: none, or its code has expired */
  readonly code: string | null;
  readonly expiresAt: Date | null;
  /** whether most of its replays were driven with one login */
  readonly hasLogin: boolean;
  /** that login, if it is linked to the viewer by more than a file; nobody else is shown it */
  readonly provedLogin: string | null;
  readonly right: Verdict;
}

/** The page of a profile that the viewer has claimed. */
export interface ClaimedPageData {
  readonly userId: number;
}
