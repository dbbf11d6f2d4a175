import { challengeRefusal } from '#lib/gbx/read/challenge.ts';
import type { Ctx } from '#platform/context.ts';
import { thumbnailFromGame } from '#platform/files/convert-pictures.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ReceivedFile } from '#platform/uploads/received-file.ts';
import { hasError } from '#platform/uploads/results.ts';
import { stageUpload } from '#platform/uploads/staged-upload.ts';
import type { Analysed, FileKind } from '#platform/uploads/upload.ts';
import { suggestedName } from '../../settings.ts';
import type { UploadAnalysis, UploadIssue } from '../analysis.ts';
import { fileIssues } from './checks.ts';
import { duplicateIssue } from './duplicates.ts';
import { type FileFacts, fileFacts } from './file-facts.ts';

/** What was read from a track file. */
export interface TrackRead {
  readonly facts: FileFacts;
  readonly issues: readonly UploadIssue[];
  /** the thumbnail in the file, re-encoded; null if there is none, or the file is refused */
  readonly thumbnail: Uint8Array | null;
}

/** Track files, which become rows of `upload`. */
export const trackFiles: FileKind<unknown, TrackRead> = {
  async read(ctx, { fileName, blob }) {
    const { file, thumbnail } = await readFacts(ctx, fileName, await blob.read());
    const duplicate = await duplicateIssue(ctx, { uid: file.uid, sha256: blob.sha256 });
    const found = fileIssues({ site: ctx.site, sites: ctx.sites, file, sizeBytes: blob.sizeBytes });
    const issues = duplicate ? [duplicate, ...found] : found;
    const isShown = thumbnail !== null && !hasError(issues);
    return { facts: file, issues, thumbnail: isShown ? await thumbnailFromGame(ctx, thumbnail) : null };
  },
  async stage(ctx, file, { facts, thumbnail }) {
    const picture = thumbnail && (await ctx.files.putBytes(thumbnail));
    try {
      return await stageUpload(ctx, file, picture ? [picture] : [], (tx, row) =>
        tx.db
          .insertInto('upload')
          .values({
            ...row,
            thumbnail_sha256: picture?.sha256 ?? null,
            analysis: JSON.stringify(facts),
            track_id: null,
          })
          .execute(),
      );
    } finally {
      if (picture) await ctx.files.discard(picture); // no effect if it was stored
    }
  },
};

/** What the sender of a file is told about it. */
export const analysisOf = (
  { fileName, blob }: ReceivedFile,
  { read: { facts, issues, thumbnail }, uploadKey }: Analysed<TrackRead>,
): UploadAnalysis => ({
  FileName: fileName,
  FileSize: blob.sizeBytes,
  SuggestedTrackName: suggestedName(facts.name),
  AuthorTime: facts.authorTimeMs,
  AuthorScore: facts.authorScore,
  MapType: facts.primaryType,
  Environment: facts.environment,
  Car: facts.car,
  Mood: facts.mood,
  UId: facts.uid,
  HasThumbnail: thumbnail !== null,
  Issues: issues,
  UploadKey: uploadKey,
});

/** The facts of a file; throws a Problem 422 that names it if it is not a validated track. */
export async function readFacts(ctx: Ctx, fileName: string, bytes: Uint8Array) {
  const read = await ctx.gbx.challenge(bytes);
  const refusal = read.ok ? challengeRefusal(read.challenge) : read.refusal;
  const file = read.ok ? fileFacts(read) : null;
  if (refusal || !read.ok || !file) {
    const reason =
      refusal?.message ?? 'This track isn’t validated. Finish a validation run in the game’s editor.';
    throw new Problem(422, `${fileName}: ${reason}`, { file: fileName, field: 'TrackFile' });
  }
  return { file, thumbnail: read.challenge.thumbnail };
}
