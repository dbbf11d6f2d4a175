import { forSite } from '#db/for-site.ts';
import { nextId } from '#db/ids.ts';
import { peopleNames } from '#db/people-names.ts';
import { act } from '#features/modlog/server/act.ts';
import { recordAct } from '#features/modlog/server/actions.ts';
import { changedFacts } from '#features/modlog/states.ts';
import { notify, retitleNotices } from '#features/notices/server/actions.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { type Verdict, yes } from '#lib/rules/verdict.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { storedMentions } from '#platform/mentions.ts';
import { rememberPictures } from '#platform/remote-pictures/remember.ts';
import { checkWords } from '#platform/switches/check-words.ts';
import { routes } from '#routes/routes.ts';
import { irreversible, mayDecidePack, mayEditPack, onlyAsModerator } from '../../rights.ts';
import { recountPacks } from '../../server/recount.ts';
import type { StoredPack } from '../../server/stored-pack.ts';
import { managerMessages } from '../managers.ts';
import { type PackSettings, packSettings, visibilityOf } from '../settings.ts';
import { countOwner } from './count-owner.ts';
import { assertNotJustCreated } from './just-created.ts';
import { loggedPicture, loggedSettings } from './logged-settings.ts';
import { noticedPages, notifyOwner } from './moderation.ts';
import { type PictureChange, setPicture } from './picture.ts';
import { readPackForm, type SentPack } from './read-form.ts';

/** A locked pack and what a form says about it. */
interface PackEdit {
  readonly pack: StoredPack;
  readonly sent: SentPack;
  readonly parsed: ReturnType<ReturnType<typeof packSettings>['safeParse']>;
}

const parse = (tx: TxCtx, { settings }: SentPack, ownerId: number) =>
  packSettings(ownerId, tx.site.environments).safeParse(settings, { jitless: true });

const withMentions = async (tx: TxCtx, settings: PackSettings): Promise<PackSettings> => ({
  ...settings,
  Description: await storedMentions(tx, settings.Description),
});

/** Reads a form about a locked pack; mistakes in it are reported when it is saved. */
export async function packEditOf(tx: TxCtx, pack: StoredPack, form: URLSearchParams): Promise<PackEdit> {
  const sent = await readPackForm(tx, form, pack);
  return { pack, sent, parsed: parse(tx, sent, pack.owner_id) };
}

/**
 * Whether the viewer may change everything that the form changes: changing its managers or visibility requires more than changing
 * its text.
 */
export async function maySavePack(tx: TxCtx, { pack, sent, parsed }: PackEdit): Promise<Verdict> {
  const { relation } = pack;
  const needed = [mayEditPack(relation, { isLegacy: pack.is_legacy })];
  if (parsed.success && changesVisibility(pack, parsed.data)) needed.push(mayDecidePack(relation));
  if (parsed.success && sent.managersSent && (await changesManagers(tx, pack, parsed.data)))
    needed.push(mayDecidePack(relation));
  return needed.find(({ ok }) => !ok) ?? yes;
}

/** Creates a pack of the viewer. Returns its id. */
export async function createPack(
  tx: TxCtx,
  form: URLSearchParams,
  picture: PictureChange = undefined,
): Promise<{ packId: number; name: string }> {
  const { userId } = tx.viewer;
  const settings = await withMentions(tx, checked(parse(tx, await readPackForm(tx, form, null), userId)));
  await assertNotJustCreated(tx, settings.PackName);
  const now = tx.clock.now();
  const { pack_id: packId } = await tx.db
    .insertInto('pack')
    .values({
      site: tx.site.code,
      pack_id: nextId('pack', tx.site.code),
      owner_id: userId,
      ...columnsOf(settings),
      ...visibilityColumns(settings, now),
      environments: settings.Environments,
      created_at: now,
      updated_at: now,
      activity_at: now,
    })
    .returning('pack_id')
    .executeTakeFirstOrThrow();
  await rememberPictures(tx, settings.Description);
  await checkWords(tx, 'pack', packId);
  await setManagers(tx, { packId, name: settings.PackName, before: [] }, settings);
  if (picture) await setPicture(tx, packId, picture);
  await countOwner(tx, userId);
  return { packId, name: settings.PackName };
}

/**
 * Throws a Problem 409 if the form was opened before another user's change. The page shows both versions and lets the viewer save
 * again. A form without a version, as programs send it, is not compared.
 */
export function assertCurrent(pack: StoredPack, form: URLSearchParams): void {
  const version = form.get('Version');
  if (version === null || version === String(pack.settings_version)) return;
  throw new Problem(
    409,
    'Version: this pack changed while you were editing. Compare the versions below and save again.',
    { field: 'Version' },
  );
}

export const editPack = act({
  name: 'pack.edit',
  label: 'Edited a trackpack',
  group: 'changed',
  cannot: irreversible['pack.edit'],
});

/** Saves an edit form. */
export async function savePack(
  tx: TxCtx,
  { pack, sent, parsed }: PackEdit,
  { picture, reason }: { picture: PictureChange; reason: string },
): Promise<void> {
  const settings = await withMentions(tx, checked(parsed));
  const { pack_id: packId, owner_id: ownerId } = pack;
  const isOpened = changesVisibility(pack, settings) && settings.Visibility !== 'hidden';
  const now = tx.clock.now();
  const before = await loggedSettings(tx, packId);
  await tx.db
    .updateTable('pack')
    .set({
      ...columnsOf(settings),
      ...visibilityColumns(settings, pack.is_public ? now : pack.hidden_at),
      settings_version: pack.settings_version + 1,
      // only a change of visibility makes a pack active, new texts and pictures do not
      ...(isOpened && { updated_at: now, activity_at: now }),
    })
    .where('site', '=', tx.site.code)
    .where('pack_id', '=', packId)
    .execute();
  await rememberPictures(tx, settings.Description);
  const { name, description } = columnsOf(settings);
  if (name !== pack.name || description !== pack.description) await checkWords(tx, 'pack', packId);
  await recountPacks(tx, [packId]);
  if (sent.managersSent) {
    const managers = (await storedManagers(tx, packId)).map(({ UserId }) => UserId);
    await setManagers(tx, { packId, name: settings.PackName, before: managers }, settings);
  }
  if (picture !== undefined) await setPicture(tx, packId, picture);
  if (changesVisibility(pack, settings)) await countOwner(tx, ownerId);
  const changed = changedFacts(before, await loggedSettings(tx, packId));
  const drawn = picture === undefined ? null : loggedPicture(pack.image_sha256 !== null, picture !== null);
  if (!onlyAsModerator(pack.relation, (one) => mayEditPack(one, { isLegacy: pack.is_legacy }))) return;
  await recordAct(tx, editPack, {
    subject: { kind: 'pack', id: packId },
    reason,
    before: drawn ? { ...changed.before, ...drawn.before } : changed.before,
    after: drawn ? { ...changed.after, ...drawn.after } : changed.after,
    ...(await notifyOwner(tx, pack, 'changed', reason)),
  });
  for (const page of noticedPages(packId))
    await retitleNotices(tx, page, stripGameText(pack.name), stripGameText(name));
}

/** Throws a Problem 422 for the first mistake. */
function checked(parsed: PackEdit['parsed']): PackSettings {
  if (parsed.success) return parsed.data;
  const [{ path, message } = { path: [], message: 'The settings are not valid.' }] = parsed.error.issues;
  const field = String(path[0] ?? '');
  throw new Problem(422, message.startsWith(field) ? message : `${field}: ${message}`, { field });
}

const columnsOf = (settings: PackSettings) => ({
  name: settings.PackName,
  name_folded: foldForSearch(settings.PackName),
  description: settings.Description || null,
  allows_submissions: settings.AllowsTrackSubmissions,
  submissions_per_user: settings.SubmissionsPerUser,
  has_leaderboard: settings.HasLeaderboard,
  announced_environments: settings.Environments,
});

/** `hiddenAt`: since when the pack is hidden, if it is. */
const visibilityColumns = ({ Visibility }: PackSettings, hiddenAt: Date | null) => ({
  is_public: Visibility !== 'hidden',
  map_list_released: Visibility === 'public',
  hidden_at: Visibility === 'hidden' ? hiddenAt : null,
});

/** A hidden pack still stores whether its list is released, so only the owner's choice is compared. */
const changesVisibility = (pack: StoredPack, settings: PackSettings): boolean =>
  visibilityOf({ isPublic: pack.is_public, mapListReleased: pack.map_list_released }) !== settings.Visibility;

export const storedManagers = async (tx: Pick<TxCtx, 'db' | 'site'>, packId: number) =>
  forSite(tx, 'pack_manager')
    .where('pack_id', '=', packId)
    .orderBy('user_id')
    .select(['user_id as UserId', 'role as Role'])
    .execute();

async function changesManagers(tx: TxCtx, pack: StoredPack, { Managers }: PackSettings): Promise<boolean> {
  const text = (managers: PackSettings['Managers']) =>
    JSON.stringify(
      managers.map(({ UserId, Role }) => [UserId, Role]).sort(([a], [b]) => Number(a) - Number(b)),
    );
  return text(Managers) !== text(await storedManagers(tx, pack.pack_id));
}

/** Sets the managers and notifies the new ones. */
async function setManagers(
  tx: TxCtx,
  pack: { readonly packId: number; readonly name: string; readonly before: readonly number[] },
  { Managers }: PackSettings,
): Promise<void> {
  const ids = Managers.map(({ UserId }) => UserId);
  const names = await peopleNames(tx, ids);
  if (ids.some((id) => !names.has(id)))
    throw new Problem(422, `Managers: ${managerMessages.unknown}`, { field: 'Managers' });
  const of = { site: tx.site.code, pack_id: pack.packId };
  await tx.db
    .deleteFrom('pack_manager')
    .where('site', '=', of.site)
    .where('pack_id', '=', of.pack_id)
    .execute();
  if (Managers.length > 0)
    await tx.db
      .insertInto('pack_manager')
      .values(Managers.map(({ UserId, Role }) => ({ ...of, user_id: UserId, role: Role })))
      .execute();
  await notify(tx, {
    to: ids.filter((id) => !pack.before.includes(id)),
    kind: 'pack.manager',
    text: `${tx.viewer.name} made you a manager of “${stripGameText(pack.name)}”.`,
    link: routes.trackPackShow(pack.packId),
  });
}
