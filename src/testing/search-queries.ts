import { trackFilterNames } from '#features/tracks/list/server/filters.ts';
import { trackOrders } from '#features/tracks/list/server/orders.ts';
import type { Chooser } from './chooser.ts';
import { type makeSearchWorld, searchNames } from './search-world.ts';
import { trackSamples } from './track-samples.ts';

type World = Awaited<ReturnType<typeof makeSearchWorld>>;

/** Random requests for the list of tracks: filters, orders, cursors, page sizes. */
export function searchQueries({ people, packs, someTrack, someDay }: World, choose: Chooser) {
  const { below, chance, oneOf } = choose;
  const somebody = () => oneOf(people).userId;
  const values = trackSamples(
    {
      flag: () => String(below(2)),
      user: () => (chance(0.5) ? oneOf(searchNames) : String(somebody())),
      userIds: () => `${somebody()},${somebody()}`,
      trackIds: () => Array.from({ length: 30 }, someTrack).join(','),
      pack: () => String(oneOf(packs)),
      video: () => '1',
      name: () =>
        oneOf(['speed', 'dirt', '%', '_', 'a', '🚗', '7', String(someTrack()), 'speed dirt', '\u00b4']),
      count: () => String(below(40)),
      milliseconds: () => String(20_000 + below(8) * 5000),
      instant: () => someDay().toISOString(),
    },
    choose,
  );

  function someQuery(): [string, string][] {
    const filters = new Map<string, string>();
    for (let wanted = below(4); wanted > 0; wanted--) {
      const name = oneOf(trackFilterNames);
      filters.set(name, values[name]());
    }
    const codes = Object.values(trackOrders).flatMap((order) => order.codes);
    if (chance(0.9)) filters.set('order1', chance(0.1) ? 'relevance' : String(oneOf(codes)));
    if (chance(0.3)) filters.set('order2', String(oneOf(codes)));
    // sometimes an id without a track
    const cursor = () => (chance(0.2) ? oneOf([1, someTrack() + 500, 99_999_999]) : someTrack());
    if (chance(0.6)) filters.set(oneOf(['after', 'before', 'from']), String(cursor()));
    filters.set('count', String(1 + below(30)));
    filters.set('fields', 'TrackId,TrackName');
    return [...filters];
  }
  return someQuery;
}
