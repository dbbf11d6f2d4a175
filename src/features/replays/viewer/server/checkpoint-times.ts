import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';

/** By the hash of the file: files never change. */
const known = new LRUCache<string, readonly number[]>({ max: 5000 });

/**
 * The times at the checkpoints of the run in a file. Null if it cannot be read, or not at the moment: the page is then sent without
 * them, and the browser reads them itself.
 */
export async function checkpointTimes(ctx: Ctx, sha256: string): Promise<readonly number[] | null> {
  const stored = known.get(sha256);
  if (stored) return stored;
  const blob = await ctx.files.open(sha256);
  if (!blob) return null;
  try {
    const read = await ctx.gbx.checkpoints(await buffer(blob.stream()));
    if (!read.ok) return null;
    known.set(sha256, read.timesMs);
    return read.timesMs;
  } catch (error) {
    if (error instanceof Problem) return null; // too many files are being read
    throw error;
  }
}
