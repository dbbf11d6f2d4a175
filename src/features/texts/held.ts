import { daysAfter, daysBefore } from '#lib/codes/durations.ts';
import { Level } from '#lib/codes/level.ts';
import type { ForeignPart } from './foreign.ts';

/** What is held: something new, or a change of what is there. */
export const heldKinds = {
  comment: 'comment',
  award: 'award',
  commentchange: 'change of a comment',
  thread: 'thread',
  post: 'post',
  postchange: 'change of a post',
  newscomment: 'comment on news',
} as const;
export type HeldKind = keyof typeof heldKinds;

export const isHeldKind = (text: string): text is HeldKind => Object.hasOwn(heldKinds, text);

/** waiting → released, refused (both by moderators, either can be undone), withdrawn by the author, or expired. */
const heldStates = ['waiting', 'released', 'refused', 'withdrawn', 'expired'] as const;
export type HeldState = (typeof heldStates)[number];

export const heldStateLabels: Readonly<Record<HeldState, string>> = {
  waiting: 'Waiting',
  released: 'Released',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
};

export const isHeldState = (text: string): text is HeldState => heldStates.some((state) => state === text);

/** How many texts with links or pictures moderators read before a writer's texts appear at once. */
export const readFirst = 3;
/** Texts of one person that wait at the same time on an edition. */
export const maxWaiting = 10;
/** How long a text waits at most. */
export const waitingDays = 30;
/** How long its author can still read a text that was refused, withdrawn or expired. */
export const readableDays = 30;

/** Why a text is held: what it contains, and how many such texts of the writer were released. */
export interface Held {
  readonly parts: readonly ForeignPart[];
  readonly released: number;
}

/** Whether texts of this level are held at all; trusted users and the crew never wait. */
export const isHeldLevel = (level: number): boolean => level >= Level.basic && level < Level.trusted;

/** Whether a text waits for a moderator. `released`: texts with links or pictures of this writer that moderators released. */
export const isHeld = (level: number, { parts, released }: Held): boolean =>
  isHeldLevel(level) && parts.length > 0 && released < readFirst;

const partWords: Readonly<Record<ForeignPart, string>> = {
  link: 'a link to another site',
  picture: 'a picture of another site',
};

/** Why a text waits, for its author. */
export const whyHeld = (parts: readonly ForeignPart[]): string =>
  `It contains ${parts.map((part) => partWords[part]).join(' and ')}. A moderator reviews each new user’s first ${readFirst} such texts.`;

/** Texts held at this moment or earlier have expired. */
export const expiredBefore = (now: Date): Date => daysBefore(now, waitingDays);
/** Texts decided at this moment or earlier are deleted. */
export const deletedBefore = (now: Date): Date => daysBefore(now, readableDays);
export const expiresAt = (heldAt: Date): Date => daysAfter(heldAt, waitingDays);
export const deletedAt = (endedAt: Date): Date => daysAfter(endedAt, readableDays);

/** What a text is written on. */
export type HeldPlace = 'track' | 'board' | 'thread' | 'news';

export const placeOfKind: Readonly<Record<HeldKind, HeldPlace>> = {
  comment: 'track',
  award: 'track',
  commentchange: 'track',
  thread: 'board',
  post: 'thread',
  postchange: 'thread',
  newscomment: 'news',
};

/** The comment or post that a held text became. */
export interface Published {
  /** of the comment or post */
  readonly resultId: number;
  /** where it is shown */
  readonly link: string;
}
