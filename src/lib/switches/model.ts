import { z } from 'zod';
import { Level } from '#lib/codes/level.ts';

/** Whose uploads wait for a moderator. */
const reviewModes = ['never', 'newUploaders', 'always'] as const;
export type ReviewMode = (typeof reviewModes)[number];

/** Which game servers' records are shown before a moderator decides about the server. */
const recordModes = ['all', 'approved'] as const;
type RecordMode = (typeof recordModes)[number];

/** What the crew sets for an edition while it runs, in all processes at once and without a build. */
export interface EditionSwitches {
  /** everything can be read, nothing can be written */
  readonly readOnly: boolean;
  readonly registrationClosed: boolean;
  /** no new tracks and files */
  readonly uploadsClosed: boolean;
  /** no mail is sent and no online record accepted: set by a restore, so that a copy of the site writes to nobody */
  readonly paused: boolean;
  /** what the site is called on this edition, before the name of the edition */
  readonly siteName: string;
  /** plain text above every page; '' for none */
  readonly banner: string;
  /** for one user within 24 hours; null: the usual number */
  readonly quotas: {
    readonly uploadsPerDay: number | null;
    readonly postsPerDay: number | null;
    readonly commentsPerDay: number | null;
  };
  readonly review: ReviewMode;
  readonly onlineRecords: RecordMode;
  /** user ids, in the order of the crew page; others follow */
  readonly crewOrder: readonly number[];
  /** texts that contain one of them are shown to moderators */
  readonly badWords: readonly string[];
  /** BB-code; '' for the text that comes with the edition */
  readonly texts: {
    readonly about: string;
    readonly rules: string;
    readonly welcome: string;
    readonly contact: string;
    readonly imprint: string;
    readonly privacy: string;
  };
  /** plain text below every mail; '' for none */
  readonly mailEnd: string;
}

/** Longest texts of an edition, in characters. */
export const maxTextLength = 20_000;
export const maxBannerLength = 300;
export const maxMailEndLength = 500;
export const maxSiteNameLength = 30;
/** The name of a site that has not been named. */
export const usualSiteName = 'Paddock';
const maxBadWords = 500;

const switched = z.boolean();
const perDay = z.int().min(1).max(10_000).nullable();
const text = z.string().max(maxTextLength, `has more than ${maxTextLength} characters`);

/** A setting as it is stored: its value, the value without a row, and the lowest level that may change it. */
const settingTypes = {
  ReadOnly: { type: switched, usual: false, level: Level.administrator },
  RegistrationClosed: { type: switched, usual: false, level: Level.administrator },
  UploadsClosed: { type: switched, usual: false, level: Level.siteLeader },
  Paused: { type: switched, usual: false, level: Level.administrator },
  SiteName: {
    type: z
      .string()
      .min(1, 'is missing')
      .max(maxSiteNameLength, `has more than ${maxSiteNameLength} characters`),
    usual: usualSiteName,
    level: Level.administrator,
  },
  Banner: {
    type: z.string().max(maxBannerLength, `has more than ${maxBannerLength} characters`),
    usual: '',
    level: Level.siteLeader,
  },
  UploadsPerDay: { type: perDay, usual: null, level: Level.administrator },
  PostsPerDay: { type: perDay, usual: null, level: Level.administrator },
  CommentsPerDay: { type: perDay, usual: null, level: Level.administrator },
  Review: { type: z.enum(reviewModes), usual: 'never', level: Level.siteLeader },
  OnlineRecords: { type: z.enum(recordModes), usual: 'all', level: Level.siteLeader },
  BadWords: {
    type: z.array(z.string().min(1).max(100)).max(maxBadWords, `has more than ${maxBadWords} words`),
    usual: [],
    level: Level.siteLeader,
  },
  /** user ids: the crew page lists them first among those of their rank */
  CrewOrder: { type: z.array(z.int().positive()).max(200), usual: [], level: Level.siteLeader },
  AboutText: { type: text, usual: '', level: Level.siteLeader },
  RulesText: { type: text, usual: '', level: Level.siteLeader },
  WelcomeText: { type: text, usual: '', level: Level.siteLeader },
  ContactText: { type: text, usual: '', level: Level.siteLeader },
  // the operator is liable for these two
  ImprintText: { type: text, usual: '', level: Level.administrator },
  PrivacyText: { type: text, usual: '', level: Level.administrator },
  MailEnd: {
    type: z.string().max(maxMailEndLength, `has more than ${maxMailEndLength} characters`),
    usual: '',
    level: Level.administrator,
  },
} as const;

type SettingTypes = typeof settingTypes;
export type SettingName = keyof SettingTypes;
/** The settings of an edition by name, as they are stored and as the moderation log shows them. */
export type Settings = { readonly [Name in SettingName]: z.output<SettingTypes[Name]['type']> };

export const settingNames = Object.keys(settingTypes) as SettingName[]; // the keys of the table

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settingTypes, name);

/** The lowest level on the edition that may change this setting. */
export const levelOf = (name: SettingName): Level => settingTypes[name].level;

/** The schema of some settings; unknown names are refused. */
export const SettingChanges = z
  .object(
    Object.fromEntries(settingNames.map((name) => [name, settingTypes[name].type.optional()])) as {
      readonly [Name in SettingName]: z.ZodOptional<SettingTypes[Name]['type']>;
    }, // fromEntries loses the names
  )
  .strict();
export type SettingChanges = z.output<typeof SettingChanges>;

/** The settings of an edition without stored rows. */
export const usualSettings = Object.fromEntries(
  settingNames.map((name) => [name, settingTypes[name].usual]),
) as unknown as Settings; // fromEntries loses the names

/** The settings that rows store. A row that this version cannot read counts as missing. */
export function settingsOf(rows: readonly { readonly name: string; readonly value: unknown }[]): Settings {
  const stored = rows.flatMap(({ name, value }) => {
    if (!isSettingName(name)) return [];
    const parsed = settingTypes[name].type.safeParse(value);
    return parsed.success ? [[name, parsed.data]] : [];
  });
  return { ...usualSettings, ...Object.fromEntries(stored) };
}

/** The settings in the form that code reads. */
export const switchesOf = (settings: Settings): EditionSwitches => ({
  readOnly: settings.ReadOnly,
  registrationClosed: settings.RegistrationClosed,
  uploadsClosed: settings.UploadsClosed,
  paused: settings.Paused,
  siteName: settings.SiteName,
  banner: settings.Banner,
  quotas: {
    uploadsPerDay: settings.UploadsPerDay,
    postsPerDay: settings.PostsPerDay,
    commentsPerDay: settings.CommentsPerDay,
  },
  review: settings.Review,
  onlineRecords: settings.OnlineRecords,
  badWords: settings.BadWords,
  crewOrder: settings.CrewOrder,
  texts: {
    about: settings.AboutText,
    rules: settings.RulesText,
    welcome: settings.WelcomeText,
    contact: settings.ContactText,
    imprint: settings.ImprintText,
    privacy: settings.PrivacyText,
  },
  mailEnd: settings.MailEnd,
});

/** The settings of an edition where none was changed. */
export const usualSwitches: EditionSwitches = switchesOf(usualSettings);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The settings among `changes` that differ from `now`, before and after. */
export function changedSettings(now: Settings, changes: SettingChanges) {
  const names = settingNames.filter((name) => changes[name] !== undefined && !same(now[name], changes[name]));
  return {
    names,
    before: Object.fromEntries(names.map((name) => [name, now[name]])) as Partial<Settings>, // as above
    after: Object.fromEntries(names.map((name) => [name, changes[name]])) as Partial<Settings>, // as above
  };
}
