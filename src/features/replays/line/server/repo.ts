import { buffer } from 'node:stream/consumers';
import { forSite } from '#db/for-site.ts';
import { shortLineVersion } from '#lib/gbx/run/short-line.ts';
import type { Ctx } from '#platform/context.ts';
import { SingleFlight } from '#platform/lanes/single-flight.ts';

/** Lines that are being made in this process, shared by all requests for them. */
const flights = new SingleFlight<readonly number[]>();

/**
 * The line of a replay's file in few points (lib/gbx/run/short-line.ts), made on the first request and stored; empty if the file
 * contains no movement. The caller checks who may download the replay.
 */
export async function storedLine(ctx: Ctx, sha256: string): Promise<readonly number[]> {
  const stored = await forSite(ctx, 'replay_line')
    .where('sha256', '=', sha256)
    .where('version', '=', shortLineVersion)
    .select('points')
    .executeTakeFirst();
  return stored?.points ?? flights.run(`${ctx.site.code} ${sha256}`, undefined, () => makeLine(ctx, sha256));
}

async function makeLine(ctx: Ctx, sha256: string): Promise<readonly number[]> {
  const blob = await ctx.files.open(sha256);
  if (!blob) return [];
  const read = await ctx.gbx.line(await buffer(blob.stream()));
  if (!read.ok && read.refusal.code === 'too-slow') return []; // may succeed on a quieter machine
  const points = read.ok ? [...read.points] : [];
  const values = { version: shortLineVersion, points };
  await ctx.db
    .insertInto('replay_line')
    .values({ site: ctx.site.code, sha256, ...values })
    .onConflict((conflict) => conflict.columns(['site', 'sha256']).doUpdateSet(values))
    .execute();
  return points;
}
