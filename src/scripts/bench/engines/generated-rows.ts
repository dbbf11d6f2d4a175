import { conditions } from '#features/tracks/list/server/properties.ts';
import { facetOf } from '#features/tracks/list/server/track-facets.ts';
import { indexedOrders } from '#features/tracks/list/server/track-keys.ts';
import { dayMs } from '#lib/codes/durations.ts';
import { below, seededRandom } from '#lib/gbx/tools/random.ts';
import type { SortKey } from '#platform/row-index/key-column.ts';
import type { IndexedRow } from '#platform/row-index/row-index.ts';

const styles = [
  'speed',
  'dirt',
  'tech',
  'loop',
  'air',
  'night',
  'full',
  'mini',
  'race',
  'storm',
  'kacky',
  'sun',
  'ice',
  'wall',
];
const places = ['arena', 'challenge', 'run', 'dream', 'track', 'island', 'zone', 'of fire', 'ii', 'mania'];
const firstDay = Date.UTC(2006, 0, 1);
const days = 7260;
/** Tracks of one edition for each of its users, as in the community of `bench:scale`. */
const tracksPerUser = 3.5;

/** Part of the tracks for which a condition holds, where it is not a tenth. */
const shares: Readonly<Partial<Record<keyof typeof conditions, number>>> = {
  open: 0.98,
  beta: 0.02,
  collaborative: 0.04,
  record: 0.65,
  authorTimeBeaten: 0.39,
  screenshot: 0.3,
  envmix: 0.03,
  unlimiter: 0.02,
};

/**
 * Rows of the index like those of the community of `bench:scale`, without a database: a few users have built many tracks, awards have a
 * long tail, and dates rise with ids.
 */
export function* generatedRows(count: number): Generator<IndexedRow> {
  const random = seededRandom(11);
  const users = Math.ceil(count / tracksPerUser);
  const one = <T>(of: readonly T[]) => of[below(random, of.length)] as T; // below the length
  for (let id = 1; id <= count; id++) {
    const place = id / count;
    const at = (spread: number) => (firstDay + Math.min(1, place + random() * spread) * days * dayMs) * 1000;
    const awards = random() < 0.6 ? 0 : Math.min(2000, Math.floor(random() ** -0.8));
    const uploader = 1 + Math.floor(users * random() ** 3);
    const difficulty = Math.floor(random() ** 2 * 4);
    const tag = Math.floor(random() ** 1.5 * 13);
    const text = `${one(styles)} ${one(places)} ${id % 977}`;
    const isDriven = random() > 0.35;
    const length = 10_000 + Math.floor(Math.exp(random() * 12.5));
    const keys: Readonly<Record<string, SortKey>> = {
      uploaded: Math.round(at(0)),
      updated: Math.round(at(0.1)),
      activity: Math.round(at(0.3)),
      awards,
      comments: Math.floor(awards * 1.5),
      name: text,
      uploaderName: `tmnf driver ${uploader}`,
      difficulty,
      downloads: 20 + awards * 15,
      value: Math.floor(Math.exp(random() * 9)),
      awardsThisWeek: awards > 0 && random() < 0.004 ? 1 + below(random, 9) : 0,
      awardsThisMonth: awards > 0 && random() < 0.01 ? 1 + below(random, 20) : 0,
      lastAwarded: awards > 0 ? Math.round(at(0.3)) : null,
      recordSet: isDriven ? Math.round(at(0.2)) : null,
      length,
      recordTime: isDriven ? 10_000 + Math.floor(Math.exp(random() * 12.5)) : null,
    };
    const holding = Object.keys(conditions).flatMap(
      (name, bit) =>
        random() < (shares[name as keyof typeof conditions] ?? 0.1) ? [facetOf('condition', bit)] : [], // a key of it
    );
    const facets = [
      ...holding,
      facetOf('environment', 7),
      facetOf('car', random() < 0.03 ? 1 : 7),
      facetOf('mood', below(random, 4)),
      facetOf('difficulty', difficulty),
      facetOf('routes', Math.floor(random() ** 2 * 3)),
      facetOf('primaryType', one([0, 0, 0, 0, 0, 0, 0, 2, 3, 1, 4, 5])),
      facetOf('replayType', random() < 0.9 ? 0 : below(random, 6)),
      ...(random() < 0.02 ? [facetOf('unlimiter', 1 + below(random, 7))] : []),
      facetOf('tag', tag),
      ...(random() < 0.5 ? [facetOf('tag', (tag + 1 + below(random, 5)) % 13)] : []),
      facetOf('uploader', uploader),
      facetOf('author', uploader),
      ...(random() < 0.04 ? [facetOf('author', 1 + below(random, users))] : []),
    ];
    yield {
      id,
      text,
      keys: [...indexedOrders.map(([name]) => keyOf(keys, name)), id],
      facets: [...new Set(facets)],
    };
  }
}

function keyOf(keys: Readonly<Record<string, SortKey>>, name: string): SortKey {
  const key = keys[name];
  if (key === undefined) throw new Error(`No key is generated for the order ${name}.`);
  return key;
}
