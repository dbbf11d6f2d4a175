import type { ExpressionBuilder, Kysely, SelectQueryBuilder } from 'kysely';
import type { Database } from '#db/database.ts';
import { type TrackAudience, trackIsSeen } from '#features/tracks/list/server/list.ts';
import { slots } from '#platform/lists/slots.ts';

/** The source of all video lists. */
export const fromVideos = (db: Kysely<Database>) =>
  db.selectFrom('video as v').where('v.site', '=', slots.site);

export type VideosDB =
  ReturnType<typeof fromVideos> extends SelectQueryBuilder<infer DB, infer _TB, infer _O> ? DB : never;
export type VideosEB = ExpressionBuilder<VideosDB, 'v'>;

/** The tracks in a video that this audience may see. */
export const shownTracks = (eb: VideosEB, audience: TrackAudience) =>
  eb
    .selectFrom('track_video as m')
    .innerJoin('track as t', (join) =>
      join.onRef('t.site', '=', 'm.site').onRef('t.track_id', '=', 'm.track_id'),
    )
    .where('m.site', '=', slots.site)
    .where('t.site', '=', slots.site)
    .whereRef('m.video_id', '=', 'v.video_id')
    .where((of) => trackIsSeen(of, audience));
