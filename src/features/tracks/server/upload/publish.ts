import { type Selectable, sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { nextId } from '#db/ids.ts';
import type { UploadTable } from '#db/tables/upload.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { Problem } from '#platform/http/problem.ts';
import { replayTypeOf } from '../../model.ts';
import { type TrackSettings, trackSettings } from '../../settings.ts';
import { duplicateIssue } from './duplicates.ts';
import type { FileFacts } from './file-facts.ts';
import { assertQuota } from './quota.ts';

export interface PublishedTrack {
  TrackId: number;
  TrackName: string;
}

/** Settings as they came, not yet checked: values of the right kind or nothing. */
export type GivenSettings = { readonly [K in keyof TrackSettings]: TrackSettings[K] | undefined };

/**
 * Makes a track of an upload, in one transaction. The row of the upload is locked meanwhile: however often and
 * however quickly it is asked, there is one track, and every answer names it.
 */
export async function publishUpload(
  ctx: Ctx,
  uploadKey: string,
  given: GivenSettings,
): Promise<PublishedTrack> {
  try {
    return await inTransaction(ctx, async (tx) => {
      const upload = await lockedUpload(tx, uploadKey);
      if (upload.track_id !== null) return publishedBefore(tx, upload.track_id);
      const settings = checkedSettings(ctx, upload.file_name, given);
      await assertQuota(tx);
      await lockUid(tx, factsOf(upload).uid);
      await assertNew(tx, upload);
      return insertTrack(tx, upload, settings);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // Somebody else published the same file a moment ago: now it can be seen.
    await assertNew(ctx, await ownUpload(ctx, uploadKey));
    throw error;
  }
}

/** The first mistake as a Problem that names file, field and reason. */
export function checkedSettings(ctx: Ctx, file: string, given: GivenSettings): TrackSettings {
  const tagIds = ctx.site.tags.map(({ id }) => id);
  const filled = {
    ...given,
    TrackName: given.TrackName ?? '',
    Tags: given.Tags ?? [],
    Routes: given.Routes ?? 0,
    AuthorComments: given.AuthorComments ?? '',
    Visible: given.Visible ?? true,
  };
  const parsed = trackSettings({ file, tagIds }).safeParse(filled);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'The settings are not valid.' };
  const detail = message.startsWith(file) ? message : `${file}: ${message}`;
  throw new Problem(422, detail, { file, field: String(path[0] ?? '') });
}

const uploadQuery = (ctx: Ctx, key: string) =>
  forSite(ctx, 'upload').selectAll().where('upload_key', '=', key).where('user_id', '=', ctx.viewer.userId);

const gone = () =>
  new Problem(404, 'This upload is no longer here: choose the file again.', { field: 'UploadKey' });

async function lockedUpload(tx: TxCtx, key: string) {
  const upload = await uploadQuery(tx, key).forUpdate().executeTakeFirst();
  if (!upload) throw gone();
  return upload;
}

async function ownUpload(ctx: Ctx, key: string) {
  const upload = await uploadQuery(ctx, key).executeTakeFirst();
  if (!upload) throw gone();
  return upload;
}

async function publishedBefore(tx: TxCtx, trackId: number): Promise<PublishedTrack> {
  const { name } = await forSite(tx, 'track')
    .where('track_id', '=', trackId)
    .select('name')
    .executeTakeFirstOrThrow();
  return { TrackId: trackId, TrackName: name };
}

type Upload = Selectable<UploadTable>;
const factsOf = (upload: Upload) => upload.analysis as FileFacts; // written by keepUpload, which takes nothing else

async function assertNew(ctx: Ctx, upload: Upload): Promise<void> {
  const duplicate = await duplicateIssue(ctx, { uid: factsOf(upload).uid, sha256: upload.sha256 });
  if (!duplicate) return;
  throw new Problem(409, `${upload.file_name}: ${duplicate.Message}`, {
    file: upload.file_name,
    field: 'TrackFile',
    link: duplicate.Link,
  });
}

/** Two tracks never share a UId: whoever publishes one waits for the other. */
async function lockUid(tx: TxCtx, uid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uid ${tx.site.code} ${uid}`}, 0))`.execute(
    tx.db,
  );
}

async function insertTrack(tx: TxCtx, upload: Upload, settings: TrackSettings): Promise<PublishedTrack> {
  const file = factsOf(upload);
  const site = tx.site.code;
  const now = tx.clock.now();
  const userId = tx.viewer.userId;
  const { track_id } = await tx.db
    .insertInto('track')
    .values({
      site,
      track_id: nextId('track', site),
      uploader_id: userId,
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
        isBeta: false,
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
      released_at: settings.Visible ? now : null,
      uploaded_at: now,
      updated_at: now,
      activity_at: now,
    })
    .returning('track_id')
    .executeTakeFirstOrThrow();
  await tx.db
    .insertInto('track_version')
    .values({
      site,
      track_id,
      version: 1,
      uid: file.uid,
      sha256: upload.sha256,
      file_name: upload.file_name,
      file_size: upload.file_size,
      game: file.game,
      facts: JSON.stringify(file.facts),
      thumbnail_sha256: upload.thumbnail_sha256,
      uploaded_by: userId,
      uploaded_at: now,
    })
    .execute();
  await tx.db
    .insertInto('track_author')
    .values({ site, track_id, user_id: userId, is_uploader: true, is_pending: false })
    .execute();
  await tx.db
    .updateTable('upload')
    .set({ track_id })
    .where('site', '=', site)
    .where('upload_key', '=', upload.upload_key)
    .execute();
  return { TrackId: track_id, TrackName: settings.TrackName };
}

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505';
