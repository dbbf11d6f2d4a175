import { randomBytes } from 'node:crypto';
import type { UploadIssue } from '#features/tracks/file/analysis.ts';
import type { Ctx } from '#platform/context.ts';
import type { TempBlob } from '#platform/files/blob-store.ts';
import { storeBlobs } from '#platform/files/store-blobs.ts';
import { staging } from '#platform/uploads/staged.ts';
import type { ReplayFile } from '../../checks/replay-file.ts';
import { compareWithTrack } from '../../checks/server/compare-with-track.ts';
import { noteReplayProof } from '../../logins/server/proof.ts';
import type { ReplayAnalysis } from '../analysis.ts';
import { previewOf } from './preview.ts';
import { readReplayFile } from './read-file.ts';
import { drivenTrack, issuesOf, type Place, type Track } from './site-facts.ts';

/** A received file. The caller stores or discards it. */
export interface ArrivedReplay {
  /** the sender's name, made safe to show and store */
  readonly fileName: string;
  readonly blob: TempBlob;
}

interface TakenReplay {
  readonly file: ReplayFile;
  readonly track: Track | null;
  readonly issues: UploadIssue[];
  /** null if there is an error */
  readonly uploadKey: string | null;
}

/**
 * Reads a replay and checks it. Without errors it is stored for a day under a key. Throws a Problem 422 that names the file if it
 * contains no run that can be posted anywhere.
 */
export async function takeReplay(
  ctx: Ctx,
  { fileName, blob }: ArrivedReplay,
  place: Place,
): Promise<TakenReplay> {
  try {
    await ctx.limits.consume('upload', { subject: `account ${ctx.viewer.accountId}` });
    const bytes = await blob.read();
    const read = await readReplayFile(ctx, fileName, bytes);
    await noteReplayProof(ctx, read);
    const track = await drivenTrack(ctx, read.uid, place);
    const compared = track && (await compareWithTrack(ctx, bytes, track.fileSha256));
    const file = compared?.ok ? { ...read, run: compared.verdict } : read;
    const issues = await issuesOf(ctx, { file, sha256: blob.sha256 }, track, place);
    const isRefused = issues.some(({ Level }) => Level === 'error');
    const uploadKey = isRefused ? null : await storeUpload(ctx, { fileName, blob }, file);
    return { file, track, issues, uploadKey };
  } finally {
    await ctx.files.discard(blob); // no effect if it was stored
  }
}

/** The facts and issues of a replay, and what it would be worth. */
export async function analyseReplay(ctx: Ctx, arrived: ArrivedReplay, place: Place): Promise<ReplayAnalysis> {
  const { file, track, issues, uploadKey } = await takeReplay(ctx, arrived, place);
  return {
    FileName: arrived.fileName,
    FileSize: arrived.blob.sizeBytes,
    UId: file.uid,
    ReplayTime: file.timeMs,
    ReplayRespawns: file.respawns ?? 0,
    ...(await previewOf(ctx, file, track)),
    Nickname: file.nickname,
    DriverLogIn: file.login,
    Issues: issues,
    UploadKey: uploadKey,
  };
}

/** First the file, then the rows; see storeBlobs. Returns the key of the upload. */
async function storeUpload(ctx: Ctx, { fileName, blob }: ArrivedReplay, file: ReplayFile): Promise<string> {
  const key = randomBytes(18).toString('base64url');
  await staging(ctx, blob.sizeBytes, async (tx) => {
    await storeBlobs(tx, [blob]);
    await tx.db
      .insertInto('replay_upload')
      .values({
        site: ctx.site.code,
        upload_key: key,
        user_id: ctx.viewer.userId,
        sha256: blob.sha256,
        file_name: fileName,
        file_size: blob.sizeBytes,
        facts: JSON.stringify(file),
        created_at: ctx.clock.now(),
        replay_id: null,
        stored_bytes: blob.sizeBytes,
      })
      .execute();
  });
  return key;
}
