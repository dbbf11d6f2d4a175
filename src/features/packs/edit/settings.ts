import { cleanName, nameProblem } from '#features/tracks/settings.ts';
import { type PersonSetting, personMessages } from '#features/users/people-picker/people-list.ts';
import { checkedPeople } from '#features/users/people-picker/people-settings.ts';
import { cleanMessage, countCharacters } from '#lib/bbcode/typed.ts';
import { minuteMs } from '#lib/codes/durations.ts';
import { z } from '#lib/wire/z.ts';
import { managerRules } from './managers.ts';

/** Who sees a pack. `unreleased`: the pack is public, the list of its tracks is not yet. */
export const packVisibilities = ['public', 'unreleased', 'hidden'] as const;
type PackVisibility = (typeof packVisibilities)[number];

export const visibilityLabels: Readonly<Record<PackVisibility, { label: string; hint: string }>> = {
  public: { label: 'Public', hint: 'Everyone can see the pack and its tracks.' },
  unreleased: {
    label: 'Public, track list hidden',
    hint: 'Everyone can see the pack; only its managers can see its tracks.',
  },
  hidden: { label: 'Hidden', hint: 'Only its managers and moderators can see the pack.' },
};

/** The visibility that two columns of a pack store. */
export const visibilityOf = (pack: { isPublic: boolean; mapListReleased: boolean }): PackVisibility =>
  !pack.isPublic ? 'hidden' : pack.mapListReleased ? 'public' : 'unreleased';

export const maxDescriptionCharacters = 10_000;
/** A second pack of the same owner with the same name within this time is a repeated click. */
export const sameNameMs = 10 * minuteMs;
/** How many tracks one user may submit: the limits of the setting, and its default. */
export const submissionsPerUser = { least: 1, most: 50, usual: 5 } as const;

/** What the managers of a pack decide about it, except its picture and tracks. */
export interface PackSettings {
  PackName: string;
  /** BB-code; '' if there is none */
  Description: string;
  Visibility: PackVisibility;
  AllowsTrackSubmissions: boolean;
  SubmissionsPerUser: number;
  HasLeaderboard: boolean;
  /** 1-based; shown in addition to those of its tracks */
  Environments: number[];
  Managers: PersonSetting[];
}

/** Settings as sent, of the right type but not validated. */
export type GivenPackSettings = {
  readonly [K in keyof PackSettings]: K extends 'Visibility' ? string : PackSettings[K];
};

export const usualSettings: PackSettings = {
  PackName: '',
  Description: '',
  Visibility: 'public',
  AllowsTrackSubmissions: false,
  SubmissionsPerUser: submissionsPerUser.usual,
  HasLeaderboard: true,
  Environments: [],
  Managers: [],
};

/** The managers of a pack without its owner, who cannot be removed. */
const managersOf = (ownerId: number) =>
  z
    .array(z.object({ UserId: z.number({ error: personMessages.unknown }), Role: z.string() }))
    .transform((sent, context) => {
      const { people, mistake } = checkedPeople(managerRules, ownerId, sent);
      if (mistake) context.addIssue({ code: 'custom', message: mistake.message, path: [...mistake.path] });
      return people;
    });
const { least, most } = submissionsPerUser;
const environmentsMessage = 'Environments: choose environments of this edition.';
const submissionsMessage = `SubmissionsPerUser: must be a whole number from ${least} to ${most}.`;

/** The rules for the settings of a pack and their messages. */
export const packSettings = (ownerId: number, environments: readonly number[]) =>
  z.object({
    PackName: z
      .string()
      .transform(cleanName)
      .superRefine((name, issue) => {
        const message = nameProblem(name, 'PackName');
        if (message) issue.addIssue({ code: 'custom', message });
      }),
    Description: z
      .string()
      .transform(cleanMessage)
      .refine(
        (text) => countCharacters(text) <= maxDescriptionCharacters,
        `max. ${maxDescriptionCharacters} characters long.`,
      ),
    Visibility: z.enum(packVisibilities, { error: 'Visibility: must be public, unreleased or hidden.' }),
    AllowsTrackSubmissions: z.boolean(),
    SubmissionsPerUser: z
      .int(submissionsMessage)
      .min(least, submissionsMessage)
      .max(most, submissionsMessage),
    HasLeaderboard: z.boolean(),
    Environments: z
      .array(z.number(environmentsMessage))
      .transform((given) => [...new Set(given)].sort((a, b) => a - b))
      .refine(
        (given) => given.every((environment) => environments.includes(environment)),
        environmentsMessage,
      ),
    Managers: managersOf(ownerId),
  }) satisfies z.ZodType<PackSettings>;
