import { type RawBuilder, sql } from 'kysely';
import { acrossSites } from '#db/for-site.ts';
import { accountToken } from '#platform/anti-forgery.ts';
import { signIn } from '#platform/auth/session.ts';
import type { Ctx } from '#platform/context.ts';
import { ageAwards } from '../data/age-awards.ts';
import type { Sender } from './people.ts';

/** A pack with an owner among the members. */
export interface OwnedPack {
  readonly packId: number;
  readonly owner: Member;
  readonly trackIds: readonly number[];
}

export interface Member extends Sender {
  /** tracks to which this member has given an award, and their own: these take no award */
  readonly taken: Set<number>;
}

/** What the requests of the benchmark refer to: ids of one edition that everybody may see, the most active ones first. */
export interface Community {
  readonly tracks: readonly number[];
  readonly users: readonly number[];
  readonly packs: readonly number[];
  readonly threads: readonly number[];
  readonly videos: readonly number[];
  readonly news: readonly number[];
  readonly members: readonly Member[];
  readonly ownedPacks: readonly OwnedPack[];
  /** the pack with the most tracks; its owner is a member */
  readonly largestPack: OwnedPack | undefined;
}

/** Number of members with a session. The limits of one user are too low for a benchmark, so many share the writes. */
const memberCount = 400;

/** Members are chosen among these: the first users are the most active. */
const amongFirst = 4000;

/**
 * Reads the ids and signs in the members, some of whom own packs; none of them has used up the day's awards in an earlier run. `ctx`: a
 * visitor's.
 */
export async function readCommunity(ctx: Ctx): Promise<Community> {
  const db = acrossSites(ctx.db, 'the statements name their site');
  const { code } = ctx.site;
  const ids = async (select: RawBuilder<{ id: number }>) =>
    (await select.execute(db)).rows.map(({ id }) => id);
  await ageAwards(db, code, ctx.clock.now());
  const members = await signInMembers(ctx);
  const memberIds = [...members.keys()];
  const taken = await sql<{ user_id: number; track_id: number }>`
    select user_id, track_id from comment where site = ${code} and is_award and user_id = any(${memberIds}::integer[])
    union select user_id, track_id from track_author where site = ${code} and user_id = any(${memberIds}::integer[])`.execute(
    db,
  );
  for (const { user_id, track_id } of taken.rows) members.get(user_id)?.taken.add(track_id);
  const packs = await sql<{ pack_id: number; owner_id: number; track_ids: number[] }>`
    select p.pack_id, p.owner_id, array_agg(t.track_id order by t.position) as track_ids
    from pack p join pack_track t on t.site = p.site and t.pack_id = p.pack_id and t.status = 1
    where p.site = ${code} and p.owner_id = any(${memberIds}::integer[]) and p.deleted_at is null and not p.is_legacy
    group by p.pack_id, p.owner_id having count(*) >= 5`.execute(db);
  const ownedPacks = packs.rows.flatMap(({ pack_id, owner_id, track_ids }): OwnedPack[] => {
    const owner = members.get(owner_id);
    return owner ? [{ packId: pack_id, owner, trackIds: track_ids }] : [];
  });
  return {
    tracks: await ids(sql`select track_id as id from track where site = ${code} and is_public and is_listed
      and not is_beta and deleted_at is null order by track_id`),
    users: await ids(sql`select user_id as id from profile where site = ${code} and closed_at is null
      and custom_url is null order by user_id`),
    packs:
      await ids(sql`select pack_id as id from pack where site = ${code} and is_public and map_list_released
      and deleted_at is null order by pack_id`),
    threads: await ids(sql`select thread_id as id from forum_thread t where site = ${code} and posts > 0
      and merged_into is null and exists (select from forum_board b
        where b.site = t.site and b.board_id = t.board_id and b.read_level = 0) order by thread_id`),
    videos: await ids(
      sql`select video_id as id from video where site = ${code} and published_at < now() order by video_id`,
    ),
    news: await ids(sql`select news_id as id from news where site = ${code} and published_at < now()
      and deleted_at is null order by news_id desc`),
    members: [...members.values()],
    ownedPacks,
    largestPack: ownedPacks.toSorted((a, b) => b.trackIds.length - a.trackIds.length)[0],
  };
}

/** Sessions for user 1, who owns the largest packs, for others who own packs, and for more at random. */
async function signInMembers(ctx: Ctx): Promise<Map<number, Member>> {
  const { rows } = await sql<{ user_id: number; account_id: number }>`
    select user_id, account_id from profile p where site = ${ctx.site.code} and user_id <= ${amongFirst}
      and closed_at is null and not exists (select from sanction s where s.account_id = p.account_id)
    order by user_id <> 1,
      not exists (select from pack k where k.site = p.site and k.owner_id = p.user_id and k.tracks >= 5),
      random() limit ${memberCount}`.execute(acrossSites(ctx.db, 'the statement names its site'));
  const members = new Map<number, Member>();
  for (const { user_id, account_id } of rows) {
    const { setCookie } = await signIn(ctx, { cookies: {}, secure: false }, account_id);
    members.set(user_id, {
      address: `10.77.${members.size >> 8}.${members.size & 255}`,
      userId: user_id,
      cookie: setCookie.split(';')[0] ?? '',
      token: accountToken(ctx, account_id),
      taken: new Set(),
    });
  }
  return members;
}
