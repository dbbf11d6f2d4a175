import { forSite } from '#db/for-site.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import type { Game } from '#lib/gbx/read/game.ts';
import { MEASUREMENT_VERSION, type RunMeasurement } from '#lib/gbx/run/run-measure.ts';
import type { Ctx } from '#platform/context.ts';

/** What was found in the file of a replay. */
export type Measured =
  | {
      readonly ok: true;
      readonly game: Game;
      /** null: the file contains no inputs */
      readonly run: RunMeasurement | null;
      readonly changes: Uint8Array | null;
    }
  | { readonly ok: false; readonly reason: string };

/** Reasons that may be temporary: such files are tried again after a day. */
const temporaryReasons = ['too-slow', 'out-of-memory', 'missing'];

/** Measurements of this version by the hashes of their files; a missing one has to be made. */
export async function storedMeasurements(
  ctx: Ctx,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Measured>> {
  if (hashes.length === 0) return new Map();
  const rows = await forSite(ctx, 'replay_measurement')
    .where('sha256', 'in', [...hashes])
    .where('version', '=', MEASUREMENT_VERSION)
    .where((eb) =>
      eb.or([
        eb('refusal_code', 'is', null),
        eb('refusal_code', 'not in', temporaryReasons),
        eb('measured_at', '>', daysBefore(ctx.clock.now(), 1)),
      ]),
    )
    .select(['sha256', 'measured', 'changes', 'refusal'])
    .execute();
  return new Map(
    rows.map(({ sha256, measured, changes, refusal }) => [
      sha256,
      measured === null
        ? { ok: false, reason: refusal ?? '' }
        : { ok: true, ...(measured as Found), changes }, // stored by `store` with the same version
    ]),
  );
}

type Found = { readonly game: Game; readonly run: RunMeasurement | null };

/**
 * Measures a file in a reading thread and stores the result. Safe to run twice at once: files never change, so both find the
 * same. Throws a Problem 503 if too many files wait to be read.
 */
export async function measureFile(ctx: Ctx, sha256: string): Promise<Measured> {
  const blob = await ctx.files.open(sha256);
  if (!blob) return refuse(ctx, sha256, 'missing', 'Its file is missing.');
  const read = await ctx.gbx.inputs(Buffer.concat(await blob.stream().toArray()));
  if (!read.ok) return refuse(ctx, sha256, read.refusal.code, read.refusal.message);
  const { game, run, changes } = read.measured;
  await store(ctx, sha256, {
    measured: JSON.stringify({ game, run } satisfies Found),
    changes: changes && Buffer.from(changes),
    refusal_code: null,
    refusal: null,
  });
  return { ok: true, game, run, changes };
}

async function refuse(ctx: Ctx, sha256: string, code: string, reason: string): Promise<Measured> {
  await store(ctx, sha256, { measured: null, changes: null, refusal_code: code, refusal: reason });
  return { ok: false, reason };
}

interface Row {
  readonly measured: string | null;
  readonly changes: Buffer | null;
  readonly refusal_code: string | null;
  readonly refusal: string | null;
}

/** A process of an older release never replaces what a newer one measured. */
async function store(ctx: Ctx, sha256: string, row: Row): Promise<void> {
  const values = { ...row, version: MEASUREMENT_VERSION, measured_at: ctx.clock.now() };
  await ctx.db
    .insertInto('replay_measurement')
    .values({ site: ctx.site.code, sha256, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['site', 'sha256'])
        .doUpdateSet(values)
        .where('replay_measurement.version', '<=', MEASUREMENT_VERSION),
    )
    .execute();
}
