import { type AuthorEntry, withAuthorsOfAll } from '#features/tracks/authors/authors.ts';
import { type PictureEntry, type PictureRef, picturesAreReady } from '#features/tracks/pictures/pictures.ts';
import {
  type GivenSettings,
  type SettingErrors,
  type SettingsContext,
  settingErrors,
} from '#features/tracks/settings.ts';
import type { PackTrackStatus } from '#lib/codes/pack.ts';
import { instantOf, releaseDateMessage } from '#lib/format/dates.ts';

/** Who can see a track, and from when. */
export interface VisibilityChoice {
  Release: 'now' | 'date' | 'hidden';
  /** value of the control, in UTC */
  ReleaseDate: string;
  Listed: boolean;
  Beta: boolean;
}

/** Settings for every track without its own. null: nothing chosen yet. */
export interface GlobalSettings {
  Difficulty: number | null;
  Routes: number;
  Tags: readonly number[];
  TrackStatus: PackTrackStatus | null;
  Visibility: VisibilityChoice;
  /** co-authors of every track, in addition to its own */
  Authors: readonly AuthorEntry[];
}

/** Settings of one track. null, or no tag: as in the global settings. */
export interface EntrySettings {
  TrackName: string;
  Difficulty: number | null;
  Routes: number | null;
  Tags: readonly number[];
  AuthorComments: string;
  TrackStatus: PackTrackStatus | null;
  CustomVisibility: boolean;
  Visibility: VisibilityChoice;
  Authors: readonly AuthorEntry[];
  ScreenshotFiles: readonly PictureEntry[];
}

export const atOnce: VisibilityChoice = { Release: 'now', ReleaseDate: '', Listed: true, Beta: false };

export const untouchedGlobal: GlobalSettings = {
  Difficulty: null,
  Routes: 0,
  Tags: [],
  TrackStatus: null,
  Visibility: atOnce,
  Authors: [],
};

export const untouched: EntrySettings = {
  TrackName: '',
  Difficulty: null,
  Routes: null,
  Tags: [],
  AuthorComments: '',
  TrackStatus: null,
  CustomVisibility: false,
  Visibility: atOnce,
  Authors: [],
  ScreenshotFiles: [],
};

/** What is sent for an entry: its own settings and, where it has none, the global ones. */
export function given(own: EntrySettings, global: GlobalSettings): GivenSettings {
  const seen = own.CustomVisibility ? own.Visibility : global.Visibility;
  return {
    TrackName: own.TrackName,
    Difficulty: own.Difficulty ?? global.Difficulty ?? undefined,
    Routes: own.Routes ?? global.Routes,
    Tags: [...(own.Tags.length > 0 ? own.Tags : global.Tags)],
    AuthorComments: own.AuthorComments,
    Visible: seen.Release === 'now',
    ReleaseDate: seen.Release === 'date' ? instantIn(seen.ReleaseDate) : undefined,
    Listed: seen.Listed,
    Beta: seen.Beta,
    TrackStatus: own.TrackStatus ?? global.TrackStatus,
    Authors: withAuthorsOfAll(
      own.Authors.map(({ userId, role }) => ({ UserId: userId, Role: role })),
      global.Authors.map(({ userId, role }) => ({ UserId: userId, Role: role })),
    ),
    ScreenshotFiles: own.ScreenshotFiles.flatMap(({ Reference }): PictureRef[] =>
      Reference === null ? [] : [{ reference: Reference }],
    ),
  };
}

/** The typed date, in UTC as in all forms. An invalid one is sent as a word, so that validation rejects it. */
function instantIn(typed: string): string {
  const date = instantOf(typed);
  return Number.isNaN(date.getTime()) ? 'none' : date.toISOString();
}

/** True if the entered date is invalid or past; shown while it is being typed. */
export const isPast = ({ Release, ReleaseDate }: VisibilityChoice, now: Date): boolean =>
  Release === 'date' && ReleaseDate !== '' && !(instantOf(ReleaseDate) > now);

/** Validation errors of an entry, grouped by the panel that shows them. */
export interface EntryErrors {
  readonly own: SettingErrors;
  readonly global: SettingErrors;
}

export const picturesWait = 'A picture is still uploading or failed to upload. Wait for it, or remove it.';

type Rules = Omit<SettingsContext, 'file'>;

/** Errors of inherited settings are shown in the global panel, others in the entry. */
export function entryErrors(
  entry: { readonly fileName: string; readonly settings: EntrySettings },
  global: GlobalSettings,
  rules: Rules,
): EntryErrors {
  const { settings } = entry;
  const errors = settingErrors(given(settings, global), { ...rules, file: entry.fileName });
  const inherited: Partial<Record<keyof SettingErrors, boolean>> = {
    Difficulty: settings.Difficulty === null,
    Routes: settings.Routes === null,
    Tags: settings.Tags.length === 0,
    ReleaseDate: !settings.CustomVisibility,
  };
  const own: SettingErrors = {};
  const shared: SettingErrors = {};
  for (const [name, message] of Object.entries(errors)) {
    const field = name as keyof SettingErrors; // the keys of SettingErrors
    (inherited[field] ? shared : own)[field] = message;
  }
  if (!picturesAreReady(settings.ScreenshotFiles)) own.ScreenshotFiles ??= picturesWait;
  return { own, global: shared };
}

export const isValid = ({ own, global }: EntryErrors): boolean =>
  Object.keys(own).length === 0 && Object.keys(global).length === 0;

/** Errors that are shown immediately, before the author tries to publish. */
export const earlyErrors = (visibility: VisibilityChoice, now: Date): SettingErrors =>
  isPast(visibility, now) ? { ReleaseDate: releaseDateMessage } : {};
