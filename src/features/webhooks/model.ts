import type { PublicKind } from '#features/changes/model.ts';
import { dayMs, hourMs } from '#lib/codes/durations.ts';

/** Kinds of changes that are chosen together, by what they are called on the page. */
export const webhookKinds = {
  track: { label: 'Tracks', kinds: ['track'] },
  record: { label: 'Replays', kinds: ['replay'] },
  award: { label: 'Awards', kinds: ['award'] },
  comment: { label: 'Comments', kinds: ['comment'] },
  pack: { label: 'Trackpacks', kinds: ['pack', 'packentry'] },
  news: { label: 'News', kinds: ['news'] },
} as const satisfies Readonly<Record<string, { label: string; kinds: readonly PublicKind[] }>>;

export type WebhookKind = keyof typeof webhookKinds;
export const webhookKindNames = Object.keys(webhookKinds) as WebhookKind[]; // its own keys

/** The names of stored kinds. */
export const namesOfKinds = (kinds: readonly string[]): WebhookKind[] =>
  webhookKindNames.filter((name) => webhookKinds[name].kinds.every((kind) => kinds.includes(kind)));

/** How deliveries are written: our own JSON, or what Discord takes. */
export const webhookFormats = ['json', 'discord'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** Webhooks of one user on an edition. */
export const maxWebhooks = 10;
export const maxAddressLength = 500;
/** The latest attempts, which its owner sees. */
export const attemptsShown = 50;
/** A receiver must have answered after this time. */
export const answerWithinMs = 10_000;
/** For how long a delivery is tried. */
export const triedForMs = dayMs;
/** A webhook that has failed for this time is switched off. */
export const offAfterMs = 3 * dayMs;
/** The longest pause between two attempts. */
const longestPauseMs = hourMs;

/** The pause after so many failures in a row: 10 seconds, then each time twice as long, up to an hour. */
export const pauseAfterMs = (failures: number): number =>
  Math.min(10_000 * 2 ** Math.min(failures - 1, 20), longestPauseMs);
