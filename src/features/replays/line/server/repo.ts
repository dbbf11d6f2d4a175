import { buffer } from 'node:stream/consumers';
import { forSite } from '#db/for-site.ts';
import { inView } from '#lib/drawing/oblique/view.ts';
import { numbersOfPoint, shortLineVersion } from '#lib/gbx/run/short-line.ts';
import type { Ctx } from '#platform/context.ts';
import { SingleFlight } from '#platform/lanes/single-flight.ts';
import type { Moment } from '../drawn-line.ts';

/** Lines that are being made in this process, shared by all requests for them. */
const flights = new SingleFlight<readonly number[]>();

/**
 * The line of a replay's file in few points (lib/gbx/run/short-line.ts), made on the first request and stored; empty if the file
 * contains no movement. The caller checks who may download the replay.
 */
async function storedLine(ctx: Ctx, sha256: string): Promise<readonly number[]> {
  const stored = await forSite(ctx, 'replay_line')
    .where('sha256', '=', sha256)
    .where('version', '=', shortLineVersion)
    .select('points')
    .executeTakeFirst();
  return stored?.points ?? flights.run(`${ctx.site.code} ${sha256}`, undefined, () => makeLine(ctx, sha256));
}

/**
 * The same over the drawing of its track: where the car is in it, and when. `view`: of the drawing, which must be that of the file that
 * the run was driven on.
 */
export async function momentsInDrawing(ctx: Ctx, sha256: string, view: readonly number[]): Promise<Moment[]> {
  const points = await storedLine(ctx, sha256);
  return Array.from({ length: points.length / numbersOfPoint }, (_, index) => {
    // decimetres
    const [ms = 0, x = 0, up = 0, z = 0] = points.slice(index * numbersOfPoint, (index + 1) * numbersOfPoint);
    return [ms, ...inView(view, x / 10, up / 10, z / 10)];
  });
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
