import { editedBack } from '#features/modlog/model.ts';
import { type MedalSource, platformType, replayTypes, stuntsType } from '#lib/codes/track.ts';
import type { Site } from '#sites/schema.ts';

/** Names of the Unlimiter versions, starting at number 1 in the API. */
export const unlimiterVersions = ['0.4', '0.6', '0.7', '1.1', '1.2', '1.3', '2.0', '2.1'];

/** Stored for tracks that no editor of the games makes, whose files do not say with which version they were made. */
export const unknownUnlimiter = 0;

export const unlimiterName = (version: number): string =>
  version === unknownUnlimiter ? 'version unknown' : (unlimiterVersions[version - 1] ?? `version ${version}`);

/** The facts about a track that decide who may see it. */
export interface Visibility {
  isPublic: boolean;
  isListed: boolean;
  isBeta: boolean;
}

/** Visibility label for authors and moderators. */
export function visibilityLabel(track: Visibility): string {
  if (!track.isPublic) return 'Hidden';
  if (!track.isListed) return 'Unlisted';
  return track.isBeta ? 'Public Beta Map' : 'Public';
}

/** The viewer's relation to a track. */
export interface TrackRelation {
  readonly isUploader: boolean;
  /** uploader or accepted co-author */
  readonly isAuthor: boolean;
  /** invited as a co-author: must be able to see the track */
  readonly isPending: boolean;
  readonly isModerator: boolean;
  /** owner or manager of a pack to which one of its authors submitted it */
  readonly managesItsPack: boolean;
  /** opened it with its secret link */
  readonly hasSecret: boolean;
}

/**
 * Public and listed tracks are visible to everyone, unlisted ones with their secret link, hidden ones to authors and moderators.
 */
export function maySee(track: Pick<Visibility, 'isPublic' | 'isListed'>, viewer: TrackRelation): boolean {
  const isConcerned = viewer.isAuthor || viewer.isPending || viewer.isModerator || viewer.managesItsPack;
  return isConcerned || (track.isPublic && (track.isListed || viewer.hasSecret));
}

/** The unit of a type's medals: a time to beat, a number of respawns, points to reach. */
export type MedalUnit = 'time' | 'respawns' | 'points';

export function medalUnit(primaryType: number): MedalUnit {
  if (primaryType === platformType) return 'respawns';
  return primaryType === stuntsType ? 'points' : 'time';
}

export interface Medals {
  unit: MedalUnit;
  /** in `unit`; the author's own result is a time only if medals are times */
  author: number | null;
  gold: number | null;
  silver: number | null;
  bronze: number | null;
}

/** The four medals of a track in the unit of its type. */
export function medalsOf(track: MedalSource): Medals {
  const unit = medalUnit(track.primaryType);
  const author = unit === 'time' ? track.authorTimeMs : track.authorScore;
  return { unit, author, gold: track.gold, silver: track.silver, bronze: track.bronze };
}

/** Whether no medal is easier than the one below it: higher for points, lower for times and respawns. */
export function medalsInOrder(medals: Medals): boolean {
  const given = [medals.author, medals.gold, medals.silver, medals.bronze].filter((value) => value !== null);
  const rising = medals.unit === 'points' ? given.toReversed() : given;
  return rising.every((value, index) => index === 0 || value >= (rising[index - 1] ?? 0));
}

/** From the easiest on. */
export const medalSteps = ['bronze', 'silver', 'gold', 'author'] as const;

/** The best medal that a result has earned (0 none … 4 author), and how far the next one is, in the unit of the medals. */
export function medalReached(
  medals: Medals,
  own: number,
): { got: number; next: (typeof medalSteps)[number] | null; missing: number } {
  const isReached = (goal: number | null) =>
    goal !== null && (medals.unit === 'points' ? own >= goal : own <= goal);
  const got = medalSteps.findLastIndex((step) => isReached(medals[step])) + 1;
  const next = medalSteps.slice(got).find((step) => medals[step] !== null) ?? null;
  const goal = next === null ? null : medals[next];
  return { got, next, missing: goal === null ? 0 : Math.abs(goal - own) };
}

/** The replay type by rule: Beta for beta tracks, Uncompetitive by tag or for TMUnlimiter, otherwise Standard. */
export function replayTypeOf(
  site: Pick<Site, 'tags'>,
  track: {
    isBeta: boolean;
    unlimiterVersion: number | null;
    tags: readonly number[];
  },
): number {
  const is = (name: (typeof replayTypes)[number]) => replayTypes.indexOf(name);
  if (track.isBeta) return is('Beta');
  const isUncompetitiveTag = ({ id, meaning }: Site['tags'][number]) =>
    meaning === 'uncompetitive' && track.tags.includes(id);
  const isUncompetitive = track.unlimiterVersion !== null || site.tags.some(isUncompetitiveTag);
  return is(isUncompetitive ? 'Uncompetitive' : 'Standard');
}

/** Why acts of moderators on tracks cannot be undone. */
export const irreversible = {
  'track.edit': `${editedBack} Pictures that were removed are not stored.`,
  'track.link': 'The former link does not work again: a link that is known cannot become secret.',
  'track.release': 'A released track has been seen and driven. It can be hidden again.',
} as const;
