import {
  type CopiedTrack,
  importPictures,
  importTrack,
  readCopiedTrack,
  setActivity,
  trackByUid,
  updateImportedTrack,
  versionHashes,
} from '#features/tracks/upload/server/import.ts';
import { safeName } from '#lib/format/filename.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { atMost } from '#platform/lanes/at-most.ts';
import type { ReceivedFile } from '#platform/uploads/received-file.ts';
import { routes } from '#routes/routes.ts';
import { SourceTrack, trackFields } from '../source-rows.ts';
import { copyComments } from './comments.ts';
import { gbxFile, pictureFile } from './copied-files.ts';
import { copyReplays } from './replays.ts';
import { actingAs, isOurs, noteRefusal, type Run, refuse, reportMissing } from './run.ts';
import type { MissingFile, SourceList } from './source.ts';
import { note, type Seen, seenOf, touch } from './state.ts';
import { ensureUsers, hashOf } from './users.ts';

export const trackList: SourceList<typeof SourceTrack> = {
  path: routes.apiTracks(),
  row: SourceTrack,
  id: 'TrackId',
  fields: trackFields,
};

const mostPictures = 10;

/** Reading a track changes its downloads, so these alone are no reason to read it again. */
export const trackHash = (row: SourceTrack): string => hashOf({ ...row, DownloadCount: 0 });

/** Copies the tracks of one page that are new or have changed, or all, each with its replays, comments and awards. */
export async function copyTracks(run: Run, rows: readonly SourceTrack[], areChanged = false): Promise<void> {
  const { ctx, pass, counts } = run;
  const seen = await seenOf(
    ctx,
    pass,
    'track',
    rows.map(({ TrackId }) => TrackId),
  );
  const changed = rows.filter((row) => areChanged || seen.get(row.TrackId)?.rowHash !== trackHash(row));
  const same = rows.filter((row) => !changed.includes(row)).map(({ TrackId }) => TrackId);
  counts.track.unchanged += same.length;
  await touch(ctx, pass, 'track', same);
  const people = await ensureUsers(
    run,
    changed.flatMap(({ Uploader, Authors }) => [Uploader, ...Authors.map(({ User }) => User)]),
  );
  // rows with the same UId lead to one track here, so the later ones wait for the first
  const groups = [...Map.groupBy(changed, ({ UId }) => UId).values()];
  // while one waits for the source, the others are written
  const limited = atMost(run.tracksAtOnce);
  let hasFailed = false;
  const outcomes = await Promise.allSettled(
    groups.map((group) =>
      limited(async () => {
        for (const row of group) {
          if (hasFailed) return;
          await copyTrack(run, row, seen.get(row.TrackId) ?? null, people).catch((error: unknown) => {
            hasFailed = true;
            throw error;
          });
        }
      }),
    ),
  );
  // all have ended by now: nothing is written after a failure is reported
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** The hash of the row is stored last, so that a track whose parts are incomplete is read again by the next run. */
async function copyTrack(
  run: Run,
  row: SourceTrack,
  seen: Seen | null,
  people: ReadonlyMap<number, number>,
): Promise<void> {
  const { ctx, pass } = run;
  if (seen?.state === 'erased') return;
  const uploader = people.get(row.Uploader.UserId);
  if (uploader === undefined)
    return refuse(run, 'track', row.TrackId, 'Its uploader had their data erased here.');
  const here = await trackHere(run, row, seen, uploader, people);
  if (here === null) return;
  const { trackId } = here;
  const isComplete = [
    here.hasPictures,
    await copyReplays(run, row, trackId),
    await copyComments(run, row, trackId),
  ].every(Boolean);
  const state = (await seenOf(ctx, pass, 'track', [row.TrackId])).get(row.TrackId)?.state ?? 'copied';
  if (state === 'copied') await setActivity(ctx, trackId, row.ActivityAt);
  await note(ctx, pass, 'track', row.TrackId, {
    localId: trackId,
    state,
    rowHash: isComplete ? trackHash(row) : '',
  });
}

interface Here {
  readonly trackId: number;
  /** false: some must be requested again */
  readonly hasPictures: boolean;
}

const isHere = (trackId: number | null): Here | null =>
  trackId === null ? null : { trackId, hasPictures: true };

/** The track here that belongs to a row: an existing one with this UId, or its copy. Null if it is refused. */
async function trackHere(
  run: Run,
  row: SourceTrack,
  seen: Seen | null,
  uploader: number,
  people: ReadonlyMap<number, number>,
): Promise<Here | null> {
  const { ctx, pass, files, counts } = run;
  const known = await trackByUid(ctx, row.UId);
  if (known && known.trackId !== seen?.localId) {
    counts.track.unchanged += 1;
    await note(ctx, pass, 'track', row.TrackId, { localId: known.trackId, state: 'here' });
    return isHere(known.trackId);
  }
  // a track that came from here and was deleted here is not copied back
  if (!known && isOurs(run, row)) {
    await refuse(
      run,
      'track',
      row.TrackId,
      'It was copied from here, and no longer exists here.',
      trackHash(row),
    );
    return null;
  }
  if (seen?.state === 'here') return isHere(seen.localId);
  // its user claimed it and has deleted it here
  if (seen?.state === 'claimed' && !known) {
    counts.track.unchanged += 1;
    await note(ctx, pass, 'track', row.TrackId, { ...seen, rowHash: trackHash(row) });
    return null;
  }
  if (seen?.state === 'claimed') return isHere(seen.localId);
  const path = routes.trackGbx(row.TrackId);
  const file = await files.get(
    path,
    gbxFile,
    row.FileHash ?? row.UpdatedAt.toISOString(),
    row.FileHash ?? null,
  );
  if (file.bytes === null) return lacksFile(run, row, file);
  const copied = copiedOf(row, people, uploader);
  const asUploader = await actingAs(run, uploader);
  const fileName = `${safeName(stripGameText(row.TrackName), '-')}.Challenge.Gbx`;
  const older = await copyOlderVersions(run, row, { asUploader, copied, fileName }, seen);
  if (older.missing) return lacksFile(run, row, older.missing);
  const localId = older.trackId;
  const isUpdate = localId !== null;
  const isNew = seen?.state !== 'copied' || seen.localId === null;
  const trackId = await files.asReceived(fileName, file.bytes, async (received) => {
    if (isUpdate && known?.sha256 === file.sha256) {
      await updateImportedTrack(asUploader, known.trackId, copied, null, run.reactions.onNewVersion);
      return known.trackId;
    }
    const read = await readFile(run, received, row);
    if (!read) return null;
    if (isUpdate) {
      await updateImportedTrack(asUploader, localId, copied, { received, read }, run.reactions.onNewVersion);
      await files.release(ctx, path);
      return localId;
    }
    return importTrack(asUploader, received, read, copied, async (tx, newId) => {
      await note(tx, pass, 'track', row.TrackId, { localId: newId, state: 'copied', row });
      await files.release(tx, path);
    });
  });
  if (trackId === null) return null;
  counts.track[isNew ? 'copied' : 'updated'] += 1;
  return { trackId, hasPictures: await copyPictures(run, row, trackId, uploader) };
}

/** A track without one of its files is not copied. */
async function lacksFile(run: Run, row: SourceTrack, file: MissingFile): Promise<null> {
  reportMissing(run, file, { kind: 'track', sourceId: row.TrackId }, ['track', row.TrackId]);
  const rowHash = file.again === 'never' ? trackHash(row) : '';
  await noteRefusal(run, 'track', row.TrackId, file.reason, rowHash);
  return null;
}

interface Copying {
  readonly asUploader: Ctx;
  readonly copied: CopiedTrack;
  readonly fileName: string;
}

/**
 * Copies the versions before the current one that are not here, the oldest first, so that each has the number that it has at the source.
 * One that cannot be copied ends this: the current version then follows. Returns the track here, null if there is none yet, and a file
 * that failed for a moment, for which the track has to wait: otherwise its versions would have other numbers for good.
 */
async function copyOlderVersions(
  run: Run,
  row: SourceTrack,
  { asUploader, copied, fileName }: Copying,
  seen: Seen | null,
): Promise<{ readonly trackId: number | null; readonly missing?: MissingFile }> {
  const { ctx, pass, files, reactions } = run;
  let trackId = seen?.state === 'copied' ? seen.localId : null;
  const versions = row.Versions.toSorted((a, b) => a.Version - b.Version);
  const here = trackId === null ? [] : await versionHashes(ctx, trackId);
  // otherwise a number would be that of another file
  const isInStep =
    versions.every(({ Version }, index) => Version === index + 1) &&
    here.every((hash, index) => hash === versions[index]?.FileHash);
  if (!isInStep) return { trackId };
  for (const { Version, FileHash, UId, UploadedAt } of versions.slice(here.length, -1)) {
    const path = routes.trackVersion(row.TrackId, Version);
    const file = await files.get(path, gbxFile, FileHash, FileHash);
    if (file.bytes === null && file.again === 'in this run') return { trackId, missing: file };
    if (file.bytes === null || (await trackByUid(ctx, UId))) return { trackId };
    const dated = { ...copied, updatedAt: UploadedAt };
    const isCopied = await files.asReceived(fileName, file.bytes, async (received) => {
      const result = await readCopiedTrack(ctx, received);
      if (!result.ok || result.read.facts.uid !== UId) return false;
      const { read } = result;
      if (trackId !== null) {
        await updateImportedTrack(asUploader, trackId, dated, { received, read }, reactions.onNewVersion);
        await files.release(ctx, path);
      } else
        trackId = await importTrack(asUploader, received, read, dated, async (tx, localId) => {
          await note(tx, pass, 'track', row.TrackId, { localId, state: 'copied', row });
          await files.release(tx, path);
        });
      return true;
    });
    if (!isCopied) return { trackId };
  }
  return { trackId };
}

/** A file that is not accepted stays stored, and the row says why. */
async function readFile(run: Run, received: ReceivedFile, row: SourceTrack) {
  const result = await readCopiedTrack(run.ctx, received);
  const reason = !result.ok
    ? result.reason
    : result.read.facts.uid !== row.UId
      ? `The file is another track (UId ${result.read.facts.uid}).`
      : null;
  if (result.ok && reason === null) return result.read;
  await refuse(run, 'track', row.TrackId, reason ?? '', trackHash(row));
  return null;
}

const copiedOf = (row: SourceTrack, people: ReadonlyMap<number, number>, uploader: number): CopiedTrack => ({
  id: row.TrackId,
  name: row.TrackName,
  authorComments: row.AuthorComments,
  difficulty: row.Difficulty,
  routes: row.Routes,
  tags: row.Tags,
  replayType: row.ReplayType,
  isBeta: row.IsBeta ?? row.ReplayType === 4,
  downloads: row.DownloadCount,
  uploadedAt: row.UploadedAt,
  updatedAt: row.UpdatedAt,
  coAuthors: row.Authors.flatMap(({ User, Role }) => {
    const userId = people.get(User.UserId);
    return userId === undefined || userId === uploader ? [] : [{ userId, role: Role ?? '' }];
  }),
});

/**
 * Pictures are copied once, and again when the list of them or the track's date changes. Returns false if some must be requested again.
 */
async function copyPictures(run: Run, row: SourceTrack, trackId: number, uploader: number): Promise<boolean> {
  const { ctx, files } = run;
  const paths = row.Images.slice(0, mostPictures).map((_, index) =>
    routes.trackImage(row.TrackId, index + 1),
  );
  const version = hashOf([row.UpdatedAt, row.Images]);
  if (await files.areUsed(paths, version)) return true;
  let isComplete = true;
  const found: { fileName: string; bytes: Buffer }[] = [];
  for (const [index, path] of paths.entries()) {
    const file = await files.get(path, pictureFile, version);
    if (file.bytes === null) {
      reportMissing(run, file, { kind: 'picture', sourceId: row.TrackId }, ['track', row.TrackId]);
      isComplete &&= file.again !== 'in this run';
    } else found.push({ fileName: `${row.TrackId}-${index + 1}.jpg`, bytes: file.bytes });
  }
  for (const reason of await importPictures(await actingAs(run, uploader), trackId, found))
    run.refused({ kind: 'picture', sourceId: row.TrackId, reason });
  // all of them are set again with those that are missing now
  if (isComplete) for (const path of paths) await files.release(ctx, path);
  return isComplete;
}
