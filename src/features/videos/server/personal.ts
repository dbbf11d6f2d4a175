import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { countVideos } from '#features/users/server/counters.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inPages, jsonPart, type PersonalData } from '#platform/personal-data.ts';

/** Videos that users posted or made. What another user posted stays when its maker leaves, without the maker's name here. */
export const videoData: PersonalData = {
  name: 'videos',
  covers: ['video.poster_id', 'video.creator_id'],

  async hide(tx, userId) {
    const { rows } = await sql<Hidden>`
      update video set removed_at = ${tx.clock.now()}, hidden_with_account = true
      where site = ${tx.site.code} and poster_id = ${userId} and removed_at is null
      returning poster_id, creator_id`.execute(tx.db);
    await count(tx, rows, -1);
  },

  async show(tx, userId) {
    const { rows } = await sql<Hidden>`
      update video set removed_at = null, hidden_with_account = false
      where site = ${tx.site.code} and poster_id = ${userId} and hidden_with_account
      returning poster_id, creator_id`.execute(tx.db);
    await count(tx, rows, 1);
  },

  async erase(tx, userId) {
    const { rows } = await sql<Hidden & { was_shown: boolean }>`
      delete from video where site = ${tx.site.code} and poster_id = ${userId}
      returning poster_id, creator_id, removed_at is null as was_shown`.execute(tx.db);
    await count(
      tx,
      rows.filter(({ was_shown }) => was_shown),
      -1,
    );
    await sql`update video set creator_id = null
      where site = ${tx.site.code} and creator_id = ${userId}`.execute(tx.db);
  },

  async handOver(tx, from, to) {
    await sql`update video set creator_id = ${to} where site = ${tx.site.code} and creator_id = ${from}`.execute(
      tx.db,
    );
  },

  async *exported(ctx, userId) {
    yield jsonPart('videos.json', ownVideos(ctx, userId));
  },
};

interface Hidden {
  readonly poster_id: number;
  readonly creator_id: number | null;
}

const count = (tx: TxCtx, videos: readonly Hidden[], by: 1 | -1): Promise<void> =>
  countVideos(
    tx,
    videos.flatMap(({ poster_id, creator_id }) => [
      { userId: poster_id, posted: by, created: 0 },
      ...(creator_id === null ? [] : [{ userId: creator_id, posted: 0, created: by }]),
    ]),
  );

/** Those the user posted, with their tracks, and those the user made. */
const ownVideos = (ctx: Ctx, userId: number) =>
  inPages((last: { VideoId: number } | undefined, limit) =>
    forSite(ctx, 'video')
      .where((eb) => eb.or([eb('poster_id', '=', userId), eb('creator_id', '=', userId)]))
      .where('video_id', '>', last?.VideoId ?? 0)
      .orderBy('video_id')
      .limit(limit)
      .select([
        'video_id as VideoId',
        'link_id as LinkId',
        'title as Title',
        'author as Author',
        'length_s as Length',
        'posted_at as PostedAt',
        'removed_at as RemovedAt',
        sql<boolean>`poster_id = ${userId}`.as('IsPoster'),
        sql<number[]>`array(select m.track_id from track_video m
          where m.site = ${ctx.site.code} and m.video_id = video.video_id order by 1)`.as('TrackIds'),
      ])
      .execute(),
  );
