import { type RawBuilder, sql } from 'kysely';
import { platformType, stuntsType } from '#lib/codes/track.ts';
import { wholeOrNull } from '#platform/lists/field-kinds.ts';
import type { Fields, SharedValues } from '#platform/lists/fields.ts';
import { slots } from '#platform/lists/slots.ts';
import { respawnPenaltyMs } from '../../gap.ts';
import { secretAs } from '../../secret/server/secret-sql.ts';
import type { GapFields } from '../fields.ts';
import type { ReplaysDB } from './source.ts';

/** Ranked replays of the track of `r`: an index on exactly these has them in the order of the board. */
const ranked = sql`from replay o where o.site = ${slots.site} and o.track_id = r.track_id and o.is_best`;

/** What a gap to another replay follows from, and whether it is secret. */
const compared = sql`o.replay_time_ms, o.replay_score, o.respawns, ${secretAs('o')} as is_secret`;

/** The replays that `r` is compared with. */
export const comparedReplays: readonly SharedValues[] = [
  {
    name: 'first',
    fields: ['Difference', 'DifferenceRespawns', 'Score'],
    query: sql`select ${compared} ${ranked} order by o.result, o.replay_at, o.replay_id limit 1`,
  },
  {
    name: 'previous',
    fields: ['Delta', 'DeltaRespawns'],
    query: sql`select ${compared} ${ranked} and r.is_best
      and (o.result, o.replay_at, o.replay_id) < (r.result, r.replay_at, r.replay_id)
      order by o.result desc, o.replay_at desc, o.replay_id desc limit 1`,
  },
];

/** A gap from a ranked replay to another; null if either is hidden from the viewer, because it would reveal the hidden one. */
const to = (other: 'first' | 'previous', gap: (other: string) => RawBuilder<number>) =>
  wholeOrNull<ReplaysDB, 'r' | 't'>(
    () => sql<
      number | null
    >`(case when r.is_best and not ${sql.ref(`${other}.is_secret`)} and not ${secretAs('r')}
      then ${gap(other)} end)`,
  );

const behind = (other: string) => {
  const of = (column: string) => sql.ref(`${other}.${column}`);
  return sql<number>`(case t.primary_type
    when ${sql.lit(stuntsType)} then coalesce(${of('replay_score')}, 0) - coalesce(r.replay_score, 0)
    when ${sql.lit(platformType)} then r.replay_time_ms - ${of('replay_time_ms')}
      + ${sql.lit(respawnPenaltyMs)} * (r.respawns - ${of('respawns')})
    else r.replay_time_ms - ${of('replay_time_ms')} end)`;
};

const respawnsMore = (other: string) => sql<number>`(case t.primary_type
  when ${sql.lit(platformType)} then r.respawns - ${sql.ref(`${other}.respawns`)} else 0 end)`;

/** How far a ranked replay is behind the first and the previous one. */
export const gapFields: Fields<ReplaysDB, 'r' | 't', GapFields> = {
  Difference: to('first', behind),
  DifferenceRespawns: to('first', respawnsMore),
  Delta: to('previous', behind),
  DeltaRespawns: to('previous', respawnsMore),
};

/** Points are a share of the record's: while that is secret to the viewer, they would reveal it. */
export const recordIsSecret = sql<boolean>`coalesce(first.is_secret, false)`;
