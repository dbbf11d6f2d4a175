import { forSite } from '#db/for-site.ts';
import type { Refusal } from '#lib/gbx/read/refusal.ts';
import type { Ctx } from '#platform/context.ts';
import { judgeRun, type RunVerdict } from '../run-rules.ts';

/** A verdict, or why the files cannot be compared at the moment. */
export type Compared =
  | { readonly ok: true; readonly verdict: RunVerdict }
  | { readonly ok: false; readonly reason: string };

/** Says nothing about a file: it may be read tomorrow. */
const temporary = ['too-slow', 'out-of-memory'];

/** Compares a replay with the file of its track. Throws a Problem 503 if too many files wait to be read. */
export async function compareWithTrack(ctx: Ctx, replay: Uint8Array, trackSha256: string): Promise<Compared> {
  const track = await bytesOf(ctx, trackSha256);
  if (track === null) return { ok: false, reason: 'The file of the track is missing.' };
  const read = await ctx.gbx.runOnTrack(replay, track);
  if (read.ok) return { ok: true, verdict: judgeRun(read.run) };
  return unread(read.refusal);
}

const unread = ({ code, message }: Refusal): Compared =>
  temporary.includes(code) ? { ok: false, reason: message } : unjudged(message);

const unjudged = (reason: string): Compared => ({
  ok: true,
  verdict: { refused: null, held: [], unjudged: [reason] },
});

/** The same for a stored replay. */
export async function compareStored(ctx: Ctx, replaySha256: string): Promise<Compared> {
  const replay = await bytesOf(ctx, replaySha256);
  if (replay === null) return { ok: false, reason: 'The file of the replay is missing.' };
  const read = await ctx.gbx.replay(replay);
  if (!read.ok) return unread(read.refusal);
  // by its UId and not by the row: a replay of a merged duplicate was driven on the duplicate's file
  const version = await forSite(ctx, 'track_version')
    .where('uid', '=', read.replay.uid ?? '')
    .select('sha256')
    .executeTakeFirst();
  return version
    ? compareWithTrack(ctx, replay, version.sha256)
    : unjudged('The file of its track was removed.');
}

async function bytesOf(ctx: Ctx, sha256: string): Promise<Uint8Array | null> {
  const blob = await ctx.files.open(sha256);
  return blob && Buffer.concat(await blob.stream().toArray());
}
