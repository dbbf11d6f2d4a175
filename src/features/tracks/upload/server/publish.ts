import { type RawBuilder, sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { keepsPlans } from '#db/plans.ts';
import { toWireDate } from '#lib/format/dates.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inRetriedTransaction } from '#platform/ctx.ts';
import { Problem } from '#platform/http/problem.ts';
import { availableUpload } from '#platform/uploads/staged-upload.ts';
import { routes } from '#routes/routes.ts';
import type { PublishedTrack } from '../../file/analysis.ts';
import { duplicateIssue } from '../../file/server/duplicates.ts';
import { maxPictures } from '../../pictures/pictures.ts';
import { drawTrackJob } from '../../pictures/server/draw-tracks.ts';
import { type GivenSettings, parseSettings, type TrackSettings } from '../../settings.ts';
import { notifyFansOfTrack } from '../../visibility/server/notify-favourites.ts';
import { assertQuota, assertRoomForBeta } from '../../visibility/server/quota.ts';
import { needsReview, openReview } from '../../visibility/server/review.ts';
import { factsOf, insertTrack, type Upload } from './insert-track.ts';

/** Adds a new track to the pack it was uploaded for, in the same transaction, or throws the reason why not. */
export type IntoPack = (
  tx: TxCtx,
  track: {
    readonly trackId: number;
    readonly isBeta: boolean;
    readonly status: TrackSettings['TrackStatus'];
  },
) => Promise<void>;

/**
 * Turns an upload into a track, in one transaction. The row of the upload is locked, so that repeated and concurrent requests
 * create one track and all return it.
 */
export async function publishUpload(
  ctx: Ctx,
  uploadKey: string,
  given: GivenSettings,
  intoPack: IntoPack | null = null,
): Promise<PublishedTrack> {
  try {
    return await inRetriedTransaction(ctx, async (tx) => {
      const upload = await lockedUpload(tx, uploadKey);
      if (upload.track_id !== null) return publishedTrack(tx, upload.track_id);
      const settings = checkedSettings(ctx, upload.file_name, given);
      await assertQuota(tx);
      if (settings.Beta) await assertRoomForBeta(tx);
      await assertNew(tx, upload);
      const waits = settings.Visible && (await needsReview(tx, tx.viewer.userId));
      const { trackId, hasFans } = await insertTrack(tx, upload, settings, waits);
      if (waits) await openReview(tx, trackId, tx.viewer.userId);
      else if (hasFans) await tx.jobs.add(notifyFansOfTrack.name, { site: tx.site.code, trackId });
      await tx.jobs.add(drawTrackJob, { site: tx.site.code, trackId });
      await intoPack?.(tx, { trackId, isBeta: settings.Beta, status: settings.TrackStatus });
      return publishedTrack(tx, trackId);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // another user just published the same file, which is visible now
    await assertNew(ctx, availableUpload(await uploadQuery(ctx, uploadKey).executeTakeFirst(), 'upload'));
    throw error;
  }
}

/** Validates settings; the first error is thrown as a Problem that names file, field and reason. */
export function checkedSettings(ctx: Ctx, file: string, given: GivenSettings): TrackSettings {
  const parsed = parseSettings(given, {
    file,
    now: ctx.clock.now(),
    uploaderId: ctx.viewer.userId,
    maxPictures: maxPictures(ctx.viewer.isSupporter),
    tagIds: ctx.site.tags.map(({ id }) => id),
  });
  if (parsed.success) return parsed.data;
  const { field, message } = parsed.mistakes[0] ?? { field: '', message: 'The settings are not valid.' };
  const detail = message.startsWith(file) ? message : `${file}: ${message}`;
  throw new Problem(422, detail, { file, field });
}

const uploadQuery = (ctx: Ctx, key: string) =>
  forSite(ctx, 'upload')
    .select(['upload_key', 'sha256', 'thumbnail_sha256', 'file_name', 'file_size', 'analysis', 'track_id'])
    .where('upload_key', '=', key)
    .where('user_id', '=', ctx.viewer.userId);

/** Locks the upload and its UId: two tracks never share one, so concurrent publications wait. */
async function lockedUpload(tx: TxCtx, key: string) {
  const upload = await uploadQuery(tx, key)
    .select([uidLock(tx, sql`analysis ->> 'uid'`).as('locked'), keepsPlans().as('keeps_plans')])
    .forUpdate()
    .executeTakeFirst();
  return availableUpload(upload, 'upload');
}

/** The outcome as it is in the table: the track may also have been published by an earlier request, and changed since. */
async function publishedTrack(tx: TxCtx, trackId: number): Promise<PublishedTrack> {
  const track = await forSite(tx, 'track')
    .where('track_id', '=', trackId)
    .select(['name', 'hold', 'is_public', 'is_listed', 'release_at', 'secret_key'])
    .executeTakeFirstOrThrow();
  const key = new URLSearchParams({ key: track.secret_key });
  return {
    TrackId: trackId,
    TrackName: track.name,
    ...(track.hold === 'review' && { IsWaiting: true }),
    IsPublic: track.is_public,
    IsListed: track.is_listed,
    ReleaseDate: toWireDate(track.release_at),
    SecretLink: track.is_listed ? null : `${routes.trackShow(trackId)}?${key}`,
  };
}

async function assertNew(ctx: Ctx, upload: Upload): Promise<void> {
  const duplicate = await duplicateIssue(ctx, { uid: factsOf(upload).uid, sha256: upload.sha256 });
  if (!duplicate) return;
  throw new Problem(409, `${upload.file_name}: ${duplicate.Message}`, {
    file: upload.file_name,
    field: 'TrackFile',
    link: duplicate.Link,
  });
}

/** Locks a UId: two tracks never share one, so concurrent changes wait. */
export async function lockUid(tx: TxCtx, uid: string): Promise<void> {
  await sql`select ${uidLock(tx, sql`${uid}::text`)}`.execute(tx.db);
}

const uidLock = (tx: TxCtx, uid: RawBuilder<unknown>) =>
  sql<null>`pg_advisory_xact_lock(hashtextextended(${sql.lit(`uid ${tx.site.code} `)} || (${uid}), 0))`;

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505';
