import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Updateable } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/database.ts';
import { acrossSites, forSite } from '#db/for-site.ts';
import { minuteMs } from '#lib/codes/durations.ts';
import { drawingRevision } from '#lib/drawing/oblique/oblique-drawing.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction, makeCtx } from '#platform/ctx.ts';
import type { TempBlob } from '#platform/files/blob-store.ts';
import { rasterOfDrawing } from '#platform/files/convert-pictures.ts';
import { storeBlobs } from '#platform/files/store-blobs.ts';
import { Problem } from '#platform/http/problem.ts';
import { defineJob, defineSiteJob, type JobCtx } from '#platform/jobs/registry.ts';
import { visitor } from '#platform/viewer.ts';
import { restMs } from './rest.ts';

const rasterWidth = 960;
/** A run ends before the next one begins, so that two processes never draw the same files. */
const runMs = 50_000;
/** More than a run draws. */
const filesOfRun = 500;
/** A file whose drawing failed is not tried again for so long. */
const failedForMs = 10 * minuteMs;

/** The run that numbers the checkpoints of a track and fits its roads: the best of those that everybody may download. */
export type NumberingRun = (
  ctx: Ctx,
  trackId: number,
) => Promise<{
  /** of its file; null: there is none */
  readonly sha256: string | null;
  /** when a better one may be downloaded */
  readonly againAt: Date | null;
}>;

export const drawTrackJob = 'draw-track';

/** Draws the current file of a track after the transaction: it takes a tenth of a second of processor time. */
export const drawTrack = (numberingRun: NumberingRun) =>
  defineSiteJob({
    name: drawTrackJob,
    input: z.object({ site: z.string(), trackId: z.number().int().positive() }),
    inBatches: true,
    run: (ctx, { trackId }) => drawCurrentFile(ctx, trackId, numberingRun),
  });

/**
 * Every minute, draws what is missing or would be drawn differently: after a failure, a new revision of the drawing code, in a new demo,
 * and where another run may number the checkpoints. It rests between two files, because after a new revision it takes hours.
 */
export const drawOutdated = (numberingRun: NumberingRun) =>
  defineJob({
    name: 'draw-outdated-tracks',
    input: z.object({}),
    cron: '* * * * *',
    retries: 0,
    run: async (services) => {
      const until = performance.now() + runMs;
      let workedMs = 0;
      for (const { site: code, track_id: trackId } of await outdatedFiles(services)) {
        if (workedMs > 0) await sleep(restMs(workedMs, services.admission.requests.waiting));
        const began = performance.now();
        if (began > until || services.health.isDraining) return;
        const site = services.sites.find((one) => one.code === code);
        if (site)
          await tryToDraw(makeCtx(services, site, visitor, services.requestId), trackId, numberingRun);
        workedMs = performance.now() - began;
      }
    },
  });

/**
 * Current files to be drawn again, which are few and whose track has changed; then those without a drawing of this revision, the newest
 * first. Those whose drawing has just failed are left out.
 */
async function outdatedFiles({ db, clock }: JobCtx) {
  const current = () =>
    acrossSites(db, 'tracks of every edition are drawn')
      .selectFrom('track_version as file')
      .innerJoin('track', (join) =>
        join
          .onRef('track.site', '=', 'file.site')
          .onRef('track.track_id', '=', 'file.track_id')
          .onRef('track.current_version', '=', 'file.version'),
      )
      .where('file.retired_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb('file.drawing_failed_at', 'is', null),
          eb('file.drawing_failed_at', '<', new Date(clock.now().getTime() - failedForMs)),
        ]),
      )
      .limit(filesOfRun)
      .select(['file.site', 'file.track_id']);
  const [outdated, again] = await Promise.all([
    current()
      .where('file.drawing_revision', '<', drawingRevision)
      .orderBy('file.uploaded_at', 'desc')
      .execute(),
    current().where('file.drawing_again_at', '<=', clock.now()).orderBy('file.drawing_again_at').execute(),
  ]);
  return [...again, ...outdated];
}

async function tryToDraw(ctx: Ctx, trackId: number, numberingRun: NumberingRun): Promise<void> {
  try {
    await drawCurrentFile(ctx, trackId, numberingRun);
  } catch (err) {
    // with an overloaded or ending reader or a full disk, the others would fail as well
    if (err instanceof Problem) throw err;
    ctx.log.warn({ err, site: ctx.site.code, trackId }, 'a track could not be drawn');
    await ctx.db
      .updateTable('track_version')
      .set({ drawing_failed_at: ctx.clock.now() })
      .where('site', '=', ctx.site.code)
      .where('track_id', '=', trackId)
      .where('retired_at', 'is', null)
      .execute();
  }
}

type File = NonNullable<Awaited<ReturnType<typeof currentFile>>>;

const currentFile = (ctx: Ctx, trackId: number) =>
  forSite(ctx, 'track')
    .innerJoin('track_version as file', (join) =>
      join
        .onRef('file.site', '=', 'track.site')
        .onRef('file.track_id', '=', 'track.track_id')
        .onRef('file.version', '=', 'track.current_version'),
    )
    .where('track.track_id', '=', trackId)
    .where((eb) =>
      eb.or([
        eb('file.drawing_revision', '<', drawingRevision),
        eb('file.drawing_again_at', '<=', ctx.clock.now()),
      ]),
    )
    .select([
      'file.track_id',
      'file.version',
      'file.sha256',
      'file.drawing_revision',
      'file.drawing_run',
      'file.drawing_again_at',
    ])
    .executeTakeFirst();

/** Stores the drawings of a track's current file unless they are there. Throws if that may succeed later. */
async function drawCurrentFile(ctx: Ctx, trackId: number, numberingRun: NumberingRun): Promise<void> {
  const file = await currentFile(ctx, trackId);
  if (!file) return;
  const { sha256: run, againAt } = await numberingRun(ctx, trackId);
  if (file.drawing_revision >= drawingRevision && file.drawing_run === run)
    return update(ctx, file, againAt, {});
  const drawings = await drawn(ctx, file, run);
  if (!drawings) return store(ctx, file, null, { run, againAt });
  const { map, hero, tile, about, view, fit } = drawings;
  const png = await rasterOfDrawing(ctx, tile, rasterWidth);
  const files = [map, hero, tile].map((svg) => Buffer.from(svg));
  await store(ctx, file, { files: [...files, png], about, view, fit }, { run, againAt });
}

/** null: it cannot be drawn. The log says why, unless the file has nothing to draw. */
async function drawn(ctx: Ctx, { track_id: trackId, sha256 }: File, run: string | null) {
  const undrawn = (why: object) => {
    ctx.log.warn({ site: ctx.site.code, trackId, ...why }, 'a track was not drawn');
    return null;
  };
  const blob = await ctx.files.open(sha256);
  if (!blob) return undrawn({ missing: sha256 });
  try {
    const replay = run === null ? null : await ctx.files.open(run);
    const read = await ctx.gbx.drawing(
      await buffer(blob.stream()),
      replay && (await buffer(replay.stream())),
    );
    if (read.ok) return read.drawings;
    return read.refusal && undrawn({ refusal: read.refusal.code });
  } catch (err) {
    if (err instanceof Problem) throw err; // the reader is overloaded
    return undrawn({ err });
  }
}

interface Drawn {
  /** map, hero, tile and the tile as PNG */
  readonly files: readonly Uint8Array[];
  readonly about: string | null;
  readonly view: readonly number[] | null;
  readonly fit: readonly number[];
}

async function store(
  ctx: Ctx,
  file: File,
  drawing: Drawn | null,
  { run, againAt }: { readonly run: string | null; readonly againAt: Date | null },
): Promise<void> {
  const blobs: TempBlob[] = [];
  try {
    for (const bytes of drawing?.files ?? []) blobs.push(await ctx.files.putBytes(bytes));
    const [map, hero, tile, png] = blobs;
    await inTransaction(ctx, async (tx) => {
      await storeBlobs(tx, blobs);
      await update(tx, file, againAt, {
        drawing_sha256: map?.sha256 ?? null,
        drawing_hero_sha256: hero?.sha256 ?? null,
        drawing_tile_sha256: tile?.sha256 ?? null,
        drawing_raster_sha256: png?.sha256 ?? null,
        drawing_about: drawing?.about ?? null,
        drawing_view: drawing?.view ? [...drawing.view] : null,
        drawing_fit: drawing ? [...drawing.fit] : null,
        drawing_revision: drawingRevision,
        drawing_run: run,
      });
    });
  } finally {
    for (const blob of blobs) await ctx.files.discard(blob);
  }
}

async function update(
  { db, site }: Pick<Ctx, 'db' | 'site'>,
  { track_id: trackId, version, drawing_again_at: read }: File,
  againAt: Date | null,
  values: Updateable<Database['track_version']>,
): Promise<void> {
  await db
    .updateTable('track_version')
    .set({
      ...values,
      // unless the record has changed since the file was read: then it is drawn again soon
      drawing_again_at: sql`case when drawing_again_at is not distinct from ${read}::timestamptz
        then ${againAt}::timestamptz else drawing_again_at end`,
    })
    .where('site', '=', site.code)
    .where('track_id', '=', trackId)
    .where('version', '=', version)
    .execute();
}
