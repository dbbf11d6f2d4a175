import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { type TrackAudience, trackAudience, trackIsSeen } from '#features/tracks/list/server/list.ts';
import { personFields } from '#features/users/list/server/list.ts';
import { videoOrderCodes } from '#lib/codes/orders.ts';
import { flag, instant, whole, wholeOrNull, words } from '#platform/lists/field-kinds.ts';
import { type Fields, one } from '#platform/lists/fields.ts';
import { filter, idFilter, idsFilter, nameFilter } from '#platform/lists/filters.ts';
import { defineList, type Filter } from '#platform/lists/list.ts';
import { byRelevance, order, orderOfCreation } from '#platform/lists/orders.ts';
import { folded, id } from '#platform/lists/params.ts';
import { contains } from '#platform/lists/search-text.ts';
import { filterSlot, slots } from '#platform/lists/slots.ts';
import { defaultVideoFields, type VideoRow } from '../fields.ts';

/** The source of all video lists. */
const fromVideos = (db: Kysely<Database>) => db.selectFrom('video as v').where('v.site', '=', slots.site);

type VideosDB =
  ReturnType<typeof fromVideos> extends SelectQueryBuilder<infer DB, infer _TB, infer _O> ? DB : never;
type VideosEB = ExpressionBuilder<VideosDB, 'v'>;

/** The tracks in a video that this audience may see. */
const shownTracks = (eb: VideosEB, audience: TrackAudience) =>
  eb
    .selectFrom('track_video as m')
    .innerJoin('track as t', (join) =>
      join.onRef('t.site', '=', 'm.site').onRef('t.track_id', '=', 'm.track_id'),
    )
    .where('m.site', '=', slots.site)
    .where('t.site', '=', slots.site)
    .whereRef('m.video_id', '=', 'v.video_id')
    .where((of) => trackIsSeen(of, audience));

const personOf = (column: 'v.poster_id' | 'v.creator_id') =>
  one(
    (eb: VideosEB) =>
      eb.selectFrom('profile as p').where('p.site', '=', slots.site).whereRef('p.user_id', '=', column),
    personFields(),
  );

const fields: Fields<VideosDB, 'v', VideoRow> = {
  VideoId: whole((eb) => eb.ref('v.video_id')),
  LinkId: words((eb) => eb.ref('v.link_id')),
  Title: words((eb) => eb.ref('v.title')),
  Author: words((eb) => eb.ref('v.author')),
  Poster: personOf('v.poster_id'),
  Creator: personOf('v.creator_id'),
  Thumbnail: words((eb) => eb.ref('v.thumbnail')),
  Length: whole((eb) => eb.ref('v.length_s')),
  PostedAt: instant((eb) => eb.ref('v.posted_at')),
  PublishedAt: instant((eb) => eb.ref('v.published_at')),
  // hidden tracks must not be revealed, not even by a number
  MapCount: whole(
    (eb) =>
      sql<number>`${shownTracks(eb, 'everyone').select((n) => n.fn.countAll<number>().as('maps'))}::integer`,
  ),
  Map: one(
    (eb: VideosEB) =>
      eb
        .selectFrom('track_video as m')
        .where('m.site', '=', slots.site)
        .whereRef('m.video_id', '=', 'v.video_id')
        .where('m.track_id', '=', sql<number>`${filterSlot<number>('trackid')}::integer`),
    {
      Featured: flag((eb) => eb.ref('m.is_featured')),
      TimestampAt: wholeOrNull((eb) => eb.ref('m.timestamp_s')),
    },
  ),
};

const filters: Readonly<Record<string, Filter<VideosDB, 'v', TrackAudience>>> = {
  id: idsFilter('VideoIds', (eb) => eb.ref('v.video_id')),
  name: nameFilter(
    'a part of the title, or a VideoId',
    (eb) => eb.ref('v.title_folded'),
    (eb) => eb.ref('v.video_id'),
  ),
  title: filter('a part of the title', folded, (eb, part) => contains(eb.ref('v.title_folded'), part)),
  trackid: filter('videos that show this track', id, (eb, trackId, audience) =>
    eb.exists(
      shownTracks(eb, audience)
        .where('m.track_id', '=', trackId)
        .select((found) => found.lit(1).as('one')),
    ),
  ),
  userid: idFilter('posted by this user', (eb) => eb.ref('v.poster_id')),
  creatoruserid: idFilter('made by this user', (eb) => eb.ref('v.creator_id')),
};

/** Videos: GET /api/videos, /videosearch, and the videos of a track or user. */
export const videoList = defineList<VideosDB, 'v', VideoRow, TrackAudience>({
  name: 'videos',
  about: 'Videos, and the tracks they show.',
  from: fromVideos,
  id: (eb) => eb.ref('v.video_id'),
  fields,
  defaultFields: defaultVideoFields,
  filters,
  orders: {
    posted: orderOfCreation(videoOrderCodes.posted, 'posted', (eb) => eb.ref('v.posted_at')),
    published: order(videoOrderCodes.published, 'published', (eb) => eb.ref('v.published_at')),
    title: order(videoOrderCodes.title, 'title', (eb) => eb.ref('v.title_folded')),
    length: order(videoOrderCodes.length, 'length', (eb) => eb.ref('v.length_s')),
  },
  relevance: byRelevance((eb) => eb.ref('v.title_folded')),
  defaultOrder: { by: 'posted', descending: true },
  pageSize: { usual: 40, most: 1000 },
  audience: trackAudience,
  visible: (eb) => eb('v.removed_at', 'is', null),
  cursors: { from: fromVideos, visible: () => null },
});
