import { expect } from 'vitest';
import { environments } from '#lib/codes/environment.ts';
import type { Edition } from './edition.ts';
import type { Rule } from './rules.ts';

const all = ['$f00Race', 'Platform', 'Stunts', 'Secret', 'Bare'];

const finds = (query: string, ...found: string[]): Rule => [
  `${query} finds ${found.join(', ') || 'nothing'}`,
  async (edition) => expect(await edition.tracks(query)).toEqual(found),
];
const nameOf = (id: number | undefined) => environments.find((one) => one.id === id)?.name ?? '';
const own = ({ site }: Edition) => site.environments[0] ?? 0;
const foreign = ({ site }: Edition) =>
  environments.find(({ id }) => !site.environments.includes(id))?.name ?? '';

const places: Rule[] = [
  [
    'an environment by its name, in any case, and by its car',
    async (edition) => {
      const name = nameOf(own(edition));
      for (const word of [name, name.toLowerCase(), name.toUpperCase(), `${name}Car`])
        for (const filter of ['environment', 'vehicle'])
          expect(await edition.tracks(`${filter}=${word}`), `${filter}=${word}`).toEqual(all);
    },
  ],
  [
    'several environments, by name and number',
    async (edition) =>
      expect(await edition.tracks(`environment=${foreign(edition)},${own(edition) - 1}`)).toEqual(all),
  ],
  [
    'an environment of another game finds nothing',
    async (edition) => {
      for (const word of [foreign(edition), 'Unknown', 'unknown', 'Highlands', '8', '77', '-1'])
        expect(await edition.tracks(`environment=${word}`), word).toEqual([]);
    },
  ],
  [
    'the name in the game is known, too',
    async ({ get }) => {
      for (const name of ['Alpine', 'Speed'])
        expect((await get(`/api/tracks?environment=${name}`)).status, name).toBe(200);
    },
  ],
  [
    'where there is a single environment, 1 and its number counted from 1 mean it as well',
    async (edition) => {
      if (edition.site.environments.length > 1) {
        // on other editions they are numbers counted from 0
        const second = environments.find(({ id }) => id === 2)?.id ?? 0;
        const isOwn = own(edition) === second;
        expect(await edition.tracks('environment=1')).toEqual(isOwn ? all : []);
        expect(await edition.tracks('environment=7')).toEqual([]);
        return;
      }
      for (const number of [own(edition) - 1, own(edition), 1]) {
        expect(await edition.tracks(`environment=${number}`), `${number}`).toEqual(all);
        const board = await edition.rows(`/api/leaderboards?lbenv=${number}`);
        expect(board, `lbenv=${number}`).toHaveLength(1);
      }
    },
  ],
  [
    'a leaderboard’s environment by name; one without a board is empty',
    async (edition) => {
      expect(await edition.rows(`/api/leaderboards?lbenv=${nameOf(own(edition))}`)).toHaveLength(1);
      for (const word of [foreign(edition), 'Unknown', '8'])
        expect(await edition.rows(`/api/leaderboards?lbenv=${word}`), word).toEqual([]);
    },
  ],
];

const named: Rule[] = [
  finds('mood=Sunrise', 'Platform'),
  finds('mood=nIGHT', '$f00Race'),
  finds('mood=Day,SUNSET', 'Stunts', 'Secret', 'Bare'),
  finds('difficulty=expert', '$f00Race'),
  finds('difficulty=Beginner,Lunatic'),
  finds('difficulty=Intermediate', 'Platform', 'Stunts', 'Secret', 'Bare'),
  finds('routes=Multi', '$f00Race'),
  finds('routes=multiple', '$f00Race'),
  finds('routes=Symmetric'),
  finds('routes=Symmetrical'),
  finds('routes=single', 'Platform', 'Stunts', 'Secret', 'Bare'),
  finds('primarytype=Platform', 'Platform'),
  finds('primarytype=stunts', 'Stunts'),
  finds('primarytype=Laps', 'Bare'),
  finds('primarytype=Race', '$f00Race', 'Secret'),
  finds('primarytype=Puzzle'),
  finds('primarytype=Shortcut'),
  finds('lbtype=Classic', 'Bare'),
  finds('lbtype=Nadeo,star'),
  finds('tag=Fullspeed', '$f00Race'),
  finds('tag=FullSpeed,Stunts', '$f00Race', 'Stunts'),
  finds('tag=TECH', '$f00Race'),
  finds('tag=Normal', 'Platform', 'Bare'),
  finds('tag=Race', 'Platform', 'Bare'),
  finds('tag=Laps', 'Secret'),
  finds('tag=Multilap', 'Secret'),
  finds('tag=PressForward'),
  finds('etag=normal,laps', '$f00Race', 'Stunts'),
  finds('unlimiterver=2.0', 'Stunts'),
  finds('unlimiterver=0.4'),
];

const outside: Rule[] = [
  finds('mood=4'),
  finds('mood=3,4', '$f00Race'),
  finds('difficulty=99'),
  finds('routes=3'),
  finds('primarytype=6'),
  finds('lbtype=6'),
  finds('tag=999'),
  finds('tag=5,999&taginclusive=1'),
  finds('etag=999', ...all),
  finds('unlimiterver=99'),
  finds('mood=99999999999999999999'),
  ...['mood', 'difficulty', 'routes', 'primarytype', 'lbtype', 'tag', 'vehicle', 'environment'].map(
    (filter) => finds(`${filter}=Unknown`),
  ),
  finds('etag=Unknown', ...all),
  [
    'an unknown status of a pack finds nothing',
    async ({ tracks, made }) => expect(await tracks(`packid=${made.pack}&status=9`)).toEqual([]),
  ],
  [
    'a status of a pack by name',
    async ({ tracks, made }) =>
      expect(await tracks(`packid=${made.pack}&status=approved`)).toEqual(['$f00Race', 'Stunts']),
  ],
  ...['mood=Foggy', 'environment=Moon', 'tag=NoSuchTag', 'routes=1.5'].map(
    (query): Rule => [
      `${query}: a word that is no name is a mistake, and the answer names it`,
      async ({ get }) => {
        const { status, text } = await get(`/api/tracks?${query}`);
        const field = query.split('=')[0];
        expect([status, JSON.parse(text).field]).toEqual([400, field]);
        expect(JSON.parse(text).detail).toContain(`Invalid value for '${field}'`);
      },
    ],
  ),
];

/** Codes that ascend, with the tracks they put first; those about a user are requested with that user. */
const sorted: readonly (readonly [codes: readonly [number, number], query: string])[] = [
  ...Array.from({ length: 14 }, (_, half) => [[half * 2 + 1, half * 2 + 2], ''] as const),
  ...([29, 37, 43] as const).map((code) => [[code, code + 1], 'replaysby=%23masters%20of%20Ben'] as const),
  [[31, 32], 'awardedby=Zo%C3%A9'],
  [[35, 36], 'commentedby=%23masters%20of%20Ben'],
  [[33, 34], ''],
  [[39, 40], ''],
  [[41, 42], ''],
];

const orders: Rule[] = [
  ...sorted.map(
    ([[up, down], query]): Rule => [
      `tracks: order ${up} ascends, ${down} descends`,
      async ({ rows, json }) => {
        const of = async (code: number) =>
          (await rows(`/api/tracks?fields=TrackId&order1=${code}&${query}`)).map(({ TrackId }) => TrackId);
        const [ascending, descending] = [await of(up), await of(down)];
        expect([...descending].sort()).toEqual([...ascending].sort());
        const meta: { List: string; Key: number; IsAscending: boolean }[] = await json('/api/meta/orders');
        const described = meta.filter(({ List, Key }) => List === 'tracks' && (Key === up || Key === down));
        expect(described.map(({ IsAscending }) => IsAscending)).toEqual([true, false]);
      },
    ],
  ),
  [
    'tracks: by upload, name, value and record',
    async ({ tracks }) => {
      expect(await tracks('order1=1')).toEqual([...all].reverse());
      expect(await tracks('order1=2')).toEqual(all);
      expect(await tracks('order1=11')).toEqual(['Bare', 'Platform', '$f00Race', 'Secret', 'Stunts']);
      expect((await tracks('order1=20'))[0]).toBe('$f00Race');
      expect((await tracks('order1=6'))[0]).toBe('$f00Race');
      expect((await tracks('order1=25'))[0]).toBe('$f00Race');
    },
  ],
  [
    'tracks: a second order decides between equals',
    async ({ tracks }) => {
      expect(await tracks('order1=15&order2=11')).toEqual([
        'Bare',
        'Platform',
        'Secret',
        'Stunts',
        '$f00Race',
      ]);
      expect(await tracks('order1=15&order2=12')).toEqual([
        'Stunts',
        'Secret',
        'Platform',
        'Bare',
        '$f00Race',
      ]);
    },
  ],
  ...(
    [
      ['trackpacks', 16],
      ['users', 38],
      ['leaderboards', 8],
    ] as const
  ).map(
    ([list, most]): Rule => [
      `${list}: every order up to ${most} is served and documented`,
      async ({ get, json }) => {
        const meta: { List: string; Key: number }[] = await json('/api/meta/orders');
        const keys = meta.filter(({ List }) => List === list).map(({ Key }) => Key);
        for (let code = 1; code <= most; code++) {
          expect((await get(`/api/${list}?order1=${code}`)).status, `${code}`).toBe(200);
          expect(keys).toContain(code);
        }
      },
    ],
  ),
  ...['0', '9999', 'UploadedAt', ''].map(
    (order): Rule => [
      `order1=${order} is the usual order`,
      async ({ tracks }) => expect(await tracks(`order1=${order}`)).toEqual(all),
    ],
  ),
];

export const codesContract = {
  'environments and cars': places,
  'names of codes': named,
  'codes that there are not': outside,
  orders,
};
