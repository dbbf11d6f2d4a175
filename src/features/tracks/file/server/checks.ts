import { dayMs } from '#lib/codes/durations.ts';
import { environmentById } from '#lib/codes/environment.ts';
import { largestInteger } from '#lib/codes/ids.ts';
import type { TrackOddity } from '#lib/codes/track.ts';
import { formatBytes } from '#lib/format/bytes.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { gameNames } from '#lib/gbx/read/game.ts';
import type { Site } from '#sites/schema.ts';
import { medalsInOrder, medalsOf } from '../../model.ts';
import { suggestedName } from '../../settings.ts';
import type { UploadIssue } from '../analysis.ts';
import { listedAsOdd, odditiesText } from '../oddities.ts';
import type { FileFacts } from './file-facts.ts';

interface Checked {
  site: Site;
  /** all editions: a file that does not fit here may fit one of them */
  sites: readonly Site[];
  file: FileFacts;
  sizeBytes: number;
}

/** One rule about a file; `says` returns a message, or null if there is no issue. */
interface Check {
  level: UploadIssue['Level'];
  code: string;
  says(checked: Checked): string | null;
}

/** Servers of the old games refuse larger files. */
const largeBytes = 256 * 1024;
/** The clock of the games has steps of 10 ms, so no run is shorter. */
const minAuthorTimeMs = 10;
/** Every run takes less than a day; the longest in the real files we know takes an hour and a half. */
const maxAuthorTimeMs = dayMs;
const nameOf = (id: number) => environmentById(id)?.name ?? 'unknown';
const allOf = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const namesOf = (ids: readonly number[]) => allOf.format(ids.map(nameOf));

const fits = (site: Site, { game, environment, car }: FileFacts): boolean =>
  site.formats.includes(game) && site.environments.includes(environment) && site.cars.includes(car);

type Odd = { readonly oddities: readonly TrackOddity[] };
const isOdd = <F extends Partial<Odd>>(file: F): file is F & Odd => (file.oddities ?? []).length > 0;

const taking = ({ sites, file }: Checked) => sites.filter((site) => fits(site, file));

/** The end of a refusal: which editions take the file. Empty if none does. */
const takenBy = (checked: Checked): string => {
  const labels = taking(checked).map(({ label }) => label);
  return labels.length === 0 ? '' : ` Upload it on ${eitherOf.format(labels)} instead.`;
};
const eitherOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The rules for every file, in display order. Refusals of the reader and duplicates come first. */
const checks: readonly Check[] = [
  {
    level: 'error',
    code: 'format',
    says: (checked) =>
      checked.site.formats.includes(checked.file.game)
        ? null
        : `This track was made in ${gameNames[checked.file.game]}. ${checked.site.name} accepts tracks from ${allOf.format(checked.site.formats.map((game) => gameNames[game]))}.${takenBy(checked)}`,
  },
  {
    level: 'error',
    code: 'environment',
    says: (checked) =>
      checked.site.environments.includes(checked.file.environment)
        ? null
        : `${checked.site.name} only accepts ${namesOf(checked.site.environments)} tracks; this one is ${nameOf(checked.file.environment)}.${takenBy(checked)}`,
  },
  {
    level: 'error',
    code: 'car',
    says: (checked) =>
      // a track with the car of its environment is refused once, for its environment
      checked.site.cars.includes(checked.file.car) || checked.file.car === checked.file.environment
        ? null
        : `${checked.site.name} only accepts tracks with the ${namesOf(checked.site.cars)} car; this one has the ${nameOf(checked.file.car)} car.${takenBy(checked)}`,
  },
  {
    level: 'error',
    code: 'author-time',
    says: ({ file }) =>
      file.authorTimeMs >= minAuthorTimeMs && file.authorTimeMs < maxAuthorTimeMs
        ? null
        : `The author time of this track is ${file.authorTimeMs} ms; it must be at least ${minAuthorTimeMs} ms and less than 24 hours. Validate it again in the game’s editor.`,
  },
  {
    level: 'error',
    code: 'medal-values',
    says: ({ file }) => {
      const { author, gold, silver, bronze } = medalsOf(file);
      return [author, gold, silver, bronze].every((value) => (value ?? 0) <= largestInteger)
        ? null
        : `A medal of this track is above ${largestInteger}, more than anyone can drive. Save the track again in the game’s editor.`;
    },
  },
  {
    level: 'warning',
    // some official tracks are like this
    code: 'medals',
    says: ({ file }) =>
      medalsInOrder(medalsOf(file))
        ? null
        : 'Check the medal times: a lower medal is harder than a higher one.',
  },
  {
    level: 'warning',
    code: 'large',
    says: ({ sizeBytes }) =>
      sizeBytes >= largeBytes
        ? `This file is ${formatBytes(sizeBytes)}. Many servers refuse tracks of 256 KiB or more.`
        : null,
  },
  {
    level: 'warning',
    code: 'name',
    says: ({ file }) => {
      if (suggestedName(file.name) !== '') return null;
      return stripGameText(file.name) === ''
        ? 'This track has no name in its file. Give it one.'
        : 'The name in the file is too short. Give the track another one.';
    },
  },
  {
    level: 'warning',
    code: 'xml-name',
    says: ({ file: { xmlName } }) =>
      xmlName === undefined
        ? null
        : `The XML header of this file names the track ${xmlName}. The games show the other name in the file, and so does this page.`,
  },
  {
    level: 'notice',
    code: 'unlimiter',
    says: ({ file }) =>
      file.unlimiterVersion === null || isOdd(file)
        ? null
        : 'This track needs TMUnlimiter. It’s listed as uncompetitive: its replays don’t count on any leaderboard.',
  },
  {
    level: 'warning',
    code: 'oddities',
    says: ({ file }) => (isOdd(file) ? `${odditiesText(file.oddities)} It ${listedAsOdd}` : null),
  },
  {
    level: 'notice',
    code: 'password',
    says: ({ file }) =>
      file.facts.hasPassword ? 'This track has a password: others can’t open it in their editor.' : null,
  },
  {
    level: 'notice',
    code: 'laps',
    says: ({ site, file }) => {
      const tag = site.tags.find(({ meaning }) => meaning === 'laps');
      return file.isLapRace && tag ? `This is a multilap race: the tag ${tag.name} fits.` : null;
    },
  },
];

/** What a file of another edition is refused for. */
const ofEditions: readonly string[] = ['format', 'environment', 'car'];

/** The issues of a file. */
export const fileIssues = (checked: Checked): UploadIssue[] =>
  checks.flatMap(({ level, code, says }) => {
    const message = says(checked);
    if (message === null) return [];
    const editions = ofEditions.includes(code) ? taking(checked).map((site) => site.code) : [];
    return [
      { Level: level, Code: code, Message: message, ...(editions.length > 0 && { Editions: editions }) },
    ];
  });
