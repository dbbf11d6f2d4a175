import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { notify } from '#features/notices/server/actions.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { TxCtx } from '#platform/context.ts';
import type { TempBlob } from '#platform/files/blob-store.ts';
import { storeBlobs } from '#platform/files/store-blobs.ts';
import { Problem } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import { type FileFacts, readColumns } from '../../file/server/file-facts.ts';
import { replayTypeOf } from '../../model.ts';
import { drawTrackJob } from '../../pictures/server/draw-tracks.ts';
import { recountRecords } from '../../server/recount.ts';
import { authorIds, countAround } from '../../server/recount-people.ts';
import type { StoredTrack } from '../../server/repo.ts';
import { rankedOthers } from './drivers.ts';

/** Run by other features when a track gets a new file, in the same transaction. */
export type OnNewVersion = (tx: TxCtx, trackId: number) => Promise<void>;

/** A file that was read and has no errors. */
export interface NewFile {
  readonly fileName: string;
  readonly blob: TempBlob;
  readonly file: FileFacts;
  /** the thumbnail from the file, re-encoded */
  readonly thumbnail: TempBlob | null;
}

/** Adds the next version of a locked track. Its id, name, comments and awards stay; facts are taken from the new file. */
export async function addVersion(
  tx: TxCtx,
  track: StoredTrack,
  given: NewFile,
  onNewVersion: readonly OnNewVersion[],
): Promise<number> {
  const { fileName, blob, file, thumbnail } = given;
  await assertOther(tx, track.track_id, given);
  const version = (await lastVersion(tx, track.track_id)) + 1;
  const now = tx.clock.now();
  await storeBlobs(tx, thumbnail ? [blob, thumbnail] : [blob]);
  await tx.db
    .insertInto('track_version')
    .values({
      site: tx.site.code,
      track_id: track.track_id,
      version,
      uid: file.uid,
      sha256: blob.sha256,
      file_name: fileName,
      file_size: blob.sizeBytes,
      game: file.game,
      ...readColumns(file),
      thumbnail_sha256: thumbnail?.sha256 ?? null,
      uploaded_by: tx.viewer.userId,
      uploaded_at: now,
    })
    .execute();
  await setCurrent(tx, track, { version, file }, onNewVersion);
  return version;
}

/** The highest number of a version: the current one may be an earlier one. */
async function lastVersion(tx: TxCtx, trackId: number): Promise<number> {
  const { version } = await forSite(tx, 'track_version')
    .where('track_id', '=', trackId)
    .select((eb) => eb.fn.max('version').as('version'))
    .executeTakeFirstOrThrow();
  return version;
}

/** Makes a stored version of a locked track the current one: its facts and the replays driven on it count from now on. */
export async function setCurrent(
  tx: TxCtx,
  track: StoredTrack,
  { version, file }: { readonly version: number; readonly file: FileFacts },
  onNewVersion: readonly OnNewVersion[],
): Promise<void> {
  const drivers = await rankedOthers(tx, track);
  const now = tx.clock.now();
  await tx.db
    .updateTable('track_version')
    .set({
      retired_at: sql<Date | null>`case when version = ${version} then null else ${now}::timestamptz end`,
    })
    .where('site', '=', tx.site.code)
    .where('track_id', '=', track.track_id)
    .where('version', 'in', [version, track.current_version])
    .execute();
  await tx.db
    .updateTable('track')
    .set({
      current_version: version,
      ...factColumns(file),
      replay_type: nextReplayType(tx.site, track, file.unlimiterVersion),
      track_value: 0, // until its replays are counted
      updated_at: now,
      activity_at: now,
    })
    .where('site', '=', tx.site.code)
    .where('track_id', '=', track.track_id)
    .execute();
  await tx.jobs.add(drawTrackJob, { site: tx.site.code, trackId: track.track_id });
  for (const react of onNewVersion) await react(tx, track.track_id);
  await recountRecords(tx, [track.track_id]);
  await countAround(tx, track.track_id); // medals on the former version no longer count
  await notifyAuthorsAndDrivers(tx, track, drivers, version > track.current_version);
}

const factColumns = (file: FileFacts) => ({
  primary_type: file.primaryType,
  environment: file.environment,
  car: file.car,
  mood: file.mood,
  unlimiter_version: file.unlimiterVersion,
  author_time_ms: file.authorTimeMs,
  author_score: file.authorScore,
  gold_target: file.gold,
  silver_target: file.silver,
  bronze_target: file.bronze,
});

/** The type by rule for the new file, unless the crew had set another one. */
export function nextReplayType(
  site: Site,
  track: Pick<StoredTrack, 'is_beta' | 'replay_type' | 'unlimiter_version' | 'tags'>,
  unlimiterVersion: number | null,
  tags: readonly number[] = track.tags,
): number {
  const { is_beta: isBeta } = track;
  const byRule = replayTypeOf(site, { isBeta, unlimiterVersion: track.unlimiter_version, tags: track.tags });
  return track.replay_type === byRule
    ? replayTypeOf(site, { isBeta, unlimiterVersion, tags })
    : track.replay_type;
}

/** Refuses a file that is already a version of this track. */
async function assertOther(tx: TxCtx, trackId: number, { fileName, blob }: NewFile): Promise<void> {
  const same = await forSite(tx, 'track_version')
    .where('track_id', '=', trackId)
    .where('sha256', '=', blob.sha256)
    .select('version')
    .executeTakeFirst();
  if (!same) return;
  const detail = `${fileName}: This file is already version ${same.version} of this track. To use it again, make that version current.`;
  throw new Problem(409, detail, {
    file: fileName,
    field: 'TrackFile',
    link: `${routes.trackEdit(trackId)}#versions`,
  });
}

async function notifyAuthorsAndDrivers(
  tx: TxCtx,
  track: StoredTrack,
  drivers: readonly number[],
  isNew: boolean,
): Promise<void> {
  const what = isNew ? 'has a new file' : 'has an earlier file again';
  const name = `“${stripGameText(track.name)}”`;
  const link = routes.trackShow(track.track_id);
  const authors = await authorIds(tx, track.track_id);
  await notify(tx, { to: authors, kind: 'track.changed', text: `${name} ${what}.`, link });
  await notify(tx, {
    to: drivers.filter((userId) => !authors.includes(userId)),
    kind: 'track.changed',
    text: `${name} ${what}. Your replay stays listed but no longer counts. Drive it again.`,
    link,
  });
}
