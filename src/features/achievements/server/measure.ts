import { type RawBuilder, sql } from 'kysely';
import type { Contribution } from '#lib/codes/contribution.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import type { Ctx } from '#platform/context.ts';
import { type CountedKey, highestTier } from '../catalogue.ts';

/** The numbers that achievements require, of one user or track. */
export interface Measured {
  readonly id: number;
  readonly numbers: Readonly<Partial<Record<CountedKey, number>>>;
}

/** What was written before this check, or that it is the nightly one, which measures everything. */
export type Occasion = Contribution['occasion'] | 'replays' | 'packs' | 'night';

type Numbers = Partial<Record<CountedKey, RawBuilder<number>>>;

const longComment = 40;
/** For how long a track had no replay before its first finish counts. */
const unfinished = sql`interval '30 days'`;

/** How many of these rows there are, read no further than the highest tier requires, and not at all for a user who holds that tier. */
function upTo(code: RawBuilder<unknown>, key: CountedKey, rows: RawBuilder<unknown>): RawBuilder<number> {
  const { achievementId, needs } = highestTier(key);
  return sql`case when exists (select from achievement_earned h
      where h.site = ${code} and h.user_id = p.user_id and h.achievement_id = ${sql.lit(achievementId)} and h.track_id = 0)
    then ${sql.lit(needs)} else (select count(*)::integer from (${rows} limit ${sql.lit(needs)}) n) end`;
}

/** A condition on a track: found by its key, row by row, whatever the planner expects. */
const trackOf = (code: RawBuilder<unknown>, trackId: string, condition: RawBuilder<unknown>) =>
  sql`(select t.is_public and t.is_listed and ${condition} from track t
    where t.site = ${code} and t.track_id = ${sql.ref(trackId)})`;

function fromCounters(now: Date): Numbers {
  return {
    applauded: sql`p.awards_received`,
    generous: sql`p.awards_given`,
    authormedal: sql`p.author_medals`,
    talker: sql`p.forum_posts`,
    veteran: sql`extract(year from age(${now}::timestamptz, p.registered_at))::integer`,
  };
}

function ofTracks(code: RawBuilder<unknown>, trackIds: readonly number[] | null): Numbers {
  const released = sql`
    select from track_author a
    where a.site = ${code} and a.user_id = p.user_id and not a.is_pending
      and ${trackOf(code, 'a.track_id', sql`not t.is_beta`)}`;
  const shared = sql`${released} and exists (select from track_author o
    where o.site = ${code} and o.track_id = a.track_id and o.user_id <> p.user_id and not o.is_pending)`;
  return {
    builder: upTo(code, 'builder', released),
    // after a write only whether its track counts: the higher tiers are granted at night
    duo: trackIds
      ? sql`exists (${shared} and a.track_id = any(${[...trackIds]}::integer[]))::integer`
      : upTo(code, 'duo', shared),
  };
}

function ofReplays(code: RawBuilder<unknown>, trackIds: readonly number[] | null): Numbers {
  const own = sql`select from replay r where r.site = ${code} and r.user_id = p.user_id and r.deleted_at is null`;
  const onTrack = (condition: RawBuilder<unknown>) => trackOf(code, 'r.track_id', condition);
  const first = sql`${own}
    and ${onTrack(sql`r.replay_at >= coalesce(t.released_at, t.uploaded_at) + ${unfinished}`)}
    and r.replay_id = (select e.replay_id from replay e
      where e.site = ${code} and e.track_id = r.track_id and e.deleted_at is null
      order by e.replay_at, e.replay_id limit 1)`;
  return {
    driver: upTo(code, 'driver', sql`${own} and r.is_best and ${onTrack(sql`true`)}`),
    record: upTo(code, 'record', sql`${own} and r.top_position = 0 and ${onTrack(sql`t.replays >= 3`)}`),
    topten: upTo(code, 'topten', sql`${own} and r.top_position <= 9 and ${onTrack(sql`t.replays >= 10`)}`),
    firstfinish: trackIds
      ? sql`exists (${first} and r.track_id = any(${[...trackIds]}::integer[]))::integer`
      : upTo(code, 'firstfinish', first),
  };
}

const ofComments = (code: RawBuilder<unknown>): Numbers => ({
  critic: upTo(
    code,
    'critic',
    sql`select from comment c
      where c.site = ${code} and c.user_id = p.user_id and not c.is_award and c.deleted_at is null
        and length(c.text) >= ${sql.lit(longComment)}
        and not exists (select from track_author a
          where a.site = ${code} and a.track_id = c.track_id and a.user_id = p.user_id and not a.is_pending)`,
  ),
});

const ofPacks = (code: RawBuilder<unknown>): Numbers => ({
  packmaker: upTo(
    code,
    'packmaker',
    sql`select from pack k join pack_track x on x.site = k.site and x.pack_id = k.pack_id
        join track t on t.site = x.site and t.track_id = x.track_id
      where k.site = ${code} and k.owner_id = p.user_id and k.deleted_at is null
        and x.status = ${sql.lit(PackTrackStatus.approved)}
        and t.uploader_id <> p.user_id`,
  ),
});

const ofVideos = (code: RawBuilder<unknown>): Numbers => ({
  film: upTo(
    code,
    'film',
    sql`select from video v where v.site = ${code} and v.poster_id = p.user_id and v.removed_at is null
      and exists (select from track_video x where x.site = ${code} and x.video_id = v.video_id)`,
  ),
});

/** What changes only at night, or is too much to read after every write. */
function atNight(code: RawBuilder<unknown>, environments: readonly number[]): Numbers {
  return {
    climber: sql`(select case when min(b.position) = 0 then 3 when min(b.position) <= 9 then 2
        when min(b.position) <= 99 then 1 else 0 end
      from board_snapshot b
      where b.site = ${code} and b.board = 0 and b.environment = any(${[...environments]}::smallint[])
        and b.user_id = p.user_id)`,
    ...(environments.length > 1 && { allround: allRound(code, environments) }),
  };
}

const allRound = (code: RawBuilder<unknown>, environments: readonly number[]): RawBuilder<number> => sql`(
  select case when count(distinct t.environment) filter (where r.medal >= 4 and r.secret_until is null) >= ${sql.lit(environments.length)} then 2
    when count(distinct t.environment) >= ${sql.lit(environments.length)} then 1 else 0 end
  from replay r join track t on t.site = r.site and t.track_id = r.track_id
  where r.site = ${code} and t.site = ${code} and r.user_id = p.user_id and r.is_best and r.deleted_at is null
    and t.is_public and t.is_listed)`;

/**
 * The numbers of users that this occasion may have changed: counters, and rows that an index on the user finds, read only as far
 * as the highest tier requires.
 */
export async function measureUsers(
  { db, site, clock }: Ctx,
  { userIds, trackIds, occasion }: UsersToMeasure,
): Promise<Measured[]> {
  const code = sql.lit(site.code);
  const isNight = occasion === 'night';
  const changed = isNight ? null : trackIds;
  const numbers: Numbers = {
    ...fromCounters(clock.now()),
    ...((isNight || occasion === 'tracks') && ofTracks(code, changed)),
    ...((isNight || occasion === 'videos') && ofVideos(code)),
    ...((isNight || occasion === 'replays') && ofReplays(code, changed)),
    ...((isNight || occasion === 'comments') && ofComments(code)),
    ...((isNight || occasion === 'packs') && ofPacks(code)),
    ...(isNight && atNight(code, site.environments)),
  };
  const columns = Object.entries(numbers).map(([key, number]) => sql`${number} as ${sql.ref(key)}`);
  const { rows } = await sql<{ id: number } & Partial<Record<CountedKey, number>>>`
    select p.user_id as id, ${sql.join(columns)}
    from profile p where p.site = ${code} and p.user_id = any(${[...userIds]}::integer[])`.execute(db);
  return rows.map(({ id, ...measured }) => ({ id, numbers: measured }));
}

interface UsersToMeasure {
  readonly userIds: readonly number[];
  /** the tracks that the write was about */
  readonly trackIds: readonly number[];
  readonly occasion: Occasion;
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
