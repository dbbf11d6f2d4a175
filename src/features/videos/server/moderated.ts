import { sql } from 'kysely';
import type { OnMerge } from '#features/tracks/move-merge/server/merge.ts';

/** Links the videos of a duplicate to the other track instead, each once. The video that this track features does not change. */
export const mergeVideos: OnMerge = async ({ db, site }, { from, into }) => {
  await sql`
    update track_video v set track_id = ${into}, is_featured = false
    where v.site = ${site.code} and v.track_id = ${from} and not exists (
      select from track_video o where o.site = v.site and o.video_id = v.video_id and o.track_id = ${into})`.execute(
    db,
  );
  await sql`delete from track_video where site = ${site.code} and track_id = ${from}`.execute(db);
};
