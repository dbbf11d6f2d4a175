import { sql } from 'kysely';
import { changeReplayType } from '#features/tracks/replay-type/server/actions.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { replayTypes } from '#lib/codes/track.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { classicAgeDays, classicValue } from '../model.ts';

const standard = replayTypes.indexOf('Standard');
const classic = replayTypes.indexOf('Classic');
const reason = `Promoted automatically: its value reached ${classicValue}.`;

/**
 * The most valuable old Standard track of each environment becomes Classic: at most one per environment and day, so that running
 * twice promotes none twice. A track that a moderator made Standard again is not promoted a second time.
 */
export const promoteClassics = (ctx: Ctx): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await lockUntilCommit(tx, `classics ${tx.site.code}`);
    for (const trackId of await candidates(tx)) await changeReplayType(tx, trackId, classic, reason);
  });

async function candidates({ db, site, clock }: TxCtx): Promise<number[]> {
  const now = clock.now();
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const promoted = sql`from moderation_act m where m.site = ${site.code} and m.act = 'track.type' and m.user_id is null
    and m.subject_kind = 'track' and m.reason = ${reason}`;
  const { rows } = await sql<{ track_id: number }>`
    select distinct on (t.environment) t.track_id from track t
    where t.site = ${site.code} and t.replay_type = ${standard} and t.track_value >= ${classicValue}
      and t.is_public and t.is_listed and t.uploaded_at <= ${daysBefore(now, classicAgeDays)}
      and not exists (select ${promoted} and m.subject_id = t.track_id)
      and not exists (select ${promoted} and m.acted_at >= ${today}
        and (select p.environment from track p where p.site = t.site and p.track_id = m.subject_id) = t.environment)
    order by t.environment, t.track_value desc, t.track_id`.execute(db);
  return rows.map(({ track_id }) => track_id);
}
