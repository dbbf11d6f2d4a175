import { z } from 'zod';
import { difficulties, routeKinds } from '#lib/codes/track.ts';
import { stripGameText } from '#lib/game-text/parse.ts';

/** Limits of spec §5. */
export const nameLength = { least: 2, most: 50 } as const;
export const mostTags = 3;
export const mostCommentCharacters = 4000;

/** What the author of a track says about it. */
export interface TrackSettings {
  TrackName: string;
  Difficulty: number;
  Routes: number;
  Tags: number[];
  AuthorComments: string;
  Visible: boolean;
}

const control = /\p{Cc}+/gu;
/** Characters as people count them: code points, not halves of them. */
const characters = (text: string) => Array.from(text).length;

/** One line without control characters and outer space, with its `$` codes. */
export const cleanName = (text: string) => text.toWellFormed().replace(control, ' ').trim();
const cleanComments = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]+/gu, '')
    .trim();

interface Context {
  /** the file the settings are for, as named by the sender */
  file: string;
  /** the tags of this edition; absent where they are not known, as in a browser's first check */
  tagIds?: readonly number[] | undefined;
}

/** The rules for one entry, with the messages of spec §8. The same in the browser and on the server. */
export function trackSettings({ file, tagIds }: Context) {
  const tagMessage = `Choose 1 to ${mostTags} tags.`;
  return z.object({
    TrackName: z
      .string()
      .transform(cleanName)
      .superRefine((name, issue) => {
        const message = nameProblem(name, file);
        if (message) issue.addIssue({ code: 'custom', message });
      }),
    Difficulty: z
      .number({ error: 'The Difficulty field is required' })
      .refine((code) => difficulties[code] !== undefined, 'The Difficulty field is required'),
    Routes: z
      .number()
      .refine((code) => routeKinds[code] !== undefined, 'Routes must be one of those offered.'),
    Tags: z
      .array(z.number())
      .transform((tags) => [...new Set(tags)])
      .refine((tags) => tags.length >= 1 && tags.length <= mostTags, tagMessage)
      .refine(
        (tags) => !tagIds || tags.every((tag) => tagIds.includes(tag)),
        'Tags must be among those of this edition.',
      ),
    AuthorComments: z
      .string()
      .transform(cleanComments)
      .refine(
        (text) => characters(text) <= mostCommentCharacters,
        `max. ${mostCommentCharacters} characters long.`,
      ),
    Visible: z.boolean(),
  }) satisfies z.ZodType<TrackSettings>;
}

function nameProblem(name: string, file: string): string | null {
  if (stripGameText(name) === '') return `${file}: A name is required.`;
  if (characters(name) < nameLength.least)
    return `The name has to be min. ${nameLength.least} characters long.`;
  return characters(name) > nameLength.most ? `max. ${nameLength.most} characters long.` : null;
}

/** The first message of each field that is wrong; empty when all is well. For forms that show messages in place. */
export function settingErrors<S extends object>(settings: S, file: string): Partial<Record<keyof S, string>> {
  const parsed = trackSettings({ file }).partial({ Visible: true }).safeParse(settings);
  const errors: Partial<Record<keyof S, string>> = {};
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path[0] as keyof S; // the schema's fields are those of the form
    errors[field] ??= message;
  }
  return errors;
}
