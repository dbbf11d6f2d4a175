import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { isYes } from '#platform/http/form-body.ts';
import { Problem } from '#platform/http/problem.ts';
import { mentionsAsTyped } from '#platform/mentions.ts';
import type { StoredPack } from '../../server/stored-pack.ts';
import { managerMessages } from '../managers.ts';
import { type GivenPackSettings, type PackSettings, usualSettings, visibilityOf } from '../settings.ts';

/** The current settings of a pack, except its managers. */
export const settingsOf = (pack: StoredPack | null): PackSettings =>
  pack === null
    ? usualSettings
    : {
        PackName: pack.name,
        Description: pack.description ?? '',
        Visibility: visibilityOf({ isPublic: pack.is_public, mapListReleased: pack.map_list_released }),
        AllowsTrackSubmissions: pack.allows_submissions,
        SubmissionsPerUser: pack.submissions_per_user,
        HasLeaderboard: pack.has_leaderboard,
        Environments: pack.announced_environments,
        Managers: [],
      };

/** A form, and whether it contains the managers. */
export interface SentPack {
  readonly settings: GivenPackSettings;
  readonly managersSent: boolean;
}

/** Reads a form. Fields that it does not contain stay as they are, or as usual for a new pack. */
export async function readPackForm(
  ctx: Ctx,
  form: URLSearchParams,
  pack: StoredPack | null,
): Promise<SentPack> {
  const before = settingsOf(pack);
  // the last of several fields with a name: a checkbox follows the hidden field for "no"
  const last = (name: string) => form.getAll(name).at(-1);
  const flag = (name: string, usual: boolean) => {
    const text = last(name);
    return text === undefined ? usual : isYes(text.trim());
  };
  // as the form shows it: with references instead of names, a text may exceed the limit
  const [Description = ''] = [
    last('Description') ?? (await mentionsAsTyped(ctx, [before.Description])),
  ].flat();
  const submissions = last('SubmissionsPerUser');
  return {
    settings: {
      PackName: last('PackName') ?? before.PackName,
      Description,
      Visibility: last('Visibility') ?? before.Visibility,
      AllowsTrackSubmissions: flag('AllowsTrackSubmissions', before.AllowsTrackSubmissions),
      SubmissionsPerUser:
        submissions === undefined ? before.SubmissionsPerUser : wholeNumber(submissions.trim()),
      HasLeaderboard: flag('HasLeaderboard', before.HasLeaderboard),
      Environments: form.has('Environments')
        ? form.getAll('Environments').filter(Boolean).map(wholeNumber)
        : before.Environments,
      Managers: await withIds(ctx, managersIn(form)),
    },
    managersSent: [...form.keys()].some((name) => /^Managers(\[|$)/.test(name)),
  };
}

/** NaN for anything else, which the rules refuse. */
const wholeNumber = (text: string): number => (/^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN);

interface SentManager {
  readonly userId: number;
  readonly role: string;
  /** instead of an id, from browsers without scripts */
  readonly name: string;
}

/** The managers of a form sorted by index; those with neither id nor name, and those marked to be removed, are left out. */
export function managersIn(form: URLSearchParams): SentManager[] {
  const removed = form.getAll('RemoveManager');
  const indexes = [...form.keys()].flatMap((name) => {
    const [, index] = /^Managers\[(\d{1,3})\]\.(?:UserId|Name)$/.exec(name) ?? [];
    return index === undefined ? [] : [Number(index)];
  });
  return [...new Set(indexes)]
    .sort((a, b) => a - b)
    .flatMap((index) => {
      const of = (part: string) => form.get(`Managers[${index}].${part}`)?.trim() ?? '';
      const [id, name] = [of('UserId'), of('Name')];
      if ((id === '' && name === '') || removed.includes(id)) return [];
      return [{ userId: id === '' ? 0 : wholeNumber(id), role: of('Role'), name }];
    });
}

/** Finds the ids of managers given by exact name. */
async function withIds(ctx: Ctx, managers: readonly SentManager[]): Promise<PackSettings['Managers']> {
  const byName = managers.filter(({ userId }) => userId === 0);
  const people = byName.length === 0 ? [] : await namedPeople(ctx, byName);
  return managers.map(({ userId, role, name }) => {
    if (userId !== 0) return { UserId: userId, Role: role };
    const person = people.find((one) => one.name === name);
    if (!person)
      throw new Problem(422, `Managers: “${name}”: ${managerMessages.unknown}`, { field: 'Managers' });
    return { UserId: person.user_id, Role: role };
  });
}

const namedPeople = (ctx: Ctx, managers: readonly SentManager[]) =>
  forSite(ctx, 'profile')
    .where(
      'name',
      'in',
      managers.map(({ name }) => name),
    )
    .select(['user_id', 'name'])
    .execute();
