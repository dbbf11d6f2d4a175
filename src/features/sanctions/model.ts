import { oneLine } from '#lib/bbcode/typed.ts';
import { daysAfter } from '#lib/codes/durations.ts';
import { type SanctionKind, untilText } from '#lib/rules/sanctions.ts';

interface KindRules {
  readonly label: string;
  /** the lengths offered, in days; 'good' has no end */
  readonly lengths: readonly (number | 'good')[];
  /** what it means for the person, as a sentence for their page */
  readonly meaning: string;
}

/** What moderators impose on people. Every sanction has a reason, and an end unless it is a suspension for good. */
export const sanctionRules: Readonly<Record<SanctionKind, KindRules>> = {
  warning: {
    label: 'Warning',
    lengths: [30, 90, 365],
    meaning:
      'You can do everything as before, but your account doesn’t count as trusted while the warning is active.',
  },
  mute: {
    label: 'Mute',
    lengths: [1, 7, 30],
    meaning:
      'You can read everything, but you can’t post, upload or change anything others see. You can still report things, appeal and manage your account.',
  },
  suspension: {
    label: 'Suspension',
    lengths: [7, 30, 90, 365, 'good'],
    meaning: 'You can’t sign in, and your API tokens don’t work.',
  },
};

/** When a sanction of this length ends; null: never. */
export const endOf = (length: number | 'good', now: Date): Date | null =>
  length === 'good' ? null : daysAfter(now, length);

/** A length in a form: "7 days", "Permanently". */
export function lengthLabel(length: number | 'good'): string {
  if (length === 'good') return 'Permanently';
  return length === 1 ? '1 day' : `${length} days`;
}

interface Times {
  readonly endsAt: Date | null;
  readonly liftedAt: Date | null;
}
export type SanctionState = 'in force' | 'ended' | 'lifted';

/** Whether a sanction has an effect now. Ends are compared with the clock; nothing is written when one is reached. */
export function stateOf({ endsAt, liftedAt }: Times, now: Date): SanctionState {
  if (liftedAt !== null) return 'lifted';
  return endsAt !== null && endsAt <= now ? 'ended' : 'in force';
}

/** "Mute on Nations Forever until 2026-12-24 10:00 UTC". `where` null: all editions. */
export const sanctionWords = (kind: SanctionKind, where: string | null, endsAt: Date | null): string =>
  `${sanctionRules[kind].label} on ${where ?? 'all editions'} ${untilText(endsAt)}`;

const verbs: Readonly<Record<SanctionKind, string>> = {
  warning: 'were warned',
  mute: 'are muted',
  suspension: 'are suspended',
};

/** The notice about a new sanction: "You are muted on Nations Forever until … . Reason: …" */
export const imposedSentence = (
  kind: SanctionKind,
  where: string | null,
  endsAt: Date | null,
  reason: string,
): string =>
  kind === 'warning'
    ? `You ${verbs.warning} on ${where ?? 'all editions'}. Reason: ${oneLine(reason)}`
    : `You ${verbs[kind]} on ${where ?? 'all editions'} ${untilText(endsAt)}. Reason: ${oneLine(reason)}`;

/** The notice about a sanction that was lifted. */
export const liftedSentence = (kind: SanctionKind, where: string | null, reason: string): string =>
  `Your ${sanctionRules[kind].label.toLowerCase()} on ${where ?? 'all editions'} was lifted. Reason: ${oneLine(reason)}`;

/** A sanction of an account, as moderators and the person see it. */
export interface Sanction {
  readonly sanctionId: number;
  readonly accountId: number;
  /** null: on every edition */
  readonly site: string | null;
  readonly kind: SanctionKind;
  readonly reason: string;
  readonly imposedAt: Date;
  /** null: for good */
  readonly endsAt: Date | null;
  readonly liftedAt: Date | null;
  readonly state: SanctionState;
  /** names of the accounts that imposed and lifted it; null: the server, or an account that is erased */
  readonly imposedBy: string | null;
  readonly liftedBy: string | null;
}
