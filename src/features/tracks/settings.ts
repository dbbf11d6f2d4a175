import { checkedPeople } from '#features/users/people-picker/people-settings.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { wellFormed } from '#lib/codes/text.ts';
import { difficulties, routeKinds } from '#lib/codes/track.ts';
import { instantOf, releaseDateMessage } from '#lib/format/dates.ts';
import { invisibleMistake, withoutLoneJoiners } from '#lib/game-text/invisible.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { type AuthorSetting, authorRules } from './authors/authors.ts';
import { type PictureRef, tooManyPictures } from './pictures/pictures.ts';

/** Length of a track's name without the `$` codes of the game, and its maximum with them. */
export const nameLength = { least: 2, most: 50, maxWithCodes: 250 } as const;
export const maxTags = 3;
export const maxCommentCharacters = 4000;

/** The settings of a track that its author chooses. */
export interface TrackSettings {
  TrackName: string;
  Difficulty: number;
  Routes: number;
  Tags: number[];
  AuthorComments: string;
  Visible: boolean;
  /** when a hidden track becomes public automatically; null: never */
  ReleaseDate: Date | null;
  /** in lists and search; otherwise reachable only by its secret link */
  Listed: boolean;
  Beta: boolean;
  /** in the pack it is uploaded into; null: the default for the submitter */
  TrackStatus: PackTrackStatus | null;
  Authors: AuthorSetting[];
  ScreenshotFiles: PictureRef[];
}

/** Settings as sent, of the right type but not validated. */
export type GivenSettings = {
  readonly [K in keyof TrackSettings]?: (K extends 'ReleaseDate' ? string : TrackSettings[K]) | undefined;
};

const control = /\p{Cc}+/gu;
/** The number of characters in code points. */
const characters = (text: string) => Array.from(text).length;

/** One line without control characters and surrounding space, with its `$` codes. */
export const cleanName = (text: string) => withoutLoneJoiners(wellFormed(text).replace(control, ' ')).trim();
const cleanComments = (text: string) =>
  wellFormed(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]+/gu, '')
    .trim();

export interface SettingsContext {
  /** the file the settings are for, as named by the sender */
  readonly file: string;
  readonly now: Date;
  /** the first author, who is not a co-author */
  readonly uploaderId: number;
  readonly maxPictures: number;
  /** the tags of this edition; absent if unknown, as in a browser's first check */
  readonly tagIds?: readonly number[];
}

const statuses: readonly number[] = Object.values(PackTrackStatus);

/** A mistake in the settings of an entry. */
export interface SettingMistake {
  readonly field: keyof TrackSettings;
  readonly message: string;
}

/** Settings as they are stored, or all that is wrong with them. */
export type ParsedSettings =
  | { readonly success: true; readonly data: TrackSettings; readonly mistakes: readonly [] }
  | { readonly success: false; readonly data?: undefined; readonly mistakes: readonly SettingMistake[] };

/** Cleans what was sent, with defaults for the rest. A track that is public from the start has no release date. */
const cleaned = (given: GivenSettings) => ({
  Difficulty: given.Difficulty,
  Routes: given.Routes ?? 0,
  AuthorComments: cleanComments(given.AuthorComments ?? ''),
  TrackStatus: given.TrackStatus ?? null,
  TrackName: cleanName(given.TrackName ?? ''),
  Tags: [...new Set(given.Tags)],
  Visible: given.Visible ?? true,
  ReleaseDate: (given.Visible ?? true) || given.ReleaseDate == null ? null : instantOf(given.ReleaseDate),
  Listed: given.Listed ?? true,
  Beta: given.Beta ?? false,
  ScreenshotFiles: given.ScreenshotFiles ?? [],
});

/** Validates the settings of one entry by the same rules in the browser and on the server. */
export function parseSettings(given: GivenSettings, context: SettingsContext): ParsedSettings {
  const { file, now, uploaderId, maxPictures, tagIds } = context;
  const { Difficulty, ...rest } = cleaned(given);
  const { Tags, ReleaseDate } = rest;
  const { people: Authors, mistake } = checkedPeople(authorRules, uploaderId, given.Authors ?? []);
  const mistakes: SettingMistake[] = [];
  const demand = (field: keyof TrackSettings, isMet: boolean, message: string) => {
    if (!isMet) mistakes.push({ field, message });
  };
  const hasDifficulty = Difficulty !== undefined && difficulties[Difficulty] !== undefined;
  demand('Difficulty', hasDifficulty, 'The Difficulty field is required');
  demand('Routes', routeKinds[rest.Routes] !== undefined, 'Choose one of the routes.');
  demand(
    'AuthorComments',
    characters(rest.AuthorComments) <= maxCommentCharacters,
    `max. ${maxCommentCharacters} characters long.`,
  );
  demand(
    'TrackStatus',
    rest.TrackStatus === null || statuses.includes(rest.TrackStatus),
    'Choose one of the statuses.',
  );
  const wrongName = nameProblem(rest.TrackName, file);
  if (wrongName) mistakes.push({ field: 'TrackName', message: wrongName });
  demand('Tags', Tags.length >= 1 && Tags.length <= maxTags, `Choose 1 to ${maxTags} tags.`);
  demand('Tags', !tagIds || Tags.every((tag) => tagIds.includes(tag)), 'Choose tags of this edition.');
  demand('ReleaseDate', ReleaseDate === null || ReleaseDate > now, releaseDateMessage); // false for an invalid date
  if (mistake) mistakes.push({ field: 'Authors', message: mistake.message });
  demand('ScreenshotFiles', rest.ScreenshotFiles.length <= maxPictures, tooManyPictures(maxPictures));
  return Difficulty === undefined || mistakes.length > 0
    ? { success: false, mistakes }
    : { success: true, data: { Difficulty, ...rest, Authors }, mistakes: [] };
}

export type SettingErrors = Partial<Record<keyof TrackSettings, string>>;

/** The first message of each invalid field; empty if all are valid. For forms that show messages in place. */
export function settingErrors(given: GivenSettings, context: SettingsContext): SettingErrors {
  const errors: SettingErrors = {};
  for (const { field, message } of parseSettings(given, context).mistakes) errors[field] ??= message;
  return errors;
}

/**
 * The suggested name for a file, which is always valid: without codes, cut at the limit, and '' if it is too short. A dollar sign stays
 * escaped by another one, because a single one would start a code.
 */
export function suggestedName(name: string): string {
  const shown = Array.from(stripGameText(cleanName(name)))
    .slice(0, nameLength.most)
    .join('')
    .trim();
  return characters(shown) < nameLength.least ? '' : shown.replaceAll('$', '$$$$');
}

/**
 * The error in the name of a track or pack, as a sentence; null if there is none. `file` starts the message about a missing name.
 */
export function nameProblem(name: string, file: string): string | null {
  const length = characters(stripGameText(name));
  if (length === 0) return `${file}: A name is required.`;
  const hidden = invisibleMistake('The name', name);
  if (hidden) return `${file}: ${hidden}`;
  if (length < nameLength.least) return `The name has to be min. ${nameLength.least} characters long.`;
  if (length > nameLength.most) return `max. ${nameLength.most} characters long.`;
  return characters(name) > nameLength.maxWithCodes
    ? `max. ${nameLength.maxWithCodes} characters long, codes included.`
    : null;
}
