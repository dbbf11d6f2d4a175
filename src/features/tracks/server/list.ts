import { sql } from 'kysely';
import type { ListResponse } from '#lib/wire/list-response.ts';
import type { Ctx } from '#platform/context.ts';
import { filter, type List } from '#platform/lists/list.ts';
import { idList, params } from '#platform/lists/params.ts';
import { readPage, sqlOf } from '#platform/lists/run.ts';
import { defaultTrackFields, type TrackField, type TrackRow, type TrackRowOf } from '../fields.ts';
import { trackFields } from './select.ts';
import { fromTracks, type TrackAudience, type TracksDB, trackAudience, visibleTracks } from './source.ts';

/** Tracks: GET /api/tracks, the front page, and everything else that lists them. */
export const trackList: List<TracksDB, 't', TrackRow, TrackAudience> = {
  name: 'tracks',
  from: fromTracks,
  id: (eb) => eb.ref('t.track_id'),
  fields: trackFields,
  defaultFields: defaultTrackFields,
  filters: {
    id: filter(idList(1000), (eb, ids) => eb('t.track_id', '=', sql<number>`any(${ids}::integer[])`)),
  },
  orders: {
    1: (eb) => eb.ref('t.uploaded_at'),
  },
  defaultOrder: 2,
  pageSize: { usual: 40, most: 1000 },
  audience: (ctx) => trackAudience(ctx.viewer),
  visible: visibleTracks,
};

/** What a page asks of the list of tracks. */
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

/** A page of tracks this viewer may see, for pages and other features; the same list as GET /api/tracks. */
export async function listTracks<const F extends TrackField>(
  ctx: Ctx,
  query: TrackListQuery<F>,
): Promise<ListResponse<TrackRowOf<F>>> {
  if (query.id?.length === 0) return { Results: [], More: false };
  const { rows, more } = await readPage(ctx, trackList, paramsOf(query));
  // the database makes these rows from the very fields that were asked for
  return { Results: JSON.parse(`[${rows.join(',')}]`) as TrackRowOf<F>[], More: more };
}

/** The statement behind a request of GET /api/tracks, for the benchmark and for EXPLAIN. */
export const sqlFor = (ctx: Ctx, query: TrackListQuery<TrackField>) => sqlOf(ctx, trackList, paramsOf(query));
