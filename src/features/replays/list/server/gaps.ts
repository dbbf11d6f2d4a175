import { type RawBuilder, sql } from 'kysely';
import { platformType, stuntsType } from '#lib/codes/track.ts';
import { wholeOrNull } from '#platform/lists/field-kinds.ts';
import type { Fields } from '#platform/lists/fields.ts';
import { slots } from '#platform/lists/slots.ts';
import { respawnPenaltyMs } from '../../gap.ts';
import { secretAs } from '../../secret/server/secret-sql.ts';
import type { GapFields } from '../fields.ts';
import type { ReplaysDB } from './source.ts';

/** Ranked replays of the track of `r`: an index on exactly these has them in the order of the board. */
const ranked = sql`from replay o where o.site = ${slots.site} and o.track_id = r.track_id and o.is_best`;

/** The replay that `r` is compared with, as `o`. */
const others = {
  first: sql`select o.* ${ranked} order by o.result, o.replay_at, o.replay_id limit 1`,
  previous: sql`select o.* ${ranked}
    and (o.result, o.replay_at, o.replay_id) < (r.result, r.replay_at, r.replay_id)
    order by o.result desc, o.replay_at desc, o.replay_id desc limit 1`,
} as const;

/** A gap from a ranked replay to another; null if either is hidden from the viewer, because it would reveal the hidden one. */
const to = (other: keyof typeof others, gap: RawBuilder<number>) =>
  wholeOrNull<ReplaysDB, 'r' | 't'>(
    () => sql<number | null>`(select case when not ${secretAs('o')} then ${gap} end
      from (${others[other]}) o where r.is_best and not ${secretAs('r')})`,
  );

const behind = sql<number>`(case t.primary_type
  when ${sql.lit(stuntsType)} then coalesce(o.replay_score, 0) - coalesce(r.replay_score, 0)
  when ${sql.lit(platformType)} then r.replay_time_ms - o.replay_time_ms
    + ${sql.lit(respawnPenaltyMs)} * (r.respawns - o.respawns)
  else r.replay_time_ms - o.replay_time_ms end)`;

const respawnsMore = sql<number>`(case t.primary_type
  when ${sql.lit(platformType)} then r.respawns - o.respawns else 0 end)`;

/** How far a ranked replay is behind the first and the previous one. */
export const gapFields: Fields<ReplaysDB, 'r' | 't', GapFields> = {
  Difference: to('first', behind),
  DifferenceRespawns: to('first', respawnsMore),
  Delta: to('previous', behind),
  DeltaRespawns: to('previous', respawnsMore),
};

/** Points are a share of the record's: while that is secret to the viewer, they would reveal it. */
export const recordIsSecret = sql<boolean>`coalesce((select ${secretAs('o')} from (${others.first}) o), false)`;
