import { sql } from 'kysely';
import { flag, flagOfActivity, flagOfSet, flagOfUsers, type TrackFilter } from './filter-kinds.ts';
import { hasAuthor } from './properties.ts';
import { downloaded, driven, favouriteIds, featured, queued, supporterIds } from './track-sets.ts';

/** The `in…` parameters: 1 for the tracks for which it holds, 0 for the others. */
export const flagFilters = {
  inplaylater: flagOfSet('in the viewer’s Play later, or in that of the link in sharedlist', queued),
  infavorite: flagOfUsers('with an author among the viewer’s favourites', favouriteIds, 'author', () =>
    hasAuthor(sql<boolean>`a.user_id in (${favouriteIds})`),
  ),
  indownloads: flagOfActivity('downloaded by the viewer', downloaded, 'indownloads'),
  inreplays: flagOfActivity('driven by the user in replaysby, or by the viewer', driven, 'replaysby'),
  infeatured: flagOfSet('featured by the crew', featured),
  inbeta: flag('beta tracks', 'beta'),
  incollaborative: flag('made by more than one author', 'collaborative'),
  inauthortimebeaten: flag('whose author time was beaten', 'authorTimeBeaten'),
  inhasrecord: flag('with a record', 'record'),
  inunlimiter: flag('made with Unlimiter', 'unlimiter'),
  insupporter: flagOfUsers(
    'uploaded by a supporter of the site',
    supporterIds,
    'uploader',
    (eb) => sql<boolean>`${eb.ref('t.uploader_id')} in (${supporterIds})`,
  ),
  inenvmix: flag('whose car is of another environment', 'envmix'),
  inlatestauthor: flag('the newest of the uploader’s tracks', 'latest'),
  inlatestawardedauthor: flag('the last awarded of the uploader’s tracks', 'latestAwarded'),
  inscreenshot: flag('with pictures', 'screenshot'),
} as const satisfies Readonly<Record<`in${string}`, TrackFilter>>;
