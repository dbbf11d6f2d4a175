import { z } from 'zod';
import { forSite } from '#db/for-site.ts';
import { openCase } from '#features/cases/server/actions.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { defineSiteJob, type Job } from '#platform/jobs/registry.ts';
import type { Placed, ReplayChange } from '../../ranking/changes.ts';
import { topPlaces } from '../../ranking/server/rank.ts';
import { type EvidenceHint, evidenceHint, minHint, missingHint } from '../score.ts';
import { maxShared } from '../shared-inputs.ts';
import { type Measured, measureFile, storedMeasurements } from './measure.ts';
import { type Run, runById, runsToCompare } from './runs.ts';

const jobName = 'hint-about-replay';

/** After a replay was posted among the first ten: a job reads its inputs, so that the driver does not wait. */
export async function checkEvidence(
  tx: TxCtx,
  { kind, replayId }: ReplayChange,
  { position }: Placed,
): Promise<void> {
  if (kind === 'posted' && position !== null && position < topPlaces) await queueHint(tx, replayId);
}

/** A job measures the replay and shows moderators what is unusual or missing. */
export const queueHint = (tx: TxCtx, replayId: number): Promise<void> =>
  tx.jobs.add(jobName, { site: tx.site.code, replayId });

/** Measures a replay and shows moderators what is unusual. Nothing else happens to it. */
export const hintAboutReplay: Job = defineSiteJob({
  name: jobName,
  input: z.object({ site: z.string(), replayId: z.number().int().positive() }),
  async run(ctx, { replayId }) {
    const run = await runById(ctx, replayId).catch(() => null);
    if (!run || run.deleted_at !== null) return;
    const measured =
      (await storedMeasurements(ctx, [run.sha256])).get(run.sha256) ?? (await measureFile(ctx, run.sha256));
    const found = await hintOf(ctx, run, measured);
    const missing = missingHint({
      unmeasured: measured.ok ? null : measured.reason,
      hasInputs: measured.ok && measured.run !== null,
      notCompared: await notComparedBecause(ctx, replayId),
    });
    const hints = [
      found && found.score >= minHint ? ({ ...found, hint: 'evidence', rest: sheetText } as const) : null,
      missing && ({ ...missing, hint: 'missingEvidence', rest: missingText } as const),
    ].filter((hint) => hint !== null);
    if (hints.length === 0) return;
    await inTransaction(ctx, async (tx) => {
      for (const { hint, score, text, rest } of hints)
        await openCase(tx, {
          subject: { kind: 'replay', id: replayId },
          source: 'hint',
          hint,
          score,
          text: `${text} ${rest}`,
          personId: run.user_id,
        });
    });
  },
});

const sheetText = 'The evidence sheet shows the measurements, and what else explains them.';
const missingText = 'It’s in the top ten of its track, so someone should watch it.';

/** '' if the replay was compared with its track, or waits for that. */
async function notComparedBecause(ctx: Ctx, replayId: number): Promise<string> {
  const check = await forSite(ctx, 'replay_check')
    .where('replay_id', '=', replayId)
    .where('outcome', '=', 'unjudged')
    .select('findings')
    .executeTakeFirst();
  return check?.findings ?? '';
}

async function hintOf(ctx: Ctx, run: Run, measured: Measured): Promise<EvidenceHint | null> {
  if (!measured.ok || measured.run === null) return null;
  return evidenceHint(measured.run, await closestRun(ctx, run, measured));
}

/** The run of another driver that shares most inputs, among those that are measured already. */
async function closestRun(ctx: Ctx, run: Run, measured: Measured) {
  if (!measured.ok || measured.changes === null) return null;
  const { others } = await runsToCompare(ctx, run);
  const stored = await storedMeasurements(
    ctx,
    others.map(({ sha256 }) => sha256),
  );
  const known = others.flatMap(({ sha256, name }) => {
    const other = stored.get(sha256);
    return other?.ok && other.changes ? [{ driver: name, changes: other.changes }] : [];
  });
  if (known.length === 0) return null;
  const read = await ctx.gbx.sharedInputs(
    measured.changes,
    known.map(({ changes }) => changes),
  );
  if (!read.ok) return null;
  const best = maxShared(known.map(({ driver }, i) => ({ driver, shared: read.shared[i] ?? null })));
  return best && { driver: best.driver, ...best.shared };
}
