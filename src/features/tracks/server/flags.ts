import { sql } from 'kysely';
import { type Filter, flagFilter } from '#platform/lists/filters.ts';
import { slots } from '#platform/lists/slots.ts';
import type { TrackFilterName } from '../filter.ts';
import { authorships } from './people.ts';
import type { TracksDB, TracksEB } from './source.ts';
import { downloaded, driven, favouriteIds, featured, isIn, kept, supporterIds } from './track-sets.ts';

/** What an `exists` selects. */
export const one = sql<number>`1`.as('one');

/** No public track of the uploader comes after this one by `column`; of equal ones the higher number counts. */
const isLastBy = (eb: TracksEB, column: 'uploaded_at' | 'last_awarded_at') =>
  eb.and([
    eb('t.is_public', '=', eb.lit(true)),
    eb('t.is_listed', '=', eb.lit(true)),
    eb(`t.${column}`, 'is not', null),
    eb.not(
      eb.exists(
        eb
          .selectFrom('track as n')
          .where('n.site', '=', slots.site)
          .whereRef('n.uploader_id', '=', 't.uploader_id')
          .where('n.is_public', '=', eb.lit(true))
          .where('n.is_listed', '=', eb.lit(true))
          .where(`n.${column}`, 'is not', null)
          .where(
            sql<boolean>`(${sql.ref(`n.${column}`)}, n.track_id) > (${sql.ref(`t.${column}`)}, t.track_id)`,
          )
          .select(one),
      ),
    ),
  ]);

export const isLatest = (eb: TracksEB) => isLastBy(eb, 'uploaded_at');
export const isLatestAwarded = (eb: TracksEB) => isLastBy(eb, 'last_awarded_at');

/** Whether the asking person keeps it to play later. */
export const isKept = (eb: TracksEB) => isIn(eb, kept);

const isOfFavourite = (eb: TracksEB) =>
  eb.exists(authorships(eb).where(sql<boolean>`a.user_id in (${favouriteIds})`).select(one));

const isOfSupporter = (eb: TracksEB) => sql<boolean>`${eb.ref('t.uploader_id')} in (${supporterIds})`;

/** Whether pictures were uploaded with the track. */
export const hasScreenshot = (eb: TracksEB) =>
  eb.exists(
    eb
      .selectFrom('track_image as i')
      .where('i.site', '=', slots.site)
      .whereRef('i.track_id', '=', 't.track_id')
      .select(one),
  );

type FlagName = Extract<TrackFilterName, `in${string}`>;

/** The `in…` parameters: 1 for the tracks for which it holds, 0 for the others. */
export const flagFilters: Readonly<Record<FlagName, Filter<TracksDB, 't'>>> = {
  inplaylater: flagFilter('on the viewer’s Play Later list', isKept),
  infavorite: flagFilter('with an author among the viewer’s favourites', isOfFavourite),
  indownloads: flagFilter('downloaded by the viewer', (eb) => isIn(eb, downloaded)),
  inreplays: flagFilter('driven by the user in replaysby, or by the viewer', (eb) => isIn(eb, driven)),
  infeatured: flagFilter('featured by the crew', (eb) => isIn(eb, featured)),
  inbeta: flagFilter('beta tracks', (eb) => eb('t.is_beta', '=', eb.lit(true))),
  incollaborative: flagFilter('made by more than one author', (eb) =>
    eb.exists(authorships(eb).where('a.is_uploader', '=', eb.lit(false)).select(one)),
  ),
  inauthortimebeaten: flagFilter('whose author time was beaten', (eb) =>
    eb('t.author_time_beaten', '=', eb.lit(true)),
  ),
  inhasrecord: flagFilter('with a record', (eb) => eb('t.record_replay_id', 'is not', null)),
  inunlimiter: flagFilter('made with Unlimiter', (eb) => eb('t.unlimiter_version', 'is not', null)),
  insupporter: flagFilter('uploaded by a supporter of the site', isOfSupporter),
  inenvmix: flagFilter('whose car is of another environment', (eb) =>
    eb('t.car', '<>', eb.ref('t.environment')),
  ),
  inlatestauthor: flagFilter("the newest of the uploader's tracks", isLatest),
  inlatestawardedauthor: flagFilter("the last awarded of the uploader's tracks", isLatestAwarded),
  inscreenshot: flagFilter('with pictures', hasScreenshot),
};
