import { expect } from 'vitest';
import { allSites } from '#sites/all.ts';
import type { Rule } from './rules.ts';

/** What nearly every tool relies on, in the form that most of them use. The other files have the details. */
const reliedOn: Rule[] = [
  [
    'More and Results, fields with or without brackets, nested paths, null for missing values',
    async ({ json, made }) => {
      const fields = 'TrackId,Tags[],Uploader.Name,WRReplay.User.Name,UnlimiterVersion';
      expect(await json(`/api/tracks?id=${made.tracks.bare}&fields=${encodeURIComponent(fields)}`)).toEqual({
        More: false,
        Results: [
          {
            TrackId: made.tracks.bare,
            Tags: [0],
            Uploader: { Name: '#masters of Ben' },
            WRReplay: null,
            UnlimiterVersion: null,
          },
        ],
      });
    },
  ],
  [
    'parameters in any case, unknown ones and unknown orders without effect, a count that is limited',
    async ({ rows }) =>
      expect(await rows('/api/tracks?COUNT=99999&Order1=UploadedAt&Mode=1&FIELDS=TrackId')).toHaveLength(5),
  ],
  [
    'a walk by after, and back by before, visits every row once',
    async ({ json }) => {
      const walk = async (step: 'after' | 'before', start: number) => {
        const met: number[] = [];
        let cursor = start;
        for (;;) {
          const { Results, More } = await json(
            `/api/tracks?fields=TrackId&count=2&order1=15&${step}=${cursor}`,
          );
          const ids = Results.map(({ TrackId }: { TrackId: number }) => TrackId);
          if (step === 'after') met.push(...ids);
          else met.unshift(...ids);
          if (!More) return met;
          cursor = step === 'after' ? ids.at(-1) : ids[0];
        }
      };
      const forwards = await walk('after', 0);
      expect(new Set(forwards).size).toBe(5);
      expect(await walk('before', forwards.at(-1) ?? 0)).toEqual(forwards.slice(0, -1));
    },
  ],
  [
    'environments count from 1 in rows and from 0 in filters, which also accept names',
    async ({ row, tracks, site, made }) => {
      const { Environment } = await row(`/api/tracks?id=${made.tracks.race}&fields=Environment`);
      expect(Environment).toBe(site.environments[0]);
      expect(await tracks(`environment=${Environment - 1}`)).toHaveLength(5);
    },
  ],
  [
    'IsBest and IsLeaderboard are numbers, Validated is a boolean, a leaderboard begins at 0',
    async ({ rows, made }) => {
      for (const one of await rows(
        `/api/replays?trackid=${made.tracks.race}&fields=IsBest,IsLeaderboard,Validated`,
      ))
        expect(one).toEqual({
          IsBest: expect.any(Number),
          IsLeaderboard: expect.any(Number),
          Validated: expect.any(Boolean),
        });
      expect((await rows('/api/leaderboards?fields=Position'))[0]).toEqual({ Position: 0 });
    },
  ],
  [
    'requested fields are in every row, including authors with a role',
    async ({ rows }) => {
      const fields = [
        'TrackId',
        'UId',
        'UpdatedAt',
        'Authors',
        'UnlimiterVersion',
        'AuthorComments',
        'Images',
      ];
      for (const row of await rows(`/api/tracks?fields=${fields}`)) {
        expect(Object.keys(row).sort()).toEqual([...fields].sort());
        expect(row.Authors.length).toBeGreaterThan(0);
        for (const { Role } of row.Authors) expect(Role).toEqual(expect.any(String));
      }
    },
  ],
  [
    'a random track by a relative address, for HEAD as well, and 404 if there is none',
    async ({ get }) => {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await get('/trackrandom?primarytype=0', { method });
        expect([status, headers.location]).toEqual([302, expect.stringMatching(/^\/trackshow\/\d+$/)]);
        expect((await get('/trackrandom?mood=Unknown', { method })).status).toBe(404);
      }
    },
  ],
  [
    'a file begins with GBX, has its name in two forms, and is 404 if it is missing',
    async ({ get, made }) => {
      const { bytes, headers } = await get(`/trackgbx/${made.tracks.race}`);
      expect(bytes.subarray(0, 3).toString()).toBe('GBX');
      // tools cut the name out from the 22nd letter to this mark
      const header = headers['content-disposition'] ?? '';
      expect(header.slice(21).split('; filename*=')).toEqual([
        `"Race_(${made.tracks.race}).Challenge.Gbx"`,
        `UTF-8''Race_%28${made.tracks.race}%29.Challenge.Gbx`,
      ]);
      expect((await get('/trackgbx/99999999')).status).toBe(404);
    },
  ],
  [
    'plain HTTP gets a response within two seconds, without a redirect to https',
    async ({ get }) => {
      const start = performance.now();
      expect((await get('/api/tracks?count=1')).status).toBe(200);
      expect(performance.now() - start).toBeLessThan(2000);
    },
  ],
  [
    'the names under which tools know the sites lead to editions',
    async () => {
      const hosts = (await allSites()).flatMap(({ aliases }) => aliases);
      expect(hosts).toEqual(
        expect.arrayContaining([
          'tmnf.exchange',
          'tmnforever.tm-exchange.com',
          'nations.tm-exchange.com',
          'original.tm-exchange.com',
          'sunrise.tm-exchange.com',
        ]),
      );
    },
  ],
  [
    'tags are described by Id and Name',
    async ({ json }) => {
      for (const tag of await json('/api/meta/tags'))
        expect(tag).toEqual({ Id: expect.any(Number), Name: expect.any(String) });
    },
  ],
];

export const checklistContract = { 'what nearly every tool relies on': reliedOn };
