import { type InsertObject, type Selectable, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { forSite } from '#db/for-site.ts';
import { nextId } from '#db/ids.ts';
import { countedTrack } from '#features/users/server/counters.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';
import type { TxCtx } from '#platform/context.ts';
import { storedMentions } from '#platform/mentions.ts';
import { checkWords } from '#platform/switches/check-words.ts';
import { setAuthors } from '../../authors/server/set-authors.ts';
import { type FileFacts, readColumns } from '../../file/server/file-facts.ts';
import { replayTypeOf } from '../../model.ts';
import { setPictures } from '../../pictures/server/attach.ts';
import type { TrackSettings } from '../../settings.ts';
import { heldColumns } from '../../visibility/server/review.ts';

export type Upload = Omit<Selectable<Database['upload']>, 'site' | 'user_id' | 'created_at' | 'stored_bytes'>;

/** The facts of an upload's file. */
export const factsOf = (upload: Upload) => upload.analysis as FileFacts; // written by trackFiles, which accepts nothing else

/**
 * Inserts the rows of a new track, which may have to wait for a moderator: the track, its first file, authors and pictures, and its
 * id in the upload. `hasFans`: whether anyone has the uploader as a favourite; co-authors have not accepted yet. `id`: a free one that the
 * track takes.
 */
export async function insertTrack(
  tx: TxCtx,
  upload: Upload,
  settings: TrackSettings,
  waits: boolean,
  id: number | null = null,
): Promise<{ trackId: number; hasFans: boolean }> {
  const AuthorComments = await storedMentions(tx, settings.AuthorComments);
  const { track_id: trackId, hasFans } = await newTrack(
    tx,
    upload,
    { ...settings, AuthorComments },
    waits,
    id,
  ).executeTakeFirstOrThrow();
  if (settings.Authors.length > 0) {
    const authors = settings.Authors.map(({ UserId, Role }) => ({ userId: UserId, role: Role }));
    await setAuthors(tx, trackId, authors);
  }
  if (settings.ScreenshotFiles.length > 0) await setPictures(tx, trackId, settings.ScreenshotFiles);
  await checkWords(tx, 'track', trackId);
  return { trackId, hasFans };
}

/** The rows of every track, in one statement to save round trips. */
function newTrack(tx: TxCtx, upload: Upload, settings: TrackSettings, waits: boolean, id: number | null) {
  const site = tx.site.code;
  const uploader = tx.viewer.userId;
  const file = factsOf(upload);
  const made = sql<number>`(select track_id from made)`;
  const isOpen = settings.Visible && settings.Listed && !waits;
  return tx.db
    .with('made', (db) =>
      db
        .insertInto('track')
        .values({
          ...trackRow(tx, file, settings),
          ...(id !== null && { track_id: id }),
          ...(waits && { ...heldColumns(tx), released_at: null }),
        })
        .returning('track_id'),
    )
    .with('file', (db) =>
      db.insertInto('track_version').values({
        site,
        track_id: made,
        version: 1,
        uid: file.uid,
        sha256: upload.sha256,
        file_name: upload.file_name,
        file_size: upload.file_size,
        game: file.game,
        ...readColumns(file),
        thumbnail_sha256: upload.thumbnail_sha256,
        uploaded_by: uploader,
        uploaded_at: tx.clock.now(),
      }),
    )
    .with('author', (db) =>
      db
        .insertInto('track_author')
        .values({ site, track_id: made, user_id: uploader, is_uploader: true, is_pending: false }),
    )
    .with('sent', (db) =>
      db
        .updateTable('upload')
        .set({ track_id: made })
        .where('site', '=', site)
        .where('upload_key', '=', upload.upload_key),
    )
    .with('counted', (db) => countedTrack(db, site, uploader).where((eb) => eb.val(isOpen)))
    .selectFrom('made')
    .select('track_id')
    .select((eb) =>
      eb
        .exists(forSite(tx, 'favorite_user').where('favorite_id', '=', uploader).select('user_id'))
        .$castTo<boolean>()
        .as('hasFans'),
    );
}

function trackRow(tx: TxCtx, file: FileFacts, settings: TrackSettings): InsertObject<Database, 'track'> {
  const site = tx.site.code;
  const now = tx.clock.now();
  return {
    site,
    track_id: nextId('track', site),
    uploader_id: tx.viewer.userId,
    name: settings.TrackName,
    name_folded: foldForSearch(settings.TrackName),
    author_comments: settings.AuthorComments || null,
    primary_type: file.primaryType,
    environment: file.environment,
    car: file.car,
    mood: file.mood,
    difficulty: settings.Difficulty,
    routes: settings.Routes,
    tags: settings.Tags,
    replay_type: replayTypeOf(tx.site, {
      isBeta: settings.Beta,
      unlimiterVersion: file.unlimiterVersion,
      tags: settings.Tags,
    }),
    unlimiter_version: file.unlimiterVersion,
    author_time_ms: file.authorTimeMs,
    author_score: file.authorScore,
    gold_target: file.gold,
    silver_target: file.silver,
    bronze_target: file.bronze,
    is_public: settings.Visible,
    is_listed: settings.Listed,
    is_beta: settings.Beta,
    released_at: settings.Visible ? now : null,
    release_at: settings.ReleaseDate,
    uploaded_at: now,
    updated_at: now,
    activity_at: now,
  };
}
