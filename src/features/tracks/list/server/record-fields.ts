import { type SelectQueryBuilder, sql } from 'kysely';
import type { PersonRow } from '#features/users/list/fields.ts';
import { personFields } from '#features/users/list/server/list.ts';
import { platformType, stuntsType } from '#lib/codes/track.ts';
import { flag, instant, whole, wholeOrNull } from '#platform/lists/field-kinds.ts';
import { byNameOnly, type Field, type Fields, group, inner, one } from '#platform/lists/fields.ts';
import { slots, viewerIsModerator } from '#platform/lists/slots.ts';
import type { ReplayRef, TrackMedals } from '../fields.ts';
import { bestReplays } from './person-filters.ts';
import type { TracksDB, TracksEB } from './source.ts';

const recordReplay = (eb: TracksEB) =>
  eb
    .selectFrom('replay as r')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.site', '=', 'r.site').onRef('p.user_id', '=', 'r.user_id'),
    )
    .where('r.site', '=', slots.site)
    .where('p.site', '=', slots.site)
    .whereRef('r.replay_id', '=', 't.record_replay_id');

/** The newest best replay of the requested users: usually one, because there is one per user. */
const personalBest = (eb: TracksEB) =>
  bestReplays(eb).orderBy('r.replay_at', 'desc').orderBy('r.replay_id', 'desc').limit(1);

/** Hidden from all except the driver, the track's authors and moderators until then. */
const isSecret = sql<boolean>`(coalesce(r.secret_until > ${slots.now}::timestamptz, false)
  and r.user_id <> ${slots.viewer} and not ${viewerIsModerator}
  and not exists (select from track_author own where own.site = ${slots.site} and own.track_id = r.track_id
    and own.user_id = ${slots.viewer} and not own.is_pending))`;

const refFields = {
  ReplayId: whole(() => sql<number>`r.replay_id`),
  ReplayTime: whole(() => sql<number>`case when ${isSecret} then 0 else r.replay_time_ms end`),
  ReplayScore: whole(
    () => sql<number>`case when ${isSecret} then 0 when t.primary_type = ${sql.lit(platformType)} then r.respawns
      when t.primary_type = ${sql.lit(stuntsType)} then coalesce(r.replay_score, 0) else 0 end`,
  ),
  ReplayAt: instant(() => sql<Date>`r.replay_at`),
  IsSecret: byNameOnly(flag(() => isSecret)),
};

/**
 * A replay as an object; null if its result is secret to the viewer, because tools read a time of 0 as a record, unless the client
 * requests the field that marks it.
 */
function shownReplay<DB, TB extends keyof DB, Row>(
  from: (eb: TracksEB) => SelectQueryBuilder<DB, TB, object>,
  members: Fields<DB, TB, Row>,
): Field<TracksDB, 't', Row> {
  const any = one(from, members);
  const shown = one((eb: TracksEB) => from(eb).where(sql<boolean>`not ${isSecret}`), members);
  return {
    ...any,
    build: (eb, requested) => (inner(requested, 'IsSecret') ? any : shown).build(eb, requested),
  };
}

export const wrReplay: Field<TracksDB, 't', ReplayRef & { User: PersonRow }> = shownReplay(recordReplay, {
  ...refFields,
  User: group(personFields()),
});

export const userReplay: Field<TracksDB, 't', ReplayRef> = shownReplay(personalBest, refFields);

/** The thresholds in the unit of the track's type; CustomTime is the result of UserReplay in the same unit. */
export const medals: Field<TracksDB, 't', TrackMedals> = group({
  Author: wholeOrNull(
    () => sql<number | null>`case when t.primary_type in (${sql.lit(platformType)}, ${sql.lit(stuntsType)})
      then t.author_score else t.author_time_ms end`,
  ),
  Gold: wholeOrNull((eb) => eb.ref('t.gold_target')),
  Silver: wholeOrNull((eb) => eb.ref('t.silver_target')),
  Bronze: wholeOrNull((eb) => eb.ref('t.bronze_target')),
  CustomTime: wholeOrNull(
    (eb) =>
      sql<number | null>`(${personalBest(eb).select(
        sql<
          number | null
        >`case when ${isSecret} then null when t.primary_type = ${sql.lit(platformType)} then r.respawns
          when t.primary_type = ${sql.lit(stuntsType)} then r.replay_score else r.replay_time_ms end`.as(
          'own',
        ),
      )})`,
  ),
  TrackType: whole((eb) => eb.ref('t.primary_type')),
});
