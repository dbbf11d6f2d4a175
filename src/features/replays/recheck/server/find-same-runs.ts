import { sql } from 'kysely';
import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { openCase } from '#features/cases/server/actions.ts';
import { formatResult } from '#lib/format/result.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { TxCtx } from '#platform/context.ts';
import { inTransaction, makeCtx } from '#platform/ctx.ts';
import type { RunIdentity } from '#platform/gbx/run-identity.ts';
import { defineJob, type JobCtx } from '#platform/jobs/registry.ts';
import { visitor } from '#platform/viewer.ts';
import { countedScore } from '../../checks/checks.ts';
import { sameRun } from '../../checks/server/same-run.ts';

/** Files of one run of the job: a few seconds of one reading thread, so that uploads always have another. */
const filesAtOnce = 200;
/** Likelihood that something is wrong, for the order of the moderators' queue. */
const score = 90;

/**
 * Every minute, reads what was driven in replays that were posted before that was stored, the newest first, and shows moderators
 * those whose run another account posted earlier on the same track. Nothing else happens to them.
 */
export const findSameRuns = defineJob({
  name: 'find-same-runs',
  input: z.object({}),
  cron: '* * * * *',
  run: async (services) => {
    const unread = await acrossSites(services.db, 'replays of every edition are read')
      .selectFrom('replay')
      .where('run_inputs', 'is', null)
      .orderBy('replay_at', 'desc')
      .limit(filesAtOnce)
      .select(['site', 'replay_id', 'sha256'])
      .execute();
    for (const replay of unread) {
      const site = services.sites.find(({ code }) => code === replay.site);
      if (!site) continue; // an edition that was removed
      const identity = await identityOf(services, replay.sha256);
      if (identity === 'later') continue;
      await inTransaction(makeCtx(services, site, visitor, services.requestId), (tx) =>
        note(tx, replay.replay_id, identity),
      );
    }
  },
});

const unreadable: RunIdentity = { inputs: '', line: '' };

/** Empty for a file that is missing or cannot be read; 'later' for one that there was no time for. */
async function identityOf(services: JobCtx, sha256: string): Promise<RunIdentity | 'later'> {
  const blob = await services.files.open(sha256);
  if (!blob) return unreadable;
  const read = await services.gbx.replay(Buffer.concat(await blob.stream().toArray()));
  if (read.ok) return read.identity;
  return read.refusal.code === 'too-slow' ? 'later' : unreadable; // it was read when it was posted
}

async function note(tx: TxCtx, replayId: number, { inputs, line }: RunIdentity): Promise<void> {
  await tx.db
    .updateTable('replay')
    .set({ run_inputs: inputs, run_line: line })
    .where('site', '=', tx.site.code)
    .where('replay_id', '=', replayId)
    .execute();
  for (const pair of await copiesOf(tx, replayId)) {
    const run = { timeMs: pair.timeMs, respawns: pair.respawns, score: pair.points };
    const result = formatResult(pair.primaryType, run.timeMs, countedScore(pair.primaryType, run));
    await openCase(tx, {
      subject: { kind: 'replay', id: pair.replayId },
      source: 'hint',
      hint: 'sameRun',
      score,
      text: `The run is the same as that of ${pair.driver}, replay ${pair.originalId} with ${result} on “${stripGameText(pair.track)}”, which was uploaded earlier.`,
      personId: pair.userId,
    });
  }
}

interface Pair {
  readonly replayId: number;
  readonly userId: number;
  readonly originalId: number;
  readonly driver: string;
  readonly track: string;
  readonly primaryType: number;
  readonly timeMs: number;
  readonly respawns: number;
  readonly points: number | null;
}

/** The replay paired with others of the same run on its track: of each pair, the one posted later is the copy. */
async function copiesOf({ db, site }: TxCtx, replayId: number): Promise<readonly Pair[]> {
  const same = sameRun({ inputs: sql.ref('r.run_inputs'), line: sql.ref('r.run_line') }, 'o');
  const { rows } = await sql<Pair>`
    select distinct on (c.replay_id) c.replay_id as "replayId", c.user_id as "userId", a.replay_id as "originalId",
      p.name as driver, t.name as track, t.primary_type as "primaryType",
      a.replay_time_ms as "timeMs", a.respawns, a.replay_score as points
    from replay r
    join replay o on o.site = r.site and o.track_id = r.track_id and o.user_id <> r.user_id and o.deleted_at is null
      and ${same}
    cross join lateral (select (case when (r.replay_at, r.replay_id) > (o.replay_at, o.replay_id) then r else o end).*) c
    cross join lateral (select (case when (r.replay_at, r.replay_id) > (o.replay_at, o.replay_id) then o else r end).*) a
    join track t on t.site = r.site and t.track_id = r.track_id
    join profile p on p.site = a.site and p.user_id = a.user_id
    where r.site = ${site.code} and r.replay_id = ${replayId} and r.deleted_at is null
    order by c.replay_id, a.replay_at, a.replay_id limit 20`.execute(db);
  return rows;
}
