import { randomBytes } from 'node:crypto';
import { challengeRefusal } from '#lib/gbx/read/challenge.ts';
import type { Ctx } from '#platform/context.ts';
import type { TempBlob } from '#platform/files/blob-store.ts';
import { thumbnailFromGame } from '#platform/files/image.ts';
import { storeBlobs } from '#platform/files/store-blobs.ts';
import { Problem } from '#platform/http/problem.ts';
import { staging } from '#platform/uploads/staged.ts';
import { suggestedName } from '../../settings.ts';
import type { UploadAnalysis } from '../analysis.ts';
import { fileIssues } from './checks.ts';
import { duplicateIssue } from './duplicates.ts';
import { type FileFacts, fileFacts } from './file-facts.ts';

/** A received file. The caller stores or discards it. */
export interface ArrivedFile {
  /** the sender's name, made safe to show and store */
  readonly fileName: string;
  readonly blob: TempBlob;
}

/**
 * Reads a file and returns its facts and issues. Without errors it is stored for a day under an UploadKey. Throws a Problem 422
 * that names the file if it cannot be read as a track.
 */
export async function analyseUpload(ctx: Ctx, { fileName, blob }: ArrivedFile): Promise<UploadAnalysis> {
  try {
    await ctx.limits.consume('upload', { subject: `account ${ctx.viewer.accountId}` });
    const { file, thumbnail } = await readFacts(ctx, fileName, await blob.read());
    const duplicate = await duplicateIssue(ctx, { uid: file.uid, sha256: blob.sha256 });
    const issues = fileIssues({ site: ctx.site, sites: ctx.sites, file, sizeBytes: blob.sizeBytes });
    if (duplicate) issues.unshift(duplicate);
    const refused = issues.some(({ Level }) => Level === 'error');
    const picture = refused || !thumbnail ? null : await thumbnailFromGame(ctx, thumbnail);
    return {
      FileName: fileName,
      FileSize: blob.sizeBytes,
      SuggestedTrackName: suggestedName(file.name),
      AuthorTime: file.authorTimeMs,
      AuthorScore: file.authorScore,
      MapType: file.primaryType,
      Environment: file.environment,
      Car: file.car,
      Mood: file.mood,
      UId: file.uid,
      HasThumbnail: picture !== null,
      Issues: issues,
      UploadKey: refused ? null : await storeUpload(ctx, { fileName, blob, file, picture }),
    };
  } finally {
    await ctx.files.discard(blob); // no effect if it was stored
  }
}

/** The facts of a file; throws a Problem 422 that names it if it is not a validated track. */
export async function readFacts(ctx: Ctx, fileName: string, bytes: Uint8Array) {
  const read = await ctx.gbx.challenge(bytes);
  const refusal = read.ok ? challengeRefusal(read.challenge) : read.refusal;
  const file = read.ok ? fileFacts(read) : null;
  if (refusal || !read.ok || !file) {
    const reason = refusal?.message ?? 'This track is not validated.';
    throw new Problem(422, `${fileName}: ${reason}`, { file: fileName, field: 'TrackFile' });
  }
  return { file, thumbnail: read.challenge.thumbnail };
}

interface AnalysedFile {
  fileName: string;
  blob: TempBlob;
  file: FileFacts;
  picture: Uint8Array | null;
}

/** First the files, then the rows; see storeBlobs. Returns the key of the upload. */
async function storeUpload(ctx: Ctx, { fileName, blob, file, picture }: AnalysedFile): Promise<string> {
  const key = randomBytes(18).toString('base64url');
  const thumbnail = picture && (await ctx.files.putBytes(picture));
  const bytes = blob.sizeBytes + (thumbnail?.sizeBytes ?? 0);
  try {
    await staging(ctx, bytes, async (tx) => {
      await storeBlobs(tx, thumbnail ? [blob, thumbnail] : [blob]);
      await tx.db
        .insertInto('upload')
        .values({
          site: ctx.site.code,
          upload_key: key,
          user_id: ctx.viewer.userId,
          sha256: blob.sha256,
          thumbnail_sha256: thumbnail?.sha256 ?? null,
          file_name: fileName,
          file_size: blob.sizeBytes,
          analysis: JSON.stringify(file),
          created_at: ctx.clock.now(),
          track_id: null,
          stored_bytes: bytes,
        })
        .execute();
    });
  } finally {
    if (thumbnail) await ctx.files.discard(thumbnail);
  }
  return key;
}
