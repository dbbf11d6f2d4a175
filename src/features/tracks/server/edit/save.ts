import { foldForSearch } from '#lib/game-text/fold.ts';
import type { TxCtx } from '#platform/context.ts';
import { assertAllowed, Problem } from '#platform/http/problem.ts';
import { mostPictures } from '../../pictures.ts';
import { mayEdit, maySetAuthors, maySetVisibility } from '../../rights.ts';
import { parseSettings, type TrackSettings } from '../../settings.ts';
import { setAuthors } from '../authors.ts';
import { recordIfModeration } from '../life/acts.ts';
import { setVisibility } from '../life/visibility.ts';
import { setPictures } from '../pictures/attach.ts';
import type { KeptTrack } from '../repo.ts';
import { nextReplayType } from '../versions/replace.ts';
import { readEdit, type SentEdit } from './read-form.ts';

/** Saves an edit form of a locked track that the viewer may edit. Texts, pictures and tags do not change its dates. */
export async function saveEdit(tx: TxCtx, track: KeptTrack, form: URLSearchParams): Promise<void> {
  const sent = await readEdit(tx, form, track);
  const settings = checked(tx, track, sent);
  await tx.db
    .updateTable('track')
    .set({
      name: settings.TrackName,
      name_folded: foldForSearch(settings.TrackName),
      author_comments: settings.AuthorComments || null,
      difficulty: settings.Difficulty,
      routes: settings.Routes,
      tags: settings.Tags,
      replay_type: nextReplayType(tx.site, track, track.unlimiter_version, settings.Tags),
    })
    .where('site', '=', tx.site.code)
    .where('track_id', '=', track.track_id)
    .execute();
  if (sent.authorsSaid) await saveAuthors(tx, track, settings);
  if (sent.picturesSaid) await setPictures(tx, track.track_id, settings.ScreenshotFiles);
  if (changesVisibility(track, settings)) await saveVisibility(tx, track, settings);
  await recordIfModeration(tx, track, {
    act: 'track.edit',
    did: 'changed',
    reason: form.get('Reason') ?? '',
    rule: mayEdit,
  });
}

/** Validates with the rules and messages of the upload. */
function checked(tx: TxCtx, track: KeptTrack, { settings }: SentEdit): TrackSettings {
  const parsed = parseSettings(settings, {
    file: 'TrackName',
    now: tx.clock.now(),
    uploaderId: track.uploader_id,
    mostPictures: mostPictures(true), // setPictures checks the limit of this uploader
    tagIds: tx.site.tags.map(({ id }) => id),
  });
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'The settings are not valid.' };
  const field = String(path[0] ?? '');
  throw new Problem(422, message.startsWith(field) ? message : `${field}: ${message}`, { field });
}

async function saveAuthors(tx: TxCtx, track: KeptTrack, { Authors }: TrackSettings): Promise<void> {
  assertAllowed(maySetAuthors(track.relation));
  const wanted = Authors.map(({ UserId, Role }) => ({ userId: UserId, role: Role }));
  await setAuthors(tx, track.track_id, wanted);
}

const changesVisibility = (track: KeptTrack, settings: TrackSettings): boolean =>
  settings.Visible !== track.is_public ||
  settings.Listed !== track.is_listed ||
  settings.Beta !== track.is_beta ||
  settings.ReleaseDate?.getTime() !== track.release_at?.getTime();

async function saveVisibility(tx: TxCtx, track: KeptTrack, settings: TrackSettings): Promise<void> {
  assertAllowed(maySetVisibility(track.relation));
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
