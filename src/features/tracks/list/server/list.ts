import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { isModerator } from '#lib/codes/level.ts';
import type { ListResponse } from '#lib/wire/fields.ts';
import type { Ctx } from '#platform/context.ts';
import { defineList } from '#platform/lists/list.ts';
import { params } from '#platform/lists/params.ts';
import { parseRows, readPage, sqlOf } from '#platform/lists/run.ts';
import { defaultTrackFields, type TrackField, type TrackRow, type TrackRowOf } from '../fields.ts';
import { ofSecretLink, trackFilters } from './filters.ts';
import { trackOrders, trackRelevance } from './orders.ts';
import { currentVersion, trackFields } from './select.ts';
import {
  fromAllTracks,
  fromTracks,
  onceVisibleTracks,
  type TrackAudience,
  type TracksDB,
  type TracksEB,
  trackAudience,
  visibleTracks,
} from './source.ts';

/** Tracks: GET /api/tracks, the front page, and everything else that lists them. */
export const trackList = defineList<TracksDB, 't', TrackRow, TrackAudience>({
  name: 'tracks',
  about: 'Tracks of this edition.',
  from: fromTracks,
  id: (eb) => eb.ref('t.track_id'),
  fields: trackFields,
  shared: [currentVersion],
  defaultFields: defaultTrackFields,
  filters: { ...trackFilters, secret: ofSecretLink },
  orders: trackOrders,
  relevance: trackRelevance,
  defaultOrder: { by: 'uploaded', descending: true },
  pageSize: { usual: 40, most: 1000 },
  audience: (viewer, filters) =>
    filters.has('secret') && !isModerator(viewer) ? 'secret' : trackAudience(viewer),
  visible: visibleTracks,
  rowsOf: {
    track: 'track_id',
    track_author: 'track_id',
    track_feature: 'track_id',
    track_image: 'track_id',
    track_version: 'track_id',
    track_video: 'track_id',
    pack_track: 'track_id',
    play_later: 'track_id',
    replay: 'track_id',
  },
  cursors: { from: fromAllTracks, visible: onceVisibleTracks },
});

export { type TrackAudience, trackAudience };

/** The visibility rule of this list, for other queries in which a track is `t`. */
export function trackIsSeen<DB, TB extends keyof DB>(
  eb: ExpressionBuilder<DB, TB>,
  audience: TrackAudience,
): Expression<SqlBool> {
  const tracks = eb as unknown as TracksEB; // `t` is a track there too
  return tracks.and([
    tracks('t.deleted_at', 'is', null),
    visibleTracks(tracks, audience) ?? sql<boolean>`true`,
  ]);
}

/** A request of a page for the track list. */
export interface TrackListQuery<F extends TrackField> {
  fields: readonly F[];
  count?: number;
  order1?: number;
  after?: number;
  before?: number;
  from?: number;
  id?: readonly number[];
}

const paramsOf = ({ fields, id, ...rest }: TrackListQuery<TrackField>) =>
  params({ ...rest, fields: fields.join(','), id: id?.join(',') });

/** A page of tracks that this viewer may see, for pages and other features; the same list as GET /api/tracks. */
export async function listTracks<const F extends TrackField>(
  ctx: Ctx,
  query: TrackListQuery<F>,
): Promise<ListResponse<TrackRowOf<F>>> {
  if (query.id?.length === 0) return { Results: [], More: false };
  const { rows, more } = await readPage(ctx, trackList, paramsOf(query));
  return { Results: parseRows<TrackRowOf<F>>(rows), More: more };
}

/** The statement of a request of GET /api/tracks, for the benchmark and EXPLAIN; with `ids` that of rows found before. */
export const sqlFor = (ctx: Ctx, query: TrackListQuery<TrackField>, ids?: readonly number[]) =>
  sqlOf(ctx, trackList, paramsOf(query), ids);
