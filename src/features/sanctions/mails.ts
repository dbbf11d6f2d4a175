import { type SanctionKind, untilText } from '#lib/rules/sanctions.ts';
import { sanctionRules } from './model.ts';

interface SanctionLetter {
  readonly kind: SanctionKind;
  /** the name of the edition; null: all */
  readonly where: string | null;
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

const letter = (subject: string, name: string, ...paragraphs: string[]) => ({
  subject,
  text: [`Hi ${name},`, ...paragraphs, 'Paddock'].join('\n\n'),
});

const place = (where: string | null) => (where === null ? 'all editions of Paddock' : `Paddock ${where}`);

/** The mail about a new sanction. It contains no link, because a user who cannot sign in could not open it. */
export const imposedLetter = (name: string, { kind, where, endsAt, reason }: SanctionLetter) =>
  letter(
    subjects[kind],
    name,
    `A moderator has ${deeds[kind]} you on ${place(where)} ${untilText(endsAt)}.`,
    `Reason: ${reason}`,
    sanctionRules[kind].meaning,
    kind === 'suspension'
      ? 'If you think this is a mistake, sign in; you’ll see how to appeal.'
      : 'If you think this is a mistake, appeal on your account page, under Sanctions.',
  );

/** The mail about a sanction that was lifted. */
export const liftedLetter = (name: string, { kind, where }: SanctionLetter) =>
  letter(
    'A sanction was lifted',
    name,
    `Your ${sanctionRules[kind].label.toLowerCase()} on ${place(where)} has been lifted.`,
    ...(kind === 'suspension' ? ['You can sign in again.'] : []),
  );
