import type { Selectable } from 'kysely';
import { nextId } from '#db/ids.ts';
import type { UploadTable } from '#db/tables/upload.ts';
import { countNewTrack } from '#features/users/server/counters.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';
import type { TxCtx } from '#platform/context.ts';
import { replayTypeOf } from '../../model.ts';
import type { TrackSettings } from '../../settings.ts';
import { setAuthors } from '../authors.ts';
import { setPictures } from '../pictures/attach.ts';
import type { FileFacts } from './file-facts.ts';

export type Upload = Omit<Selectable<UploadTable>, 'site' | 'user_id' | 'created_at'>;

/** What the file of an upload says. */
export const factsOf = (upload: Upload) => upload.analysis as FileFacts; // written by keepUpload, which takes nothing else

/** The rows of a new track: itself, its first file, its authors and pictures, and its name on the upload. Answers with its number. */
export async function insertTrack(tx: TxCtx, upload: Upload, settings: TrackSettings): Promise<number> {
  const trackId = await insertRow(tx, upload, settings);
  const site = tx.site.code;
  const file = factsOf(upload);
  // one statement: each is a way to the database and back
  await tx.db
    .with('file', (db) =>
      db.insertInto('track_version').values({
        site,
        track_id: trackId,
        version: 1,
        uid: file.uid,
        sha256: upload.sha256,
        file_name: upload.file_name,
        file_size: upload.file_size,
        game: file.game,
        facts: JSON.stringify(file.facts),
        thumbnail_sha256: upload.thumbnail_sha256,
        uploaded_by: tx.viewer.userId,
        uploaded_at: tx.clock.now(),
      }),
    )
    .with('sent', (db) =>
      db
        .updateTable('upload')
        .set({ track_id: trackId })
        .where('site', '=', site)
        .where('upload_key', '=', upload.upload_key),
    )
    .insertInto('track_author')
    .values({ site, track_id: trackId, user_id: tx.viewer.userId, is_uploader: true, is_pending: false })
    .execute();
  if (settings.Authors.length > 0) {
    const authors = settings.Authors.map(({ UserId, Role }) => ({ userId: UserId, role: Role }));
    await setAuthors(tx, trackId, authors);
  }
  if (settings.Visible && settings.Listed) await countNewTrack(tx, tx.viewer.userId);
  if (settings.ScreenshotFiles.length > 0) await setPictures(tx, trackId, settings.ScreenshotFiles);
  return trackId;
}

async function insertRow(tx: TxCtx, upload: Upload, settings: TrackSettings): Promise<number> {
  const file = factsOf(upload);
  const site = tx.site.code;
  const now = tx.clock.now();
  const { track_id } = await tx.db
    .insertInto('track')
    .values({
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
      replay_type: replayTypeOf({
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
    })
    .returning('track_id')
    .executeTakeFirstOrThrow();
  return track_id;
}
