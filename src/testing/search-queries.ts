import { type TrackFilterName, trackFilterNames } from '#features/tracks/filter.ts';
import { trackOrders } from '#features/tracks/server/orders.ts';
import type { Chooser } from './chooser.ts';
import { type makeSearchWorld, searchNames } from './search-world.ts';

type World = Awaited<ReturnType<typeof makeSearchWorld>>;

/** Random requests of the track list: filters, orders, cursors, page sizes. */
export function searchQueries(
  { people, packs, someTrack, someDay }: World,
  { below, chance, oneOf }: Chooser,
) {
  const names = searchNames;
  const somebody = () => oneOf(people).userId;
  const numbers = (most: number) => () => Array.from({ length: 1 + below(2) }, () => below(most)).join(',');
  const flagValue = () => String(below(2));
  const person = () => (chance(0.5) ? oneOf(names) : String(somebody()));
  const millis = () => String(20_000 + below(8) * 5000);
  const values: Readonly<Partial<Record<TrackFilterName, () => string>>> = {
    id: () => Array.from({ length: 30 }, someTrack).join(','),
    uid: () => 'nothing',
    name: () =>
      oneOf(['speed', 'dirt', '%', '_', 'a', '🚗', '7', String(someTrack()), 'speed dirt', '\u00b4']),
    author: person,
    authoruserid: () => `${somebody()},${somebody()}`,
    awardedby: person,
    commentedby: person,
    replaysby: person,
    videoid: () => '1',
    packid: () => String(oneOf(packs)),
    status: () => oneOf(['0', '1', '0,1']),
    tag: numbers(5),
    etag: numbers(5),
    taginclusive: flagValue,
    primarytype: () => String(below(6)),
    lbtype: numbers(6),
    uploadedafter: () => someDay().toISOString(),
    uploadedbefore: () => someDay().toISOString(),
    authortimemin: millis,
    authortimemax: millis,
    lengthmin: millis,
    lengthmax: millis,
    valuemin: () => String(below(40)),
    valuemax: () => String(below(40)),
    environment: () => oneOf(['0', '6', '0,6', 'stadium']),
    vehicle: () => oneOf(['0', '6']),
    mood: numbers(4),
    difficulty: numbers(4),
    routes: numbers(3),
    unlimiterver: numbers(4),
    antispam: () => String(1 + below(2)),
    awardedlately: () => String(1 + below(2)),
    achievement: () => '1',
  };

  function someQuery(): [string, string][] {
    const filters = new Map<string, string>();
    for (let wanted = below(4); wanted > 0; wanted--) {
      const name = oneOf(trackFilterNames);
      filters.set(name, (values[name] ?? flagValue)());
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
