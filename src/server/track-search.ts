import { TrackFinder } from '#features/tracks/search-index/server/track-finder.ts';
import type { Services } from '#platform/context.ts';
import { listenTo } from '#platform/postgres/listen.ts';
import type { Site } from '#sites/schema.ts';

/** Limits the delay if a notification is lost. */
const refreshEveryMs = 30_000;

export interface TrackSearch {
  /** whether the indexes are complete and contain recent changes */
  state(): 'loading' | 'ok' | 'behind';
  /** resolves when everything is in memory; until then the database is queried */
  readonly loaded: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Loads the tracks of these editions into memory, in the background, and keeps them up to date. Those of others are searched in the
 * database; what is cached follows the changes of all editions.
 */
export function startTrackSearch(
  services: Services,
  sites: readonly Site[],
  databaseUrl: string,
): TrackSearch {
  const { log } = services;
  const finder = new TrackFinder(
    services,
    databaseUrl,
    sites.map(({ code }) => code),
  );
  services.finders.set('tracks', finder);
  const tell = () => finder.noticeChange();
  const timer = setInterval(tell, refreshEveryMs);
  timer.unref();
  finder.hear(false); // until the connection is there
  const unlisten = listenTo(
    { url: databaseUrl, channel: 'track_change', log, onLost: () => finder.hear(false) },
    () => finder.hear(true),
  );
  const loaded = finder.load();
  const { metrics } = services;
  metrics?.onReport(() => {
    const { rows, lagSeconds } = finder.figures();
    metrics.of.searchLoaded.set(finder.state() === 'loading' ? 0 : 1);
    metrics.of.searchRows.set(rows);
    metrics.of.searchLag.set(lagSeconds);
  });
  services.health.watch('Search', { failure: 'behind', read: () => finder.state() });
  return {
    state: () => finder.state(),
    loaded,
    async stop() {
      clearInterval(timer);
      services.finders.delete('tracks');
      finder.stop();
      await unlisten();
    },
  };
}
