import { PackTrackStatus } from '#lib/codes/pack.ts';
import { wellFormed } from '#lib/codes/text.ts';
import { difficulties, routeKinds } from '#lib/codes/track.ts';
import { instantOf, releaseDateMessage } from '#lib/format/dates.ts';
import { invisibleMistake, withoutLoneJoiners } from '#lib/game-text/invisible.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { z } from '#lib/wire/z.ts';
import type { AuthorSetting } from './authors/authors.ts';
import { authorsSettings } from './authors/authors-settings.ts';
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
const isStatus = (code: number): code is PackTrackStatus => statuses.includes(code);

/** Rules that are the same for every entry, created once: creating a schema takes longer than using it. */
const always = {
  TrackName: z.string().transform(cleanName),
  Difficulty: z
    .number({ error: 'The Difficulty field is required' })
    .refine((code) => difficulties[code] !== undefined, 'The Difficulty field is required'),
  Routes: z.number().refine((code) => routeKinds[code] !== undefined, 'Choose one of the routes.'),
  Tags: z
    .array(z.number())
    .transform((tags) => [...new Set(tags)])
    .refine((tags) => tags.length >= 1 && tags.length <= maxTags, `Choose 1 to ${maxTags} tags.`),
  AuthorComments: z
    .string()
    .transform(cleanComments)
    .refine(
      (text) => characters(text) <= maxCommentCharacters,
      `max. ${maxCommentCharacters} characters long.`,
    ),
  ReleaseDate: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : instantOf(text))),
  Flag: z.boolean(),
  TrackStatus: z.number().refine(isStatus, 'Choose one of the statuses.').nullable(),
  ScreenshotFiles: z.custom<PictureRef[]>(),
};

/** The rules for one entry and their messages, the same in the browser and on the server. */
function trackSettings({ file, now, uploaderId, maxPictures, tagIds }: SettingsContext) {
  const { TrackName, Tags, ReleaseDate, Flag, ScreenshotFiles, ...rest } = always;
  return z.object({
    ...rest,
    TrackName: TrackName.superRefine((name, issue) => {
      const message = nameProblem(name, file);
      if (message) issue.addIssue({ code: 'custom', message });
    }),
    Tags: Tags.refine(
      (tags) => !tagIds || tags.every((tag) => tagIds.includes(tag)),
      'Choose tags of this edition.',
    ),
    Visible: Flag,
    ReleaseDate: ReleaseDate.refine((date) => date === null || date > now, releaseDateMessage), // false for an invalid date
    Listed: Flag,
    Beta: Flag,
    Authors: authorsSettings({ uploaderId }),
    ScreenshotFiles: ScreenshotFiles.refine((refs) => refs.length <= maxPictures, {
      message: tooManyPictures(maxPictures),
    }),
  }) satisfies z.ZodType<TrackSettings>;
}

/** Defaults for what was not sent. A track that is public from the start has no release date. */
const withDefaults = (given: GivenSettings) => ({
  TrackName: given.TrackName ?? '',
  Difficulty: given.Difficulty,
  Routes: given.Routes ?? 0,
  Tags: given.Tags ?? [],
  AuthorComments: given.AuthorComments ?? '',
  Visible: given.Visible ?? true,
  ReleaseDate: (given.Visible ?? true) ? null : (given.ReleaseDate ?? null),
  Listed: given.Listed ?? true,
  Beta: given.Beta ?? false,
  TrackStatus: given.TrackStatus ?? null,
  Authors: given.Authors ?? [],
  ScreenshotFiles: given.ScreenshotFiles ?? [],
});

/** Validates the settings of one entry. The schema is used once: compiling it would take longer. */
export const parseSettings = (given: GivenSettings, context: SettingsContext) =>
  trackSettings(context).safeParse(withDefaults(given), { jitless: true });

export type SettingErrors = Partial<Record<keyof TrackSettings, string>>;

/** The first message of each invalid field; empty if all are valid. For forms that show messages in place. */
export function settingErrors(given: GivenSettings, context: SettingsContext): SettingErrors {
  const errors: SettingErrors = {};
  for (const { path, message } of parseSettings(given, context).error?.issues ?? []) {
    const field = path[0] as keyof TrackSettings; // the schema's fields are those of the settings
    errors[field] ??= message;
  }
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
