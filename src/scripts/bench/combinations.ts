import { trackOrderCodes } from '#lib/codes/orders.ts';
import { seededRandom } from '#lib/gbx/tools/random.ts';

type Query = Readonly<Record<string, string>>;

const flags = [
  'inbeta',
  'incollaborative',
  'inauthortimebeaten',
  'inhasrecord',
  'inunlimiter',
  'insupporter',
  'inenvmix',
  'inlatestauthor',
  'inlatestawardedauthor',
  'inscreenshot',
  'infeatured',
  'inplaylater',
  'infavorite',
  'indownloads',
  'inreplays',
];
/** filters that depend on the viewer */
const own = ['inplaylater', 'infavorite', 'indownloads', 'inreplays'];
/** orders that depend on a user, and the filter that names another user than the viewer, if there is one */
const ofPerson: Readonly<Partial<Record<keyof typeof trackOrderCodes, string>>> = {
  userRecordSet: 'replaysby',
  awardedByUser: 'awardedby',
  downloadedByViewer: '',
  commentedByUser: 'commentedby',
  userPosition: 'replaysby',
  userTime: 'replaysby',
};
const personByOrder: ReadonlyMap<string, string> = new Map(
  Object.entries(trackOrderCodes).flatMap(([name, codes]) => {
    const by = ofPerson[name as keyof typeof trackOrderCodes]; // a key of the object above
    return by === undefined ? [] : codes.map((code) => [String(code), by] as const);
  }),
);

/** Values of every filter, common and rare. Users 1, 2 … are the most active. */
export const filterValues: readonly Query[] = [
  {},
  { id: '5,500,5000' },
  { uid: 'tmnfuid77' },
  ...['a', 'sp', 'speed', 'kacky', 'storm dream', 'speed arena 7', 'nothing at all', '500'].map(
    (name): Query => ({ name }),
  ),
  { author: 'tmnf driver 1' },
  { authoruserid: '1' },
  { authoruserid: '900' },
  ...['1', '3000'].flatMap((who): Query[] => [{ awardedby: who }, { commentedby: who }, { replaysby: who }]),
  { replaysby: '1', inreplays: '0' },
  { packid: '6' },
  { videoid: '1' },
  { tag: '0' },
  { tag: '12' },
  { tag: '1,2' },
  { tag: '1,2', taginclusive: '1' },
  { etag: '0' },
  { etag: '1,2,3' },
  { primarytype: '0' },
  { primarytype: '3' },
  { lbtype: '2' },
  { lbtype: '0' },
  { uploadedafter: '2025-01-01' },
  { uploadedafter: '2010-01-01' },
  { uploadedbefore: '2007-01-01' },
  { authortimemin: '60000' },
  { authortimemax: '15000' },
  { authortimemin: '30000', authortimemax: '31000' },
  { valuemin: '1000' },
  { valuemax: '10' },
  { environment: '6' },
  { vehicle: '0' },
  { mood: '1' },
  { mood: '0,3' },
  { difficulty: '3' },
  { difficulty: '0' },
  { routes: '2' },
  { unlimiterver: '0' },
  { unlimiterver: '7' },
  { antispam: '1' },
  { antispam: '2' },
  { awardedlately: '1' },
  { awardedlately: '2' },
  { achievement: '1' },
  { packid: '6', status: '1' },
  { lengthmin: '120000' },
  { lengthmax: '20000' },
  { awardsmin: '10' },
  { awardsmax: '0' },
  ...flags.flatMap((name): Query[] => [{ [name]: '1' }, { [name]: '0' }]),
];

const orders: readonly string[] = Object.values(trackOrderCodes).flat().map(String);
const pages = ['first', 'after', 'before'] as const;

export interface Combination {
  readonly query: Query;
  readonly order: string;
  readonly page: (typeof pages)[number];
}

/** Whether the response depends on the viewer; then it is requested as user 1. */
export function isPersonal({ query, order }: Combination): boolean {
  const by = personByOrder.get(order);
  return own.some((name) => name in query) || (by !== undefined && !(by in query));
}

/** Every filter value with every order: first page, deep page and backwards. */
export const singles = (): Combination[] =>
  filterValues.flatMap((query) => orders.flatMap((order) => pages.map((page) => ({ query, order, page }))));

/** All pairs of filters, with orders and kinds of page in rotation. */
export function pairs(): Combination[] {
  const all: Combination[] = [];
  for (const [at, one] of filterValues.entries())
    for (const other of filterValues.slice(at + 1)) {
      if (Object.keys(other).some((name) => name in one)) continue;
      const n = all.length;
      all.push({
        query: { ...one, ...other },
        order: orders[(n * 7) % orders.length] ?? '2',
        page: pages[n % pages.length] ?? 'first',
      });
    }
  return all;
}

/** A random but reproducible selection. */
export function sample<T>(items: readonly T[], most: number): T[] {
  const random = seededRandom(7);
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed
    .sort((a, b) => a.key - b.key)
    .slice(0, most)
    .map(({ item }) => item);
}
