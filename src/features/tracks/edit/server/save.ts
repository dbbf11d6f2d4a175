import { forSite } from '#db/for-site.ts';
import type { ActState } from '#features/modlog/model.ts';
import { act } from '#features/modlog/server/act.ts';
import { changedFacts } from '#features/modlog/states.ts';
import { retitleNotices } from '#features/notices/server/actions.ts';
import { difficulties, routeKinds } from '#lib/codes/track.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { type Verdict, yes } from '#lib/rules/verdict.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { storedMentions } from '#platform/mentions.ts';
import { checkWords } from '#platform/switches/check-words.ts';
import { routes } from '#routes/routes.ts';
import { setAuthors } from '../../authors/server/set-authors.ts';
import { irreversible } from '../../model.ts';
import { maxPictures } from '../../pictures/pictures.ts';
import { setPictures } from '../../pictures/server/attach.ts';
import { mayEdit, maySetAuthors, maySetVisibility, mayShow } from '../../rights.ts';
import { packPagesOf } from '../../server/pack-notices.ts';
import type { StoredTrack } from '../../server/repo.ts';
import { recordIfModeration } from '../../server/track-actions.ts';
import {
  type ParsedSettings,
  parseSettings,
  type SettingMistake,
  type TrackSettings,
} from '../../settings.ts';
import { nextReplayType } from '../../versions/server/replace.ts';
import { setVisibility } from '../../visibility/server/visibility.ts';
import { readEdit, type SentEdit } from './read-form.ts';

/** What an edit form can change about a track, as the moderation log shows it; people as their ids. */
async function loggedSettings(tx: TxCtx, trackId: number): Promise<ActState> {
  const track = await forSite(tx, 'track')
    .where('track_id', '=', trackId)
    .select(['name', 'author_comments', 'difficulty', 'routes', 'tags'])
    .select(['is_public', 'is_listed', 'is_beta', 'release_at'])
    .executeTakeFirstOrThrow();
  const authors = await forSite(tx, 'track_author')
    .where('track_id', '=', trackId)
    .where('is_uploader', '=', false)
    .orderBy('position')
    .select(['user_id', 'role'])
    .execute();
  const pictures = await forSite(tx, 'track_image')
    .where('track_id', '=', trackId)
    .orderBy('position')
    .select(['file_name', 'file_size'])
    .execute();
  const tagNames = new Map(tx.site.tags.map(({ id, name }) => [id, name]));
  return {
    Name: track.name,
    AuthorComments: track.author_comments ?? '',
    Difficulty: difficulties[track.difficulty] ?? track.difficulty,
    Routes: routeKinds[track.routes] ?? track.routes,
    Tags: track.tags.map((id) => tagNames.get(id) ?? id),
    Public: track.is_public,
    Listed: track.is_listed,
    Beta: track.is_beta,
    ReleaseDate: track.release_at?.toISOString() ?? null,
    CoAuthors: authors.map(({ user_id }) => user_id),
    CoAuthorRoles: authors.map(({ role }) => role),
    // with the size, because another picture may have the same name
    Pictures: pictures.map(({ file_name, file_size }) => `${file_name} (${file_size} bytes)`),
  };
}

export const editTrack = act({
  name: 'track.edit',
  label: 'Edited a track',
  group: 'changed',
  cannot: irreversible['track.edit'],
});

/** A locked track and what a form says about it. */
interface Edit {
  readonly track: StoredTrack;
  readonly sent: SentEdit;
  readonly parsed: ParsedSettings;
}

/** Reads the form by the rules of the upload; mistakes in it are reported when it is saved. */
export async function editOf(tx: TxCtx, track: StoredTrack, form: URLSearchParams): Promise<Edit> {
  const sent = await readEdit(tx, form, track);
  const parsed = parseSettings(sent.settings, {
    file: 'TrackName',
    now: tx.clock.now(),
    uploaderId: track.uploader_id,
    maxPictures: maxPictures(true), // setPictures checks the limit of this uploader
    tagIds: tx.site.tags.map(({ id }) => id),
  });
  return { track, sent, parsed };
}

/**
 * Whether the viewer may change everything that the form changes: changing its authors or visibility requires more than changing
 * its text.
 */
export function maySave({ track, sent, parsed }: Edit): Verdict {
  const { relation } = track;
  const needed = [
    mayEdit(relation),
    ...(parsed.success && sent.authorsSent ? [maySetAuthors(relation)] : []),
    ...(parsed.success && changesVisibility(track, parsed.data)
      ? [maySetVisibility(relation), ...(parsed.data.Visible ? [mayShow(track.hold)] : [])]
      : []),
  ];
  return needed.find(({ ok }) => !ok) ?? yes;
}

/** Saves an edit form and returns the settings as they are now. Texts, pictures and tags do not change the track's dates. */
export async function saveEdit(
  tx: TxCtx,
  { track, sent, parsed }: Edit,
  reason: string,
): Promise<TrackSettings> {
  if (!parsed.success) throw mistakeOf(parsed.mistakes[0]);
  const settings = parsed.data;
  const comments = await storedMentions(tx, settings.AuthorComments);
  const before = await loggedSettings(tx, track.track_id);
  await tx.db
    .updateTable('track')
    .set({
      name: settings.TrackName,
      name_folded: foldForSearch(settings.TrackName),
      author_comments: comments || null,
      difficulty: settings.Difficulty,
      routes: settings.Routes,
      tags: settings.Tags,
      replay_type: nextReplayType(tx.site, track, track.unlimiter_version, settings.Tags),
      ...(track.is_beta && { beta_changed_at: tx.clock.now() }),
    })
    .where('site', '=', tx.site.code)
    .where('track_id', '=', track.track_id)
    .execute();
  if (settings.TrackName !== track.name || comments !== (track.author_comments ?? ''))
    await checkWords(tx, 'track', track.track_id);
  if (sent.authorsSent) await saveAuthors(tx, track, settings);
  if (sent.picturesSent) await setPictures(tx, track.track_id, settings.ScreenshotFiles);
  if (changesVisibility(track, settings)) await saveVisibility(tx, track, settings);
  const isModeration = await recordIfModeration(tx, editTrack, track, {
    did: 'changed',
    reason,
    rule: mayEdit,
    ...changedFacts(before, await loggedSettings(tx, track.track_id)),
  });
  if (isModeration) await retitle(tx, track, settings.TrackName);
  return settings;
}

/** Notices show the new name: those that lead to the track, and those that lead to packs. */
async function retitle(tx: TxCtx, { track_id: trackId, name }: StoredTrack, newName: string): Promise<void> {
  const [before, after] = [stripGameText(name), stripGameText(newName)];
  if (before === after) return;
  const inPacks = await packPagesOf(tx, trackId);
  for (const page of [routes.trackShow(trackId), inPacks.authors, inPacks.managers])
    await retitleNotices(tx, page, before, after);
}

function mistakeOf(mistake: SettingMistake | undefined): Problem {
  const { field, message } = mistake ?? { field: '', message: 'The settings are not valid.' };
  return new Problem(422, message.startsWith(field) ? message : `${field}: ${message}`, { field });
}

async function saveAuthors(tx: TxCtx, track: StoredTrack, { Authors }: TrackSettings): Promise<void> {
  const wanted = Authors.map(({ UserId, Role }) => ({ userId: UserId, role: Role }));
  await setAuthors(tx, track.track_id, wanted);
}

const changesVisibility = (track: StoredTrack, settings: TrackSettings): boolean =>
  settings.Visible !== track.is_public ||
  settings.Listed !== track.is_listed ||
  settings.Beta !== track.is_beta ||
  settings.ReleaseDate?.getTime() !== track.release_at?.getTime();

async function saveVisibility(tx: TxCtx, track: StoredTrack, settings: TrackSettings): Promise<void> {
  await setVisibility(
    tx,
    { ...track, tags: settings.Tags },
    {
      visible: settings.Visible,
      listed: settings.Listed,
      isBeta: settings.Beta,
      releaseAt: settings.ReleaseDate,
    },
  );
}
