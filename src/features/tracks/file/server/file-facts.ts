import { environmentByName } from '#lib/codes/environment.ts';
import type { GameFormat } from '#lib/codes/game.ts';
import { largestInteger } from '#lib/codes/ids.ts';
import { storable } from '#lib/codes/text.ts';
import {
  type MedalSource,
  moods,
  primaryTypes,
  type TrackFacts,
  type TrackOddity,
} from '#lib/codes/track.ts';
import { withoutInvisible } from '#lib/game-text/invisible.ts';
import type { Mode } from '#lib/gbx/read/mode.ts';
import { excerpt } from '#lib/gbx/read/text-limits.ts';
import type { ReadTrack } from '#platform/gbx/gbx-reader.ts';
import { medalUnit, unknownUnlimiter } from '../../model.ts';
import { cleanName } from '../../settings.ts';

/** The facts of a file, in the terms of the track table. Stored with the upload, so that publishing does not read it again. */
export interface FileFacts {
  uid: string;
  name: string;
  /** another name in the XML header; missing: the same */
  xmlName?: string;
  game: GameFormat;
  environment: number;
  car: number;
  mood: number;
  primaryType: number;
  isLapRace: boolean;
  authorTimeMs: number;
  authorScore: number | null;
  gold: number | null;
  silver: number | null;
  bronze: number | null;
  unlimiterVersion: number | null;
  /** missing: the file was read by a version that did not search for them */
  oddities?: readonly TrackOddity[];
  facts: TrackFacts;
}

/** What the medals of a file follow from, for its version. */
export const targetsOf = ({
  primaryType,
  authorTimeMs,
  authorScore,
  gold,
  silver,
  bronze,
}: MedalSource): MedalSource => ({ primaryType, authorTimeMs, authorScore, gold, silver, bronze });

/** The columns of a version that are read from its file later, if it was read without them. */
export const readColumns = (file: FileFacts) => ({
  facts: JSON.stringify(file.facts),
  targets: JSON.stringify(targetsOf(file)),
  oddities: file.oddities === undefined ? null : JSON.stringify(file.oddities),
});

/** Crazy was never a separate type on these sites: its tracks are races. */
const typeByMode: Record<Mode, (typeof primaryTypes)[number]> = {
  Race: 'Race',
  Platform: 'Platform',
  Puzzle: 'Puzzle',
  Crazy: 'Race',
  Shortcut: 'Shortcut',
  Stunts: 'Stunts',
};

/** The comment in a file is cut at this length, the limit of comments on the site. */
const maxCommentLetters = 4000;

/** Files show that TMUnlimiter 2 hid their blocks, but not which 2.x: 7 is 2.0. */
const unlimiter2 = 7;

/** A lap race is a Race; its tag shows that it has laps. Null: not validated, or without a uid. */
export function fileFacts({ challenge, oddities }: ReadTrack): FileFacts | null {
  const { uid, authorTimeMs } = challenge;
  if (uid === null || authorTimeMs === null) return null;
  const primaryType = primaryTypes.indexOf(typeByMode[challenge.mode]);
  return {
    uid,
    name: withoutInvisible(cleanName(challenge.name)).trim(),
    ...(challenge.otherXmlName !== null && { xmlName: storable(excerpt(challenge.otherXmlName)) }),
    game: challenge.game,
    environment: idOf(challenge.environment),
    car: idOf(challenge.car),
    mood: moods.indexOf(challenge.mood),
    primaryType,
    isLapRace: challenge.isLapRace,
    authorTimeMs,
    authorScore: authorScoreOf(challenge, primaryType),
    gold: challenge.gold,
    silver: challenge.silver,
    bronze: challenge.bronze,
    unlimiterVersion: unlimiterVersionOf(challenge.unlimiter, oddities),
    oddities,
    facts: {
      authorLogin: storable(challenge.authorLogin),
      decoration: storable(challenge.decoration ?? ''),
      exeVersion: challenge.exeVersion === null ? null : storable(challenge.exeVersion),
      cost: challenge.cost,
      laps: challenge.isLapRace ? challenge.laps : null,
      checkpoints: challenge.checkpoints,
      blocks: challenge.unlimiter ? null : challenge.blockCount,
      hasPassword: challenge.hasPassword,
      mod: challenge.mod && storable(challenge.mod.file),
      music: challenge.music && storable(challenge.music.file),
      dependencies: challenge.deps.map(({ file, url }) => ({
        file: storable(file),
        url: url === '' ? null : storable(url),
      })),
      comments: challenge.comments === '' ? null : storable(challenge.comments.slice(0, maxCommentLetters)),
    },
  };
}

/** Earlier versions of TMUnlimiter hide nothing: what the editor of the game cannot make shows that one of them was used. */
function unlimiterVersionOf(isHidden: boolean, oddities: readonly TrackOddity[]): number | null {
  if (isHidden) return unlimiter2;
  return oddities.length > 0 ? unknownUnlimiter : null;
}

/**
 * The author's score as saved. If it is not a medal, in races for instance, a number that the database cannot store is dropped;
 * otherwise the checks refuse it.
 */
function authorScoreOf({ authorScore }: ReadTrack['challenge'], primaryType: number): number | null {
  const isDropped = medalUnit(primaryType) === 'time' && (authorScore ?? 0) > largestInteger;
  return isDropped ? null : authorScore;
}

function idOf(environment: ReadTrack['challenge']['environment']): number {
  const found = environmentByName(environment);
  if (!found) throw new Error(`lib/codes has no environment ${environment}`);
  return found.id;
}
