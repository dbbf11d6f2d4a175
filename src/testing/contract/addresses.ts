import { expect } from 'vitest';
import { environments } from '#lib/codes/environment.ts';
import { anyPicture, formatOf } from './pictures.ts';
import type { Rule } from './rules.ts';

const named = (...names: string[]) => names.map((Name, Id) => ({ Id, Name }));

const meta: Rule[] = [
  [
    'tags: an array of numbers and names',
    async ({ json, site }) =>
      expect(await json('/api/meta/tags')).toEqual(site.tags.map(({ id, name }) => ({ Id: id, Name: name }))),
  ],
  [
    'tags: the thirteen that all editions share, by number',
    async ({ json }) => {
      const ids = (await json('/api/meta/tags')).map(({ Id }: { Id: number }) => Id);
      expect(ids).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]));
    },
  ],
  [
    'environments and cars: the numbers in rows and those that filters take',
    async ({ json, site }) => {
      const of = (ids: readonly number[], suffix: string) =>
        environments
          .filter(({ id }) => ids.includes(id))
          .map(({ id, name }) => ({ Id: id, FilterId: id - 1, Name: name + suffix }));
      expect(await json('/api/meta/environments')).toEqual(of(site.environments, ''));
      expect(await json('/api/meta/vehicles')).toEqual(of(site.cars, 'Car'));
    },
  ],
  [
    'moods, difficulties, routes',
    async ({ json }) => {
      expect(await json('/api/meta/moods')).toEqual(named('Sunrise', 'Day', 'Sunset', 'Night'));
      expect(await json('/api/meta/difficulties')).toEqual(
        named('Beginner', 'Intermediate', 'Expert', 'Lunatic'),
      );
      expect(await json('/api/meta/routes')).toEqual(named('Single', 'Multiple', 'Symmetrical'));
    },
  ],
  [
    'orders: of every list, by the code that requests them',
    async ({ json }) => {
      const orders = await json('/api/meta/orders');
      expect(orders).toContainEqual({ List: 'tracks', Key: 2, Name: 'uploaded', IsAscending: false });
      expect(orders).toContainEqual({ List: 'users', Key: 1, Name: 'name', IsAscending: true });
    },
  ],
  [
    'they may be stored by shared caches',
    async ({ get }) =>
      expect((await get('/api/meta/tags')).headers['cache-control']).toBe('public, max-age=3600'),
  ],
];

const random: Rule[] = [
  ...['GET', 'HEAD'].map(
    (method): Rule => [
      `${method} of a random track leads to its page by a relative address`,
      async ({ get, made }) => {
        const { status, headers, text } = await get(`/trackrandom?id=${made.tracks.race}`, { method });
        expect([status, headers.location, text]).toEqual([302, `/trackshow/${made.tracks.race}`, '']);
        expect(headers.date).toBeDefined();
      },
    ],
  ),
  [
    'of all that match',
    async ({ get, made }) => {
      const { bare, secret } = made.tracks;
      const goals = new Set<unknown>();
      for (let drawn = 0; drawn < 40 && goals.size < 2; drawn++)
        goals.add((await get(`/trackrandom?id=${bare},${secret}`)).headers.location);
      expect(goals).toEqual(new Set([`/trackshow/${bare}`, `/trackshow/${secret}`]));
    },
  ],
  [
    'with the filters of the list, packs among them',
    async ({ get, made }) => {
      const { headers } = await get(`/trackrandom?packid=${made.pack}&primarytype=3`);
      expect(headers.location).toBe(`/trackshow/${made.tracks.stunts}`);
    },
  ],
  [
    '404 if nothing matches',
    async ({ get }) => {
      for (const method of ['GET', 'HEAD'])
        expect((await get('/trackrandom?name=no-such-track', { method })).status).toBe(404);
    },
  ],
  [
    'a random pack, user or video redirects to an address that ends with its id',
    async ({ get, made }) => {
      expect((await get('/trackpackrandom')).headers.location).toBe(`/trackpackshow/${made.pack}`);
      expect((await get('/userrandom?name=ann')).headers.location).toBe(
        `/usershow/${made.people.ann.userId}`,
      );
      expect((await get('/videorandom')).headers.location).toBe(`/videoshow/${made.video}`);
      for (const path of ['/trackpackrandom', '/userrandom', '/videorandom'])
        expect((await get(`${path}?name=no-such-name`)).status, path).toBe(404);
    },
  ],
];

const files: Rule[] = [
  [
    'a track’s file as it was uploaded, with its length and a name in the two forms',
    async ({ get, made }) => {
      const id = made.tracks.race;
      for (const path of [`/trackgbx/${id}`, `/trackgbx/${id}?packid=${made.pack}`]) {
        const { status, headers, bytes } = await get(path);
        expect(status).toBe(200);
        expect(bytes.equals(made.file)).toBe(true);
        expect(bytes.subarray(0, 3).toString()).toBe('GBX');
        expect(headers['content-length']).toBe(String(made.file.length));
        const name = `Race_(${id}).Challenge.Gbx`;
        expect(headers['content-disposition']).toBe(
          `attachment; filename="${name}"; filename*=UTF-8''Race_%28${id}%29.Challenge.Gbx`,
        );
      }
    },
  ],
  [
    'its headers alone',
    async ({ get, made }) => {
      const { status, headers, bytes } = await get(`/trackgbx/${made.tracks.race}`, { method: 'HEAD' });
      expect([status, headers['content-length'], bytes.length]).toEqual([200, String(made.file.length), 0]);
    },
  ],
  [
    'many at once',
    async ({ get, made }) => {
      const answers = await Promise.all(
        Array.from({ length: 64 }, () => get(`/trackgbx/${made.tracks.race}`)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    },
  ],
  [
    'of a missing or hidden track: not found, as JSON for a program',
    async ({ get, made }) => {
      for (const id of [99_999_999, made.tracks.hidden, 'abc']) {
        const { status, headers } = await get(`/trackgbx/${id}`);
        expect([status, headers['content-type']], `${id}`).toEqual([
          id === 'abc' ? expect.any(Number) : 404,
          'application/problem+json; charset=utf-8',
        ]);
        expect(status).toBeGreaterThanOrEqual(400);
      }
    },
  ],
  [
    'a replay’s file, for every viewer of its track; a secret one is refused',
    async ({ get, made }) => {
      const { record, secret } = made.replays;
      const { status, headers, bytes } = await get(`/recordgbx/${record}`);
      expect([status, bytes.equals(made.replayFile)]).toEqual([200, true]);
      expect(headers['content-length']).toBe(String(made.replayFile.length));
      expect(headers['content-disposition']).toContain(`filename="Race_(${record}).Replay.Gbx"`);
      expect((await get(`/recordgbx/${secret}`)).status).toBe(403);
      for (const id of ['99999999', 'abc', '0']) expect((await get(`/recordgbx/${id}`)).status, id).toBe(404);
    },
  ],
  [
    'pictures are JPEG: 0 is the thumbnail, 1 the first picture, and a track without any has its map',
    async ({ get, made }) => {
      for (const picture of ['image/0', 'image/1', 'image/1.jpg', 'image/0.JPG', 'screen/1'])
        for (const accept of anyPicture) {
          const path = `/trackshow/${made.tracks.race}/${picture}`;
          expect([path, accept, await formatOf(get, path, accept)]).toEqual([path, accept, 'jpeg']);
        }
      expect(await formatOf(get, `/trackimage/${made.tracks.race}.jpg`, anyPicture[1])).toBe('jpeg');
      expect((await get(`/trackshow/${made.tracks.race}/image/9`)).status).toBe(404);
    },
  ],
  [
    'playing a track leads to an address that the game opens',
    async ({ get, made, site }) => {
      const { status, headers } = await get(`/trackplay/${made.tracks.race}`);
      expect(status).toBe(302);
      const scheme = site.capabilities.playLink.kind === 'tmup' ? 'tmup:' : 'tmtp:';
      expect(new URL(headers.location ?? '').protocol).toBe(scheme);
    },
  ],
];

const spellings: Rule[] = [
  [
    'letter case and trailing slashes do not matter, and the query is preserved',
    async ({ get, made }) => {
      const id = made.tracks.race;
      for (const path of ['/API/Tracks', '/api/tracks/', '/Api/TRACKS//'])
        expect((await get(`${path}?id=${id}`)).text, path).toBe((await get(`/api/tracks?id=${id}`)).text);
      for (const path of [`/TrackGbx/${id}`, `/trackgbx/${id}/`])
        expect((await get(path)).bytes.equals(made.file), path).toBe(true);
      expect((await get(`/TrackRandom/?id=${id}`)).headers.location).toBe(`/trackshow/${id}`);
    },
  ],
  [
    'every name of the edition serves it, each with its own responses',
    async ({ get, site, made }) => {
      for (const host of [site.host, ...site.aliases, `${site.host}:8080`, site.host.toUpperCase()]) {
        const { status, text } = await get(`/api/tracks?uid=${made.uid}&fields=TrackId`, { host });
        expect([host, status, JSON.parse(text).Results]).toEqual([
          host,
          200,
          [{ TrackId: made.tracks.race }],
        ]);
      }
    },
  ],
  [
    'what another edition has is not found here',
    async ({ tracks, elsewhere }) => {
      const uids = elsewhere().map(({ made }) => made.uid);
      expect(uids.length).toBeGreaterThan(0);
      expect(await tracks(`uid=${uids.join()}`)).toEqual([]);
    },
  ],
];

export const addressesContract = { 'what numbers mean': meta, random, files, spellings };
