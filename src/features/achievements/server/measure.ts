import { sql } from 'kysely';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import type { Ctx } from '#platform/context.ts';
import type { CountedKey } from '../catalogue.ts';

/** The numbers that achievements require, of one user or track. */
export interface Measured {
  readonly id: number;
  readonly numbers: Readonly<Partial<Record<CountedKey, number>>>;
}

const critics = { characters: 40, most: 500 };

/**
 * The numbers of users. Counters where there are some; everything else is read by an index on the user, and only as far as the
 * highest tier requires.
 */
export async function measureUsers(
  { db, site, clock }: Ctx,
  userIds: readonly number[],
): Promise<Measured[]> {
  const now = clock.now();
  const code = sql.lit(site.code);
  const { rows } = await sql<{ id: number } & Record<CountedKey, number>>`
    select p.user_id as id, p.awards_received as applauded, p.awards_given as generous,
      p.author_medals as authormedal, p.forum_posts as talker,
      extract(year from age(${now}::timestamptz, p.registered_at))::integer as veteran,
      built.builder, built.duo, driven.driver, driven.record, driven.topten, driven.firstfinish,
      case when driven.medalled >= ${site.environments.length}::integer then 2
        when driven.environments >= ${site.environments.length}::integer then 1 else 0 end as allround,
      (select count(*)::integer from (
        select from comment c join track t on t.site = c.site and t.track_id = c.track_id
        where c.site = ${code} and c.user_id = p.user_id and not c.is_award and c.deleted_at is null
          and length(c.text) >= ${critics.characters}::integer
          and not exists (select from track_author a
            where a.site = ${code} and a.track_id = c.track_id and a.user_id = p.user_id and not a.is_pending)
        limit ${critics.most}::integer) written) as critic,
      (select count(*)::integer from (
        select from pack k join pack_track x on x.site = k.site and x.pack_id = k.pack_id
          join track t on t.site = x.site and t.track_id = x.track_id
        where k.site = ${code} and k.owner_id = p.user_id and x.status = ${PackTrackStatus.approved}::smallint
          and t.uploader_id <> p.user_id
        limit 200) approved) as packmaker,
      (select count(*)::integer from (
        select from video v where v.site = ${code} and v.poster_id = p.user_id
          and exists (select from track_video x where x.site = ${code} and x.video_id = v.video_id)
        limit 50) posted) as film,
      (select case when min(b.position) = 0 then 3 when min(b.position) <= 9 then 2
          when min(b.position) <= 99 then 1 else 0 end
        from board_snapshot b
        where b.site = ${code} and b.board = 0 and b.environment = any(${[...site.environments]}::smallint[])
          and b.user_id = p.user_id) as climber
    from profile p,
      lateral (
        select count(*)::integer as builder,
          count(*) filter (where exists (select from track_author o
            where o.site = ${code} and o.track_id = t.track_id and o.user_id <> p.user_id and not o.is_pending))::integer as duo
        from track_author a join track t on t.site = a.site and t.track_id = a.track_id
        where a.site = ${code} and a.user_id = p.user_id and not a.is_pending
          and t.is_public and t.is_listed and not t.is_beta
      ) built,
      lateral (
        select count(*) filter (where r.is_best and not r.is_outdated)::integer as driver,
          count(*) filter (where r.top_position = 0 and t.replays >= 3)::integer as record,
          count(*) filter (where r.top_position <= 9 and t.replays >= 10)::integer as topten,
          count(distinct t.environment) filter (where r.is_best and not r.is_outdated)::integer as environments,
          count(distinct t.environment) filter (where r.is_best and not r.is_outdated and r.medal >= 4)::integer as medalled,
          -- a subquery per replay: an earlier one is found at once, wherever there is one
          count(*) filter (where r.replay_at >= coalesce(t.released_at, t.uploaded_at) + interval '30 days'
            and (select true from replay e where e.site = ${code} and e.track_id = r.track_id and e.deleted_at is null
              and (e.replay_at, e.replay_id) < (r.replay_at, r.replay_id) limit 1) is null)::integer as firstfinish
        from replay r join track t on t.site = r.site and t.track_id = r.track_id
        where r.site = ${code} and r.user_id = p.user_id and r.deleted_at is null and t.is_public and t.is_listed
      ) driven
    where p.site = ${code} and p.user_id = any(${[...userIds]}::integer[])`.execute(db);
  return rows.map(({ id, ...numbers }) => ({ id, numbers }));
}

/** A track and the user who is named as the holder of its achievements. */
export interface MeasuredTrack extends Measured {
  readonly uploaderId: number;
}

/** The numbers of public tracks. */
export async function measureTracks(
  { db, site }: Ctx,
  trackIds: readonly number[],
): Promise<MeasuredTrack[]> {
  const code = sql.lit(site.code);
  const { rows } = await sql<{ id: number; uploader_id: number; awards: number; drivers: number }>`
    select t.track_id as id, t.uploader_id, t.awards, t.replays as drivers
    from track t
    where t.site = ${code} and t.track_id = any(${[...trackIds]}::integer[])
      and t.is_public and t.is_listed and not t.is_beta`.execute(db);
  return rows.map(({ id, uploader_id, awards, drivers }) => ({
    id,
    uploaderId: uploader_id,
    numbers: { favourite: awards, hotly: drivers },
  }));
}
