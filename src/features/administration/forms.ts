import { z } from 'zod';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { countedReplayTypes } from '#lib/codes/track.ts';
import { isSettingName, SettingChanges, type SettingName } from '#lib/switches/model.ts';

const cleanLine = (typed: string): string => cleanMessage(typed).replace(/\s+/g, ' ');

type Sent = Readonly<Record<string, unknown>>;

const lines = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter((line) => line !== ''),
  ),
];

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const flag = (value: unknown): boolean => value === 'on';
const number = (value: unknown): number | null | string => {
  const typed = text(value).trim();
  if (typed === '') return null;
  return /^\d{1,6}$/.test(typed) ? Number(typed) : typed;
};

/** How each setting is read from a form; unchecked boxes are not sent. */
const readers: { readonly [Name in SettingName]: (value: unknown) => unknown } = {
  ReadOnly: flag,
  RegistrationClosed: flag,
  UploadsClosed: flag,
  Paused: flag,
  SiteName: (value) => cleanMessage(text(value)).trim(),
  Banner: (value) => cleanMessage(text(value)),
  UploadsPerDay: number,
  PostsPerDay: number,
  CommentsPerDay: number,
  Review: text,
  OnlineRecords: text,
  BadWords: (value) => lines(text(value)),
  AboutText: (value) => cleanMessage(text(value)),
  RulesText: (value) => cleanMessage(text(value)),
  WelcomeText: (value) => cleanMessage(text(value)),
  ContactText: (value) => cleanMessage(text(value)),
  ImprintText: (value) => cleanMessage(text(value)),
  PrivacyText: (value) => cleanMessage(text(value)),
  MailEnd: (value) => cleanMessage(text(value)),
  CrewOrder: (value) => value,
};

/** The settings of a form; `Settings` names those that it has, separated by spaces. */
export const SettingsForm = z
  .looseObject({ Settings: z.string('must be sent once').max(500) })
  .transform(({ Settings, ...sent }: Sent & { readonly Settings: string }) =>
    Object.fromEntries(
      Settings.split(' ')
        .filter(isSettingName)
        .map((name) => [name, readers[name](sent[name])]),
    ),
  )
  .pipe(SettingChanges);

const line = (longest: number) =>
  z
    .string('must be sent once')
    .transform(cleanLine)
    .refine((typed) => typed !== '', 'is missing')
    .refine((typed) => typed.length <= longest, `has more than ${longest} characters`);

const oneOf = (numbers: readonly number[], what: string) =>
  z
    .string('must be sent once')
    .transform(Number)
    .refine((value) => numbers.includes(value), what);

const year = z
  .string('must be sent once')
  .regex(/^\d{4}$/, 'must be a year such as 2024')
  .transform(Number)
  .refine((value) => value >= 2000 && value <= 2100, 'must be a year from 2000 to 2100');

export const RoleForm = z.object({
  Name: line(60),
  /** 0: no role */
  Role: oneOf([0, 4, 5, 6], 'must be a role'),
  Where: z.enum(['here', 'everywhere'], 'must be here or everywhere'),
  /** codes of other editions */
  Also: z
    .union([z.string(), z.array(z.string())])
    .transform((codes) => [...new Set([codes].flat())])
    .default([]),
});

export const TitleForm = z.object({
  Name: line(60),
  Title: z
    .string('must be sent once')
    .transform(cleanLine)
    .refine((typed) => typed.length <= 40, 'has more than 40 characters'),
});

export const FormerCrewForm = z
  .object({ Name: line(60), Title: line(60), From: year, To: year })
  .refine(({ From, To }) => To >= From, { message: 'must not be before From', path: ['To'] });

export const CrewOrderForm = z.object({ Names: z.string('must be sent once').max(5000).transform(lines) });

const id = (what: string) =>
  z
    .string('must be sent once')
    .regex(/^[1-9]\d{0,8}$/, `must be the number of ${what}`)
    .transform(Number);

export const FormerCrewRowForm = z.object({ UserId: id('a user'), From: year });

export const TypeForm = z.object({
  TrackId: id('a track'),
  Type: oneOf(countedReplayTypes, 'must be a type'),
});

const boardLevels = [0, 1, 2, 3, 4, 5];
const Board = z.object({
  Title: line(60),
  About: line(200),
  Position: oneOf(
    Array.from({ length: 100 }, (_, at) => at),
    'must be a number from 0 to 99',
  ),
  ReadLevel: oneOf(boardLevels, 'must be a level'),
  WriteLevel: oneOf(boardLevels, 'must be a level'),
  ReplyLevel: oneOf(boardLevels, 'must be a level'),
});
export const BoardForm = Board;
export const BoardEditForm = Board.extend({ BoardId: id('a board') });
export const BoardIdForm = z.object({ BoardId: id('a board') });

export const JobForm = z.object({
  Queue: line(100),
  JobId: z.uuid('must be the ID of a job'),
});

/** `Client`: the hash of a listed client; `Name`: the name of a user, or an address. One of them is sent. */
export const LiftForm = z
  .object({
    Client: z
      .string('must be sent once')
      .regex(/^[\w-]{22}$/, 'must be a client of the list')
      .optional(),
    Name: line(60).optional(),
  })
  .refine(({ Client, Name }) => (Client === undefined) !== (Name === undefined), {
    message: 'must be the name of a user, or an address',
    path: ['Name'],
  });
