import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { type ReplayFile, replayFile } from '../../checks/replay-file.ts';

/** The run in a file; throws a Problem 422 that names the file if there is none that can be posted. */
export async function readReplayFile(ctx: Ctx, fileName: string, bytes: Uint8Array): Promise<ReplayFile> {
  const refused = (reason: string) =>
    new Problem(422, `${fileName}: ${reason}`, { file: fileName, field: 'ReplayFile' });
  const read = await ctx.gbx.replay(bytes);
  if (!read.ok) throw refused(read.refusal.message);
  const run = replayFile(read.replay);
  if (!run.ok) throw refused(run.reason);
  return { ...run.file, identity: read.identity };
}
