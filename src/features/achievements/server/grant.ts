import { sql } from 'kysely';
import { notify } from '#features/notices/server/actions.ts';
import { countAchievements } from '#features/users/server/counters.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { visitor } from '#platform/viewer.ts';
import { routes } from '#routes/routes.ts';
import { achievementById, described, reached } from '../catalogue.ts';
import { measureTracks, measureUsers, type Occasion } from './measure.ts';

/** Who may have earned something: users and tracks whose numbers changed. */
export interface Candidates {
  readonly userIds: readonly number[];
  readonly trackIds: readonly number[];
  readonly occasion: Occasion;
}

/** One achievement of a user; `trackId` 0: earned by the user rather than by a track. */
export interface Grant {
  readonly achievementId: number;
  readonly userId: number;
  readonly trackId: number;
  readonly customText: string;
}

/**
 * Grants what these users and tracks have earned and do not have yet; returns how many. Nothing is taken away when numbers fall.
 * Safe to run at any time and at once with itself.
 */
export async function grantEarned(ctx: Ctx, { userIds, trackIds, occasion }: Candidates): Promise<number> {
  const [users, tracks] = await Promise.all([
    userIds.length > 0 ? measureUsers(ctx, { userIds, trackIds, occasion }) : [],
    trackIds.length > 0 ? measureTracks(ctx, trackIds) : [],
  ]);
  const earned: Grant[] = [
    ...users.flatMap(({ id, numbers }) =>
      reached('user', numbers, ctx.site).map(({ achievementId }) => ({
        achievementId,
        userId: id,
        trackId: 0,
        customText: '',
      })),
    ),
    ...tracks.flatMap(({ id, uploaderId, numbers }) =>
      reached('track', numbers, ctx.site).map(({ achievementId }) => ({
        achievementId,
        userId: uploaderId,
        trackId: id,
        customText: '',
      })),
    ),
  ];
  const missing = await withoutStored(ctx, earned);
  if (missing.length === 0) return 0;
  return inTransaction(ctx, async (tx) => (await store(tx, missing)).length);
}

const columns = (grants: readonly Grant[]) => sql`unnest(
  ${grants.map(({ achievementId }) => achievementId)}::integer[], ${grants.map(({ userId }) => userId)}::integer[],
  ${grants.map(({ trackId }) => trackId)}::integer[], ${grants.map(({ customText }) => customText)}::text[])`;

/**
 * Leaves out what is stored, what was revoked, and achievements that are not in the table of this edition yet: a newer process
 * writes its catalogue at its start, and the nightly check grants them. Most checks find nothing new: these take no lock. A track keeps its achievement
 * when its uploader changes.
 */
async function withoutStored({ db, site }: Ctx, grants: readonly Grant[]): Promise<Grant[]> {
  if (grants.length === 0) return [];
  const { rows } = await sql<Grant>`
    select g.achievement_id as "achievementId", g.user_id as "userId", g.track_id as "trackId", g.custom_text as "customText"
    from ${columns(grants)} as g (achievement_id, user_id, track_id, custom_text)
    where exists (select from achievement a
      where a.site = ${sql.lit(site.code)} and a.achievement_id = g.achievement_id)
      and not exists (select from achievement_earned e
      where e.site = ${sql.lit(site.code)} and e.achievement_id = g.achievement_id and e.track_id = g.track_id
        and (g.track_id > 0 or e.user_id = g.user_id) and e.custom_text = g.custom_text)
      and not exists (select from achievement_withheld w
        where w.site = ${sql.lit(site.code)} and w.achievement_id = g.achievement_id and w.track_id = g.track_id
          and w.user_id = case when g.track_id > 0 then 0 else g.user_id end)`.execute(db);
  return rows;
}

/** Stores achievements, counts them and notifies their holders; returns those that were new. Rows are locked in id order. */
export async function store(tx: TxCtx, grants: readonly Grant[]): Promise<Grant[]> {
  const { rows } = await sql<Grant>`
    insert into achievement_earned (site, achievement_id, user_id, track_id, custom_text, earned_at)
    select ${tx.site.code}, g.*, ${tx.clock.now()}::timestamptz
    from ${columns(grants)} as g (achievement_id, user_id, track_id, custom_text)
    order by 2, 3, 4
    on conflict do nothing
    returning achievement_id as "achievementId", user_id as "userId", track_id as "trackId", custom_text as "customText"`.execute(
    tx.db,
  );
  if (rows.length > 0) {
    await count(tx, rows, 1);
    await tell(tx, rows);
  }
  return rows;
}

/** Adds `by` for each of these to the counters of users and achievements, each in id order, to avoid deadlocks. */
export async function count(tx: TxCtx, grants: readonly Grant[], by: 1 | -1): Promise<void> {
  const users = Map.groupBy(grants, ({ userId }) => userId);
  await countAchievements(
    tx,
    [...users].map(([userId, own]) => ({ userId, by: by * own.length })),
  );
  const code = sql.lit(tx.site.code);
  await sql`
    with n as (
      select g.achievement_id, count(*)::integer * ${by}::integer as by
      from ${columns(grants)} as g (achievement_id, user_id, track_id, custom_text) group by g.achievement_id
    ), locked as (
      select a.achievement_id from achievement a
      where a.site = ${code} and a.achievement_id in (select achievement_id from n)
      order by a.achievement_id for no key update
    )
    update achievement a set holders = a.holders + n.by from n, locked
    where a.site = ${code} and a.achievement_id = n.achievement_id and locked.achievement_id = n.achievement_id`.execute(
    tx.db,
  );
}

/** What a notice says of achievements of one user: of each chain the highest tier, of each track. */
export function earned(grants: readonly Grant[]): string {
  const texts = new Map<string, string>();
  for (const { achievementId, trackId, customText } of grants) {
    const { key = '', name = '', description = '' } = achievementById(achievementId) ?? {};
    texts.set(`${key} ${trackId} ${customText}`, customText ? described(description, customText) : name);
  }
  const what = texts.size === 1 ? 'New achievement' : `${texts.size} new achievements`;
  const named = Map.groupBy(texts.values(), (text) => text);
  const list = [...named].map(([text, { length }]) => (length > 1 ? `${text} for ${length} tracks` : text));
  return `${what}: ${list.join('; ')}.`;
}

/** One notice per user and time, unless they switched these notices off. It also goes to users who caused the event themselves. */
async function tell(tx: TxCtx, grants: readonly Grant[]): Promise<void> {
  const userIds = [...new Set(grants.map(({ userId }) => userId))];
  for (const userId of userIds.sort((a, b) => a - b)) {
    const own = grants.filter((grant) => grant.userId === userId);
    const [first] = own;
    const link =
      first && own.length === 1 && first.trackId > 0
        ? routes.trackShow(first.trackId)
        : routes.userShow(userId);
    await notify(
      { ...tx, viewer: visitor },
      { to: [userId], kind: 'achievement.earned', text: earned(own), link },
    );
  }
}
