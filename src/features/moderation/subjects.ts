import type { NamedPerson } from '#features/modlog/acts.ts';

/** What can be reported, by the `reportType` in addresses; 4 means two kinds. */
const kindsOfType = {
  1: ['track'],
  2: ['user'],
  3: ['post'],
  4: ['comment', 'replay'],
  5: ['pack'],
  6: ['video'],
  7: ['news'],
  8: ['image', 'remotepicture', 'face'],
  9: ['other'],
  10: ['message'],
} as const;

/** Kinds of subjects; some are never reported. */
export type SubjectKind = (typeof kindsOfType)[keyof typeof kindsOfType][number] | 'heldtext' | 'loginclaim';

/** The subject of a report or moderation act. The id of `image` is that of its track, of `face` that of its user, of `other` 0. */
export interface SubjectRef {
  readonly kind: SubjectKind;
  readonly id: number;
}

export const subjectLabels: Readonly<Record<SubjectKind, string>> = {
  track: 'track',
  user: 'user',
  post: 'forum post',
  comment: 'comment',
  replay: 'replay',
  pack: 'trackpack',
  video: 'video',
  news: 'news post',
  image: 'picture',
  message: 'message',
  remotepicture: 'picture',
  face: 'picture of a user',
  heldtext: 'waiting text',
  loginclaim: 'claim to a login',
  other: 'something else',
};

/** The heading of the form for a report. */
export const reportHeading = (kind: SubjectKind): string =>
  kind === 'other' ? 'Report something' : `Report this ${subjectLabels[kind]}`;

const types: Readonly<Record<string, readonly SubjectKind[]>> = kindsOfType;

/** The kinds that a `reportType` means. */
export const kindsOf = (reportType: string): readonly SubjectKind[] => types[reportType] ?? [];

/** The kind meant by an address; of two kinds the first unless `of` names the other. */
export function kindOf(reportType: string, of: string | null): SubjectKind | null {
  const kinds = types[reportType];
  if (!kinds) return null;
  if (!of) return kinds[0] ?? null;
  return kinds.find((kind) => kind === of) ?? null;
}

/** The inverse: how the address of the form names a kind. */
export function typeOf(kind: SubjectKind): { reportType: number; of: string | null } {
  const [number = '9', kinds = []] = Object.entries(types).find(([, some]) => some.includes(kind)) ?? [];
  return { reportType: Number(number), of: kinds[0] === kind ? null : kind };
}

export const isSubjectKind = (kind: string): kind is SubjectKind => Object.hasOwn(subjectLabels, kind);

/** A subject as a single word in an address: `track-5`. */
export const subjectKey = (kind: string, id: number): string => `${kind}-${id}`;

/** The word for a stored kind; one that this version does not know is shown as it was stored. */
export const kindLabel = (kind: string): string => (isSubjectKind(kind) ? subjectLabels[kind] : kind);

/** The kinds that the queue can be limited to, each with its label. */
export const shownKinds: readonly (readonly [string, string])[] = Object.entries({
  ...subjectLabels,
  image: 'picture of a track',
  remotepicture: 'picture of another host',
});

/** Something that can be reported, as the crew sees it, whatever its visibility. */
export interface Subject extends SubjectRef {
  readonly title: string;
  /** null: there is no page */
  readonly link: string | null;
  /** the track whose visibility applies */
  readonly trackId: number | null;
  readonly owner: NamedPerson | null;
  /** its text, if it has one */
  readonly quote: string | null;
  /** removed: the row exists, the page does not */
  readonly isGone: boolean;
  /** the level required to read it */
  readonly readLevel: number;
  /** only who has this key may see it; null: everyone who may see what it belongs to */
  readonly key: string | null;
}
