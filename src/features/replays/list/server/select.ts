import { type Expression, sql } from 'kysely';
import { rankedPosition } from '#db/positions.ts';
import { personFields } from '#features/users/list/server/list.ts';
import { platformType, replayTypes, stuntsType } from '#lib/codes/track.ts';
import {
  flag,
  instant,
  textsOrNull,
  whole,
  wholeOrNull,
  words,
  wordsOrNull,
} from '#platform/lists/field-kinds.ts';
import { type Fields, group, one } from '#platform/lists/fields.ts';
import { originFields } from '#platform/lists/origin-fields.ts';
import { slots, viewerIsModerator } from '#platform/lists/slots.ts';
import { standardPointsSql } from '../../ranking/server/counters.ts';
import { secretAs } from '../../secret/server/secret-sql.ts';
import type { ReplayRow } from '../fields.ts';
import { gapFields, recordIsSecret } from './gaps.ts';
import type { ReplaysDB, ReplaysEB } from './source.ts';

/** The number of ranked replays that are better: those with the same result share the place. */
const adjustedPosition = wholeOrNull<ReplaysDB, 'r' | 't'>(
  () => sql<number | null>`(case when not r.is_outdated and r.revoked_at is null
    then ${rankedPosition('r', slots.site, sql`r.result, '-infinity'::timestamptz, 0`)} end)`,
);

const ownBoards = (['Classic', 'Nadeo', 'Star'] as const).map((name) => sql.lit(replayTypes.indexOf(name)));

/** The driver's row on the overall leaderboard to which the track belongs. */
const onBoard = (column: 'records' | 'top10s') =>
  whole<ReplaysDB, 'r' | 't'>(
    () => sql<number>`coalesce((select ${sql.ref(`l.${column}`)} from leaderboard_row l
      where l.site = ${slots.site} and l.environment = 0 and l.user_id = r.user_id
        and l.board = case when t.replay_type in (${sql.join(ownBoards)}) then t.replay_type else 0 end), 0)`,
  );

const driverStanding = { ReplayWRs: onBoard('records'), Top10s: onBoard('top10s') };

const personOf = (column: 'r.user_id' | 't.uploader_id') =>
  one(
    (eb: ReplaysEB) =>
      eb.selectFrom('profile as p').where('p.site', '=', slots.site).whereRef('p.user_id', '=', column),
    personFields(),
  );

/** Replaces a result that is hidden from the viewer. */
const known = <V>(shown: Expression<V>, otherwise: 'null' | '0') =>
  sql<V>`case when ${secretAs('r')} then ${sql.raw(otherwise)} else ${shown} end`;

/** In addition to the time: points in Stunts, respawns in Platform. */
const points = sql<number>`case t.primary_type when ${sql.lit(platformType)} then r.respawns
  when ${sql.lit(stuntsType)} then coalesce(r.replay_score, 0) else 0 end`;

const position = sql<number | null>`case when r.is_best
  then coalesce(r.top_position, ${rankedPosition('r', slots.site)}) end`;

/** Points count for 30 days, on Standard tracks only. */
const score = sql<
  number | null
>`case when r.is_best and t.replay_type = 0 and r.replay_at > ${slots.now}::timestamptz - interval '30 days'
  then ${standardPointsSql} end`;

const counting = sql<number>`coalesce((select c.mark from counting_replay c
  where c.site = ${slots.site} and c.user_id = r.user_id and c.replay_id = r.replay_id), 0)`;

const respawns = whole((eb: ReplaysEB) => known(eb.ref('r.respawns'), '0'));

/** All fields of a replay with their columns and relations. */
export const replayFields: Fields<ReplaysDB, 'r' | 't', ReplayRow> = {
  ReplayId: whole((eb) => eb.ref('r.replay_id')),
  ...originFields<ReplaysDB, 'r' | 't'>('replay', (eb) => eb.ref('r.replay_id')),
  User: personOf('r.user_id'),
  Track: group({
    TrackId: whole((eb) => eb.ref('t.track_id')),
    TrackName: words((eb) => eb.ref('t.name')),
    Type: whole((eb) => eb.ref('t.primary_type')),
    Environment: whole((eb) => eb.ref('t.environment')),
    Uploader: personOf('t.uploader_id'),
  }),
  ReplayTime: whole((eb) => known(eb.ref('r.replay_time_ms'), '0')),
  ReplayScore: whole(() => known(points, '0')),
  ReplayRespawns: respawns,
  Respawns: respawns,
  IsSecret: flag(() => secretAs('r')),
  FileHash: wordsOrNull((eb) => known(eb.ref('r.sha256'), 'null')),
  FileSize: wholeOrNull((eb) => known(eb.ref('r.file_size'), 'null')),
  ReplayAt: instant((eb) => eb.ref('r.replay_at')),
  TrackAt: instant((eb) => eb.ref('r.track_at')),
  Position: wholeOrNull(() => position),
  AdjustedPosition: adjustedPosition,
  ...gapFields,
  Score: wholeOrNull(
    () => sql<number | null>`case when not ${secretAs('r')} and not ${recordIsSecret} then ${score} end`,
  ),
  Medal: whole((eb) => known(eb.ref('r.medal'), '0')),
  IsBest: whole((eb) => sql<number>`${eb.ref('r.is_best')}::integer`),
  IsLeaderboard: whole(() => counting),
  IsRevoked: flag((eb) => eb('r.revoked_at', 'is not', null)),
  Validated: flag((eb) => eb.ref('r.validated')),
  IsDriverVerified: flag((eb) => eb('r.driver_login', 'is not', null)),
  ...driverStanding,
  Flags: textsOrNull(
    (eb) => sql<string[] | null>`case when ${viewerIsModerator} then ${eb.ref('r.flags')} end`,
  ),
  DriverLogIn: wordsOrNull(
    (eb) => sql<string | null>`case when ${viewerIsModerator} then ${eb.ref('r.driver_login')} end`,
  ),
};
