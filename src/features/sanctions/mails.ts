import { type SanctionKind, untilText } from '#lib/rules/sanctions.ts';
import { sanctionRules } from './model.ts';

interface SanctionLetter {
  readonly kind: SanctionKind;
  /** such as "Paddock Nations Forever" or "all editions of Paddock" */
  readonly where: string;
  readonly siteName: string;
  readonly endsAt: Date | null;
  readonly reason: string;
}

const subjects: Readonly<Record<SanctionKind, string>> = {
  warning: 'You were warned',
  mute: 'You are muted',
  suspension: 'Your account is suspended',
};

const deeds: Readonly<Record<SanctionKind, string>> = {
  warning: 'warned',
  mute: 'muted',
  suspension: 'suspended',
};

const letter = (subject: string, name: string, siteName: string, ...paragraphs: string[]) => ({
  subject,
  text: [`Hi ${name},`, ...paragraphs, siteName].join('\n\n'),
});

/** The mail about a new sanction. It contains no link, because a user who cannot sign in could not open it. */
export const imposedLetter = (name: string, { kind, where, endsAt, reason, siteName }: SanctionLetter) =>
  letter(
    subjects[kind],
    name,
    siteName,
    `A moderator has ${deeds[kind]} you on ${where} ${untilText(endsAt)}.`,
    `Reason: ${reason}`,
    sanctionRules[kind].meaning,
    kind === 'suspension'
      ? 'If you think this is a mistake, sign in; you’ll see how to appeal.'
      : 'If you think this is a mistake, appeal on your account page, under Sanctions.',
  );

/** The mail about a sanction that was lifted. */
export const liftedLetter = (name: string, { kind, where, siteName }: SanctionLetter) =>
  letter(
    'A sanction was lifted',
    name,
    siteName,
    `Your ${sanctionRules[kind].label.toLowerCase()} on ${where} has been lifted.`,
    ...(kind === 'suspension' ? ['You can sign in again.'] : []),
  );
