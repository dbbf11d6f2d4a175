import { forSite } from '#db/for-site.ts';
import { takeId } from '#db/ids.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inRetriedTransaction } from '#platform/ctx.ts';
import { bytesInWords } from '#platform/files/limits.ts';
import { storeBlobs } from '#platform/files/store-blobs.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ReceivedFile } from '#platform/uploads/received-file.ts';
import { type TrackRead, trackFiles } from '../../file/server/analyse.ts';
import type { PictureRef } from '../../pictures/pictures.ts';
import { setPictures } from '../../pictures/server/attach.ts';
import { stagePicture } from '../../pictures/server/stage.ts';
import { countAround, countPeople } from '../../server/recount-people.ts';
import { lockedTrack, storedTrack } from '../../server/repo.ts';
import { cleanName, maxTags, type TrackSettings } from '../../settings.ts';
import { addVersion, type OnNewVersion } from '../../versions/server/replace.ts';
import { insertTrack } from './insert-track.ts';
import { uploadBounds } from './upload.ts';

/** What another site says about a track, apart from its file. */
export interface CopiedTrack {
  /** the id there, which the track gets if it is free here */
  readonly id: number;
  readonly name: string;
  readonly authorComments: string;
  readonly difficulty: number;
  readonly routes: number;
  readonly tags: readonly number[];
  readonly replayType: number;
  readonly isBeta: boolean;
  readonly downloads: number;
  readonly uploadedAt: Date;
  readonly updatedAt: Date;
  readonly coAuthors: readonly { readonly userId: number; readonly role: string }[];
}

/** The track with this UId, of any version; deleted ones do not count. */
export async function trackByUid(ctx: Ctx, uid: string): Promise<{ trackId: number; sha256: string } | null> {
  const row = await forSite(ctx, 'track_version')
    .innerJoin('track', (join) =>
      join
        .onRef('track.site', '=', 'track_version.site')
        .onRef('track.track_id', '=', 'track_version.track_id'),
    )
    .where('track.site', '=', ctx.site.code)
    .where('track.deleted_at', 'is', null)
    .where('track_version.uid', '=', uid)
    .select(['track_version.track_id', 'track_version.sha256'])
    .executeTakeFirst();
  return row ? { trackId: row.track_id, sha256: row.sha256 } : null;
}

/** The hashes of the files of a track, the oldest version first. */
export async function versionHashes(ctx: Ctx, trackId: number): Promise<string[]> {
  const rows = await forSite(ctx, 'track_version')
    .where('track_id', '=', trackId)
    .orderBy('version')
    .select('sha256')
    .execute();
  return rows.map(({ sha256 }) => sha256);
}

/** A file by the rules of uploads, or the reason why it is refused. */
export async function readCopiedTrack(
  ctx: Ctx,
  received: ReceivedFile,
): Promise<{ ok: true; read: TrackRead } | { ok: false; reason: string }> {
  const most = uploadBounds.trackFileBytes;
  if (received.blob.sizeBytes > most)
    return { ok: false, reason: `The file is larger than ${bytesInWords(most)}.` };
  try {
    const read = await trackFiles.read(ctx, received, null);
    const error = read.issues.find(({ Level }) => Level === 'error');
    return error ? { ok: false, reason: error.Message } : { ok: true, read };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { ok: false, reason: error.message };
  }
}

/**
 * Creates the track of the viewer that another site has, with its dates. It is neither counted as an upload nor reviewed. `noted` runs
 * in the same transaction.
 */
export async function importTrack(
  ctx: Ctx,
  received: ReceivedFile,
  { facts, thumbnail }: TrackRead,
  copied: CopiedTrack,
  noted: (tx: TxCtx, trackId: number) => Promise<void>,
): Promise<number> {
  const picture = thumbnail && (await ctx.files.putBytes(thumbnail));
  try {
    return await inRetriedTransaction({ ...ctx, clock: { now: () => copied.uploadedAt } }, async (tx) => {
      await storeBlobs({ ...tx, clock: ctx.clock }, picture ? [received.blob, picture] : [received.blob]);
      const upload = {
        upload_key: '', // nothing was staged
        track_id: null,
        sha256: received.blob.sha256,
        thumbnail_sha256: picture?.sha256 ?? null,
        file_name: received.fileName,
        file_size: received.blob.sizeBytes,
        analysis: facts,
      };
      const isTaken = await forSite(tx, 'track')
        .where('track_id', '=', copied.id)
        .select('track_id')
        .executeTakeFirst();
      const id = isTaken ? null : await takeId(tx.db, 'track', tx.site.code, copied.id);
      const { trackId } = await insertTrack(tx, upload, settingsOf(ctx, copied, facts.name), false, id);
      await setFacts(tx, trackId, copied);
      await tx.db
        .updateTable('track_version')
        .set({ uploaded_at: copied.updatedAt })
        .where('site', '=', tx.site.code)
        .where('track_id', '=', trackId)
        .execute();
      await noted(tx, trackId);
      return trackId;
    });
  } finally {
    if (picture) await ctx.files.discard(picture); // no effect if it was stored
  }
}

/** Follows a change at the source: texts, tags and authors, and a new file as the next version. */
export async function updateImportedTrack(
  ctx: Ctx,
  trackId: number,
  copied: CopiedTrack,
  newFile: { readonly received: ReceivedFile; readonly read: TrackRead } | null,
  onNewVersion: readonly OnNewVersion[],
): Promise<void> {
  const picture = newFile?.read.thumbnail ? await ctx.files.putBytes(newFile.read.thumbnail) : null;
  try {
    await inRetriedTransaction({ ...ctx, clock: { now: () => copied.updatedAt } }, async (tx) => {
      const track = await lockedTrack(tx, trackId, storedTrack);
      if (newFile) {
        const { received, read } = newFile;
        await addVersion(tx, track, { ...received, file: read.facts, thumbnail: picture }, onNewVersion);
      }
      await tx.db
        .updateTable('track')
        .set({ ...textsOf(ctx, copied, track.name) })
        .where('site', '=', tx.site.code)
        .where('track_id', '=', trackId)
        .execute();
      await setFacts(tx, trackId, copied);
    });
  } finally {
    if (picture) await ctx.files.discard(picture); // no effect if it was stored
  }
}

/** A source that does not know its tags or difficulty still has a track: the usual values stand for them. */
function settingsOf({ site }: Ctx, copied: CopiedTrack, nameInFile: string): TrackSettings {
  const known = new Set(site.tags.map(({ id }) => id));
  const tags = [...new Set(copied.tags)].filter((tag) => known.has(tag)).slice(0, maxTags);
  return {
    TrackName: cleanName(copied.name) || nameInFile || `Track ${copied.id}`,
    Difficulty: copied.difficulty,
    Routes: copied.routes,
    Tags: tags.length > 0 ? tags : [site.tags[0]?.id ?? 0],
    AuthorComments: copied.authorComments,
    Visible: true,
    ReleaseDate: null,
    Listed: true,
    Beta: copied.isBeta,
    TrackStatus: null,
    Authors: [],
    ScreenshotFiles: [],
  };
}

function textsOf(ctx: Ctx, copied: CopiedTrack, name: string) {
  const settings = settingsOf(ctx, copied, name);
  return {
    name: settings.TrackName,
    name_folded: foldForSearch(settings.TrackName),
    author_comments: settings.AuthorComments || null,
    difficulty: settings.Difficulty,
    routes: settings.Routes,
    tags: settings.Tags,
  };
}

/** What uploads decide by rules and the source has decided already. */
async function setFacts(tx: TxCtx, trackId: number, copied: CopiedTrack): Promise<void> {
  const site = tx.site.code;
  await tx.db
    .updateTable('track')
    .set({
      replay_type: copied.replayType,
      is_beta: copied.isBeta,
      downloads: copied.downloads,
      updated_at: copied.updatedAt,
    })
    .where('site', '=', site)
    .where('track_id', '=', trackId)
    .execute();
  const before = await forSite(tx, 'track_author')
    .where('track_id', '=', trackId)
    .where('is_uploader', '=', false)
    .select('user_id')
    .execute();
  await tx.db
    .deleteFrom('track_author')
    .where('site', '=', site)
    .where('track_id', '=', trackId)
    .where('is_uploader', '=', false)
    .execute();
  const authors = copied.coAuthors.map(({ userId, role }, index) => ({
    site,
    track_id: trackId,
    user_id: userId,
    position: index + 1,
    role,
    is_pending: false,
  }));
  if (authors.length > 0) await tx.db.insertInto('track_author').values(authors).execute();
  await countPeople(tx, [...new Set([...before, ...authors].map(({ user_id }) => user_id))]);
}

/** Sets when something last happened on a track, after its replays and comments were copied. */
export async function setActivity(ctx: Ctx, trackId: number, at: Date): Promise<void> {
  await ctx.db
    .updateTable('track')
    .set({ activity_at: at })
    .where('site', '=', ctx.site.code)
    .where('track_id', '=', trackId)
    .execute();
}

/** Sets the pictures of a track of the viewer; those that cannot be accepted are left out. Returns the reasons. */
export async function importPictures(
  ctx: Ctx,
  trackId: number,
  files: readonly { readonly fileName: string; readonly bytes: Buffer }[],
): Promise<string[]> {
  const refused: string[] = [];
  const pictures: PictureRef[] = [];
  for (const { fileName, bytes } of files) {
    const blob = await ctx.files.putBytes(bytes);
    try {
      pictures.push({ reference: (await stagePicture(ctx, { fileName, blob })).Reference });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push(error.message);
    } finally {
      await ctx.files.discard(blob);
    }
  }
  await inRetriedTransaction(ctx, (tx) => setPictures(tx, trackId, pictures));
  return refused;
}

/** Hides a copied track that its source has deleted; after thirty days it is removed. */
export async function deleteImportedTrack(tx: TxCtx, trackId: number): Promise<void> {
  const row = await forSite(tx, 'track')
    .where('track_id', '=', trackId)
    .where('deleted_at', 'is', null)
    .select(['uploader_id', 'is_public', 'is_listed'])
    .executeTakeFirst();
  if (!row) return;
  await tx.db
    .updateTable('track')
    .set({
      deleted_at: tx.clock.now(),
      deleted_by: row.uploader_id,
      was_public: row.is_public,
      was_listed: row.is_listed,
      is_public: false,
      is_listed: false,
    })
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .execute();
  await countAround(tx, trackId);
}
