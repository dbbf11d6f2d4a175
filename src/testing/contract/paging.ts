import { expect } from 'vitest';
import type { Rule } from './rules.ts';

const all = ['$f00Race', 'Platform', 'Stunts', 'Secret', 'Bare'];
const user = { UserId: expect.any(Number), Name: expect.any(String) };
const author = expect.objectContaining({
  User: expect.objectContaining(user),
  Role: expect.any(String),
});

/** Requested fields, and the row of the track with every kind of field. */
const gives = (rule: string, fields: string, row: object): Rule => [
  rule,
  async ({ row: ask, made }) =>
    expect(await ask(`/api/tracks?id=${made.tracks.race}&fields=${fields}`)).toEqual(row),
];

const person = { UserId: expect.any(Number), Name: 'Ann' };
const fields: Rule[] = [
  gives('fields separated by commas', 'TrackName,Awards', { TrackName: '$f00Race', Awards: 1 }),
  gives('commas may be escaped', 'TrackName%2CAwards', { TrackName: '$f00Race', Awards: 1 }),
  gives('the parameter may be repeated', 'TrackName&fields=Awards', { TrackName: '$f00Race', Awards: 1 }),
  gives('an array with brackets', 'Tags[]', { Tags: [5, 7] }),
  gives('an array with escaped brackets', 'Tags%5B%5D', { Tags: [5, 7] }),
  gives('an array without brackets', 'Tags', { Tags: [5, 7] }),
  gives('a plain value with brackets', 'TrackName[]', { TrackName: '$f00Race' }),
  gives('a whole object', 'Uploader', { Uploader: person }),
  gives('one member of an object, and nothing else of it', 'Uploader.Name', { Uploader: { Name: 'Ann' } }),
  gives('two members of an object make one object', 'Uploader.UserId,Uploader.Name', { Uploader: person }),
  gives('a member two levels down', 'WRReplay.User.Name,WRReplay.ReplayTime', {
    WRReplay: { ReplayTime: 39_000, User: { Name: '#masters of Ben' } },
  }),
  gives('authors are people with a role', 'Authors[]', {
    Authors: [author, author],
  }),
  gives('a missing value is null', 'UnlimiterVersion,Images,UserReplay,Feature.Comment', {
    UnlimiterVersion: null,
    Images: null,
    UserReplay: null,
    Feature: null,
  }),
  [
    'a missing object is null, also if its members are requested',
    async ({ row, made }) =>
      expect(
        await row(`/api/tracks?id=${made.tracks.bare}&fields=WRReplay.ReplayTime,WRReplay.User.Name`),
      ).toEqual({ WRReplay: null }),
  ],
  [
    'without fields a row has its id and name',
    async ({ row, made }) =>
      expect(await row(`/api/tracks?id=${made.tracks.race}`)).toMatchObject({
        TrackId: made.tracks.race,
        TrackName: '$f00Race',
      }),
  ],
  [
    'an unknown field is an error that names it',
    async ({ get }) => {
      const { status, text } = await get('/api/tracks?fields=TrackId,NoSuchField');
      expect([status, JSON.parse(text).field]).toEqual([400, 'fields']);
      expect(text).toContain('NoSuchField');
    },
  ],
  [
    'names of parameters may be written in any case, and unknown ones are ignored',
    async ({ get, made }) => {
      const plain = await get(`/api/tracks?id=${made.tracks.race}&fields=TrackId&count=1`);
      const other = `ID=${made.tracks.race}&Fields=TrackId&COUNT=1&page=3&limit=9&offset=2&mode=x&format=json&.jpg=`;
      expect((await get(`/api/tracks?${other}`)).text).toBe(plain.text);
    },
  ],
  [
    'the response is an object of More and Results',
    async ({ json }) =>
      expect(await json('/api/tracks?fields=TrackName')).toEqual({
        More: false,
        Results: all.map((TrackName) => ({ TrackName })),
      }),
  ],
];

const paging: Rule[] = [
  [
    'after the last row of a page comes the next page, until there is no more',
    async ({ json }) => {
      const seen: string[] = [];
      let after = 0;
      for (let more = true; more; ) {
        const { Results, More } = await json(
          `/api/tracks?fields=TrackId,TrackName&count=2&order1=6&after=${after}`,
        );
        seen.push(...Results.map(({ TrackName }: { TrackName: string }) => TrackName));
        after = Results.at(-1).TrackId;
        more = More;
        if (More) expect(Results).toHaveLength(2);
      }
      // four of the five have equally many awards
      expect([...seen].sort()).toEqual([...all].sort());
      expect(seen[0]).toBe('$f00Race');
    },
  ],
  [
    'before a row: the rows before it in the usual order, and whether there are more before those',
    async ({ json, made }) => {
      const before = `/api/tracks?fields=TrackName&before=${made.tracks.secret}`;
      const names = (count: number) => all.slice(3 - count, 3).map((TrackName) => ({ TrackName }));
      expect(await json(`${before}&count=2`)).toEqual({ More: true, Results: names(2) });
      expect(await json(`${before}&count=3`)).toEqual({ More: false, Results: names(3) });
    },
  ],
  [
    'from a row: as after, the row itself included',
    async ({ tracks, made }) => {
      expect(await tracks(`from=${made.tracks.secret}`)).toEqual(['Secret', 'Bare']);
      expect(await tracks(`after=${made.tracks.secret}`)).toEqual(['Bare']);
    },
  ],
  ...['after=0', 'before=0', 'from=0', 'after=', 'before=&after=&from='].map(
    (query): Rule => [
      `${query} is no cursor`,
      async ({ tracks }) => expect(await tracks(query)).toEqual(all),
    ],
  ),
  [
    'a row that the filters exclude is still a valid cursor',
    async ({ tracks, made }) =>
      expect(await tracks(`primarytype=0,&after=${made.tracks.stunts}`)).toEqual(['Secret']),
  ],
  ...(
    [
      ['a number that no row has yet', () => 2_000_000_000],
      ['a number larger than any id', () => 9_223_372_036_854_775_807n],
      ['a hidden track', (hidden: number) => hidden],
    ] as const
  ).map(
    ([rule, cursor]): Rule => [
      `${rule} comes before the newest; an order without a place for it refuses it with 410, as an empty page would end a crawl`,
      async ({ tracks, get, made }) => {
        const after = cursor(made.tracks.hidden);
        expect(await tracks(`after=${after}`)).toEqual(all);
        expect((await get(`/api/tracks?order1=6&after=${after}`)).status).toBe(410);
      },
    ],
  ),
  ...(
    [
      ['count=2', 2],
      ['count=1000', 5],
      ['count=99999', 5],
      ['count=99999999999999999999', 5],
      ['count=0', 1],
      ['count=-5', 1],
      ['count=abc', 5],
      ['count=', 5],
      ['count=2.5', 5],
    ] as const
  ).map(
    ([query, rows]): Rule => [
      `${query}: ${rows} of 5 rows, never a refusal`,
      async ({ tracks }) => expect(await tracks(query)).toHaveLength(rows),
    ],
  ),
  [
    'lists of ids are as long as an address: 1,101 of them',
    async ({ tracks, made }) => {
      const many = Array.from({ length: 1100 }, (_, at) => 900_000 + at);
      expect(await tracks(`id=${[...many, made.tracks.race].join()}`)).toEqual(['$f00Race']);
    },
  ],
  [
    'an id that is not a number is an error, one that is too large is not',
    async ({ get, tracks }) => {
      expect((await get('/api/tracks?id=1,x')).status).toBe(400);
      expect(await tracks('id=99999999999')).toEqual([]);
    },
  ],
  [
    'two cursors at once are an error',
    async ({ get }) => expect((await get('/api/tracks?after=1&before=2')).status).toBe(400),
  ],
];

export const pagingContract = { fields, paging };
