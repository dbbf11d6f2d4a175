import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { type ReplayFile, replayFile } from '../../replay-file.ts';

/** The run in a file; throws a Problem 422 that names the file if there is none that can be posted. */
export async function readReplayFile(ctx: Ctx, fileName: string, bytes: Uint8Array): Promise<ReplayFile> {
  const read = await ctx.gbx.replay(bytes);
  const run = read.ok ? replayFile(read.replay) : { ok: false as const, reason: read.refusal.message };
  if (run.ok) return run.file;
  throw new Problem(422, `${fileName}: ${run.reason}`, { file: fileName, field: 'ReplayFile' });
}
