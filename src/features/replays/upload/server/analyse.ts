import type { UploadIssue } from '#features/tracks/file/analysis.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { ReceivedFile } from '#platform/uploads/received-file.ts';
import { stageUpload } from '#platform/uploads/staged-upload.ts';
import type { Analysed, FileKind } from '#platform/uploads/upload.ts';
import { type ReplayFile, replayFile } from '../../checks/replay-file.ts';
import { compareWithTrack } from '../../checks/server/compare-with-track.ts';
import { noteReplayProof } from '../../logins/server/proof.ts';
import type { ReplayAnalysis } from '../analysis.ts';
import { previewOf } from './preview.ts';
import { drivenTrack, issuesOf, type Place, type Track } from './site-facts.ts';

/** What was read from a replay file. */
export interface ReplayRead {
  readonly file: ReplayFile;
  readonly track: Track | null;
  readonly issues: readonly UploadIssue[];
}

/** Replay files, which become rows of `replay_upload`. */
export const replayFiles: FileKind<Place, ReplayRead> = {
  async read(ctx, { fileName, blob }, place) {
    const bytes = await blob.read();
    const read = await readReplayFile(ctx, fileName, bytes);
    await noteReplayProof(ctx, read);
    const track = await drivenTrack(ctx, read.uid, place);
    const compared = track && (await compareWithTrack(ctx, bytes, track.fileSha256));
    const file = compared?.ok ? { ...read, run: compared.verdict } : read;
    return { file, track, issues: await issuesOf(ctx, { file, sha256: blob.sha256 }, track, place) };
  },
  stage: (ctx, received, { file }) =>
    stageUpload(ctx, received, [], (tx, row) =>
      tx.db
        .insertInto('replay_upload')
        .values({ ...row, facts: JSON.stringify(file), replay_id: null })
        .execute(),
    ),
};

/** The facts and issues of a replay, and what it would be worth. */
export async function analysisOf(
  ctx: Ctx,
  { fileName, blob }: ReceivedFile,
  { read: { file, track, issues }, uploadKey }: Analysed<ReplayRead>,
): Promise<ReplayAnalysis> {
  return {
    FileName: fileName,
    FileSize: blob.sizeBytes,
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

/** The run in a file; throws a Problem 422 that names the file if there is none that can be posted. */
async function readReplayFile(ctx: Ctx, fileName: string, bytes: Uint8Array): Promise<ReplayFile> {
  const refused = (reason: string) =>
    new Problem(422, `${fileName}: ${reason}`, { file: fileName, field: 'ReplayFile' });
  const read = await ctx.gbx.replay(bytes);
  if (!read.ok) throw refused(read.refusal.message);
  const run = replayFile(read.replay);
  if (!run.ok) throw refused(run.reason);
  return { ...run.file, identity: read.identity };
}
