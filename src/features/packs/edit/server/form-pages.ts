import { forSite } from '#db/for-site.ts';
import { peopleNames } from '#db/people-names.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Verdict } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import { assertAllowed, notFound } from '#platform/http/problem.ts';
import { mentionsAsTyped } from '#platform/mentions.ts';
import { routes } from '#routes/routes.ts';
import {
  mayDecidePack,
  mayDeletePack,
  mayDo,
  mayEditPack,
  mayRestorePack,
  onlyAsModerator,
  type PackRelation,
} from '../../rights.ts';
import { packIdOf, type StoredPack, storedPack, visiblePack } from '../../server/stored-pack.ts';
import type { PackForm } from '../form-data.ts';
import { type PackSettings, packVisibilities, visibilityLabels } from '../settings.ts';
import { managersIn, settingsOf } from './read-form.ts';
import { storedManagers } from './save.ts';

const plainName = ({ name, pack_id }: { name: string; pack_id: number }) =>
  stripGameText(name).trim() || `Trackpack ${pack_id}`;

/** The data of the page that creates a pack. `sent`: the refused form. */
export async function newPackForm(ctx: Ctx, sent: URLSearchParams | undefined): Promise<PackForm> {
  const start = settingsOf(null);
  return {
    pack: null,
    settings: sent ? typedSettings(sent, start) : start,
    managers: sent ? await typedManagers(ctx, sent) : [],
    ownerId: ctx.viewer.userId,
    ownerName: ctx.viewer.name,
    may: { decide: { ok: true }, delete: { ok: false, reason: '' } },
    needsReason: false,
    changes: [],
  };
}

/** The data of the page that edits a pack; throws a Problem 404 or 403. `sent`: the refused form. */
export async function packEditForm(
  ctx: Ctx,
  idText: string | undefined,
  sent: URLSearchParams | undefined,
): Promise<PackForm> {
  const pack = await visiblePack(ctx, packIdOf(idText));
  const { relation, pack_id: packId } = pack;
  const of = { isLegacy: pack.is_legacy };
  const rule = (viewer: PackRelation) => mayEditPack(viewer, of);
  assertAllowed(rule(relation));
  const [stored, names] = await storedPeople(ctx, pack);
  const [Description = ''] = await mentionsAsTyped(ctx, [pack.description ?? '']);
  const settings = { ...settingsOf(pack), Description };
  const managers = stored.map(({ UserId, Role }) => ({
    userId: UserId,
    name: names.get(UserId) ?? '',
    role: Role,
  }));
  const typed = sent && typedSettings(sent, settings);
  const shown = sent?.has('Managers') ? await typedManagers(ctx, sent) : managers;
  return {
    pack: {
      packId,
      name: plainName(pack),
      isOwn: pack.owner_id === ctx.viewer.userId,
      version: pack.settings_version,
      image:
        pack.image_sha256 === null
          ? null
          : routes.trackPackThumb(packId, { width: 320, version: pack.image_sha256.slice(0, 12) }),
    },
    settings: typed ?? settings,
    managers: shown,
    ownerId: pack.owner_id,
    ownerName: names.get(pack.owner_id) ?? '',
    may: { decide: mayDecidePack(relation), delete: mayDeletePack(relation, of) },
    needsReason: onlyAsModerator(relation, rule),
    changes:
      sent && sent.get('Version') !== String(pack.settings_version)
        ? differences(settings, typed ?? settings, managers, shown)
        : [],
  };
}

async function storedPeople(ctx: Ctx, pack: StoredPack) {
  const stored = await storedManagers(ctx, pack.pack_id);
  const names = await peopleNames(ctx, [pack.owner_id, ...stored.map(({ UserId }) => UserId)]);
  return [stored, names] as const;
}

/** The settings of a refused form as they were typed; what it does not contain is as before. */
function typedSettings(sent: URLSearchParams, before: PackSettings): PackSettings {
  const text = (name: 'PackName' | 'Description') => sent.get(name) ?? before[name];
  const flag = (name: 'AllowsTrackSubmissions' | 'HasLeaderboard') =>
    sent.has(name) ? sent.getAll(name).at(-1) === 'true' : before[name];
  const visibility = packVisibilities.find((one) => one === sent.get('Visibility'));
  return {
    ...before,
    PackName: text('PackName'),
    Description: text('Description'),
    Visibility: visibility ?? before.Visibility,
    AllowsTrackSubmissions: flag('AllowsTrackSubmissions'),
    HasLeaderboard: flag('HasLeaderboard'),
    SubmissionsPerUser: sent.has('SubmissionsPerUser')
      ? Number(sent.get('SubmissionsPerUser'))
      : before.SubmissionsPerUser,
    Environments: sent.has('Environments')
      ? sent.getAll('Environments').filter(Boolean).map(Number)
      : before.Environments,
  };
}

async function typedManagers(ctx: Ctx, sent: URLSearchParams): Promise<PackForm['managers']> {
  const managers = managersIn(sent).slice(0, 20);
  const names = await peopleNames(
    ctx,
    managers.map(({ userId }) => userId),
  );
  return managers.flatMap(({ userId, role }) => {
    const name = names.get(userId);
    return name === undefined ? [] : [{ userId, name, role }];
  });
}

/** What is stored now, where it differs from what was typed: for the second of two editors. */
function differences(
  stored: PackSettings,
  typed: PackSettings,
  storedManagers: PackForm['managers'],
  typedManagers: PackForm['managers'],
): PackForm['changes'] {
  const onOff = (is: boolean) => (is ? 'on' : 'off');
  const people = (managers: PackForm['managers']) =>
    managers.map(({ name, role }) => (role ? `${name} (${role})` : name)).join(', ') || 'none';
  const shown = (settings: PackSettings, managers: PackForm['managers']) => [
    ['Name', settings.PackName],
    ['Description', settings.Description || '(No text defined)'],
    ['Visibility', visibilityLabels[settings.Visibility].label],
    ['Submissions', onOff(settings.AllowsTrackSubmissions)],
    ['Tracks per player', String(settings.SubmissionsPerUser)],
    ['Leaderboard', onOff(settings.HasLeaderboard)],
    ['Managers', people(managers)],
  ];
  const mine = shown(typed, typedManagers);
  return shown(stored, storedManagers).flatMap(([field = '', text = ''], index) =>
    mine[index]?.[1] === text ? [] : [{ field, stored: text }],
  );
}

/** The data of the pages that delete and restore a pack. */
interface PackEnd {
  readonly packId: number;
  /** without codes */
  readonly name: string;
  readonly deletedReason: string | null;
  readonly right: Verdict;
  readonly needsReason: boolean;
}

export async function packEnd(
  ctx: Ctx,
  idText: string | undefined,
  act: 'delete' | 'restore',
): Promise<PackEnd> {
  const pack = await storedPack(ctx, packIdOf(idText));
  assertAllowed(mayDo(act, pack.relation));
  // deleted packs cannot be deleted again, others cannot be restored
  if ((pack.deleted_at === null) !== (act === 'delete')) throw notFound('This trackpack');
  const { deleted_at: deletedAt, deleted_reason: deletedReason } = pack;
  const rule = (relation: PackRelation): Verdict =>
    act === 'delete'
      ? mayDeletePack(relation, { isLegacy: pack.is_legacy })
      : mayRestorePack(relation, { deletedAt, deletedReason }, ctx.clock.now());
  return {
    packId: pack.pack_id,
    name: plainName(pack),
    deletedReason,
    right: rule(pack.relation),
    needsReason: onlyAsModerator(pack.relation, rule),
  };
}

/** The viewer's deleted packs that can be restored, newest first. */
export async function deletedPacks(ctx: Ctx) {
  const rows = await forSite(ctx, 'pack')
    .where('owner_id', '=', ctx.viewer.userId)
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .orderBy('pack_id', 'desc')
    .limit(500)
    .select(['pack_id', 'name', 'deleted_at', 'deleted_reason'])
    .execute();
  return rows.flatMap(({ deleted_at, ...pack }) =>
    deleted_at === null
      ? []
      : [
          {
            id: pack.pack_id,
            name: plainName(pack),
            deletedAt: deleted_at,
            deletedReason: pack.deleted_reason,
          },
        ],
  );
}
