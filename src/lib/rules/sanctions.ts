const sanctionKinds = ['warning', 'mute', 'suspension'] as const;
export type SanctionKind = (typeof sanctionKinds)[number];

/** "until 2026-12-24 10:00 UTC", or "for good" without an end. */
export const untilText = (endsAt: Date | null): string =>
  endsAt === null ? 'for good' : `until ${endsAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Why a muted person cannot write on an edition. */
export const mutedSentence = (edition: string, until: Date): string =>
  `You are muted on ${edition} ${untilText(until)}: you can read, but you cannot write.`;

/** Why a write that concerns several editions is refused. */
const sharedBy = {
  account: 'this changes your account on every edition',
  board: 'every edition shows this board',
} as const;
export type SharedBy = keyof typeof sharedBy;

/** Why a sanction of one edition refuses a write on another. `where`: the name of the edition, or null for all. */
export const sanctionedSentence = (
  kind: Exclude<SanctionKind, 'warning'>,
  { where, endsAt }: { readonly where: string | null; readonly endsAt: Date | null },
  shared: SharedBy,
): string =>
  `You are ${kind === 'mute' ? 'muted' : 'suspended'} on ${where ?? 'all editions'} ${untilText(endsAt)}, and ${sharedBy[shared]}.`;

/** Why a suspended person cannot sign in. `where`: the name of the edition, or null if they are suspended on all. */
export const suspendedSentence = (where: string | null, endsAt: Date | null, reason: string): string =>
  `You are suspended on ${where ?? 'all editions'} ${untilText(endsAt)}. Reason: ${reason.replace(/\s+/g, ' ').trim()}`;
