import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Edition } from './edition.ts';
import type { Rule } from './rules.ts';

/** A problem as programs read it. */
async function problemAt(edition: Edition, path: string, options: Parameters<Edition['get']>[1] = {}) {
  const { status, headers, text } = await edition.get(path, options);
  expect(headers['content-type'], path).toBe('application/problem+json; charset=utf-8');
  const problem = JSON.parse(text);
  expect(problem, path).toMatchObject({
    status,
    title: expect.any(String),
    detail: expect.stringMatching(/.{10}/),
    type: expect.any(String),
  });
  expect(problem).not.toHaveProperty('Results');
  return status;
}

const problems: Rule[] = [
  [
    'an invalid value is a problem with a type, not a list',
    async (edition) => expect(await problemAt(edition, '/api/tracks?uploadedafter=someday')).toBe(400),
  ],
  ...['/api/nothing', '/api/tracks/nothing', '/API/meta/nothing', '/api/meta', '/api/x/'].map(
    (path): Rule => [
      `${path} is not found, as JSON for browsers, too`,
      async (edition) => {
        expect(await problemAt(edition, path)).toBe(404);
        expect(await problemAt(edition, path, { headers: { accept: 'text/html' } })).toBe(404);
      },
    ],
  ),
  [
    'a method that an address does not accept',
    async (edition) => {
      expect(await problemAt(edition, '/api/tracks', { method: 'DELETE' })).toBe(405);
      const { headers } = await edition.get('/api/tracks', { method: 'DELETE' });
      expect(headers.allow).toBe('GET, POST, HEAD');
    },
  ],
  [
    'under a host of no edition there is no API, as JSON',
    async (edition) => {
      for (const path of ['/api/tracks', '/api/nothing', '/API/Tracks'])
        expect(await problemAt(edition, path, { host: 'elsewhere.example' })).toBe(404);
    },
  ],
  [
    'a missing address is a status, never a page with 200',
    async ({ get }) => {
      for (const path of ['/trackgbx/99999999', '/trackrandom?name=nothing-like-it', '/trackimage/99999999'])
        expect((await get(path)).status, path).toBe(404);
    },
  ],
];

const formats: Rule[] = [
  [
    'instants are ISO 8601 in UTC, with three digits and without a zone',
    async ({ row, made }) => {
      const fields = 'UploadedAt,UpdatedAt,ActivityAt';
      expect(await row(`/api/tracks?id=${made.tracks.race}&fields=${fields}`)).toMatchObject({
        UploadedAt: '2026-01-05T00:00:00.000',
        UpdatedAt: '2026-01-06T00:00:00.000',
      });
    },
  ],
  [
    'durations are whole milliseconds and ids fit 32 bits',
    async ({ row, made }) => {
      const { ReplayId, ReplayTime } = await row(
        `/api/replays?id=${made.replays.record}&fields=ReplayId,ReplayTime`,
      );
      expect(ReplayTime).toBe(39_000);
      expect(ReplayId).toBeLessThan(2 ** 31);
    },
  ],
  [
    'switches are 0 or 1, false or true in any case',
    async ({ tracks }) => {
      for (const yes of ['1', 'true', 'True', 'TRUE'])
        expect(await tracks(`inunlimiter=${yes}`), yes).toEqual(['Stunts']);
      for (const no of ['0', 'false', 'False']) expect(await tracks(`inunlimiter=${no}`), no).toHaveLength(4);
    },
  ],
  [
    'JSON in UTF-8, compressed for clients that accept it',
    async ({ get }) => {
      const plain = await get('/api/meta/orders');
      expect(plain.headers['content-type']).toBe('application/json; charset=utf-8');
      const br = await get('/api/meta/orders', { headers: { 'accept-encoding': 'br' } });
      const gzip = await get('/api/meta/orders', { headers: { 'accept-encoding': 'gzip' } });
      expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
      expect(brotliDecompressSync(br.bytes).toString()).toBe(plain.text);
      expect(gunzipSync(gzip.bytes).toString()).toBe(plain.text);
    },
  ],
  [
    'any client gets a response, also one without a User-Agent',
    async ({ get }) => {
      for (const agent of ['', 'axios/1.7', 'PyXaseco/1', 'ManiaAPI.NET (TMX) by someone'])
        expect((await get('/api/tracks', { headers: { 'user-agent': agent } })).status, agent).toBe(200);
    },
  ],
  [
    'an old client of HTTP/1.0 is answered at once: no redirect, a length, the connection closed',
    async ({ raw, site, made }) => {
      for (const path of [`/api/tracks?uid=${made.uid}`, `/trackgbx/${made.tracks.race}`]) {
        const answer = await raw(`GET ${path} HTTP/1.0`, `Host: ${site.host}`, 'User-Agent: XASECO-1.16');
        const [head = ''] = answer.split('\r\n\r\n');
        expect(head).toMatch(/^HTTP\/1\.\d 200 /);
        expect(head).toMatch(/\r\nContent-Length: \d+\r\n/);
        expect(head).toMatch(/\r\nConnection: close/);
        expect(head).not.toMatch(/\r\n(Location|Transfer-Encoding):/i);
      }
    },
  ],
  [
    'pages of other sites may read what visitors see, and nothing of a session',
    async ({ get }) => {
      const headers = { origin: 'https://a.example' };
      const seen = await get('/api/tracks', { headers });
      expect(seen.headers).toMatchObject({ 'access-control-allow-origin': '*' });
      expect(seen.headers).not.toHaveProperty('access-control-allow-credentials');
      const own = await get('/api/tracks', { headers, signedIn: true });
      expect(own.headers).not.toHaveProperty('access-control-allow-origin');
    },
  ],
  [
    'a session is a cookie that identifies the user',
    async ({ json }) => {
      expect((await json('/api/viewer')).User).toBeNull();
      expect((await json('/api/viewer', { signedIn: true })).User.Name).toBe('#masters of Ben');
    },
  ],
  [
    'names of headers have their customary spelling, and there is a date',
    async ({ get, made }) => {
      const file = await get(`/trackgbx/${made.tracks.race}`);
      expect(file.headerNames).toEqual(
        expect.arrayContaining(['Content-Disposition', 'Content-Length', 'Content-Type', 'ETag', 'Date']),
      );
      expect((await get('/trackrandom')).headerNames).toContain('Location');
      const list = await get('/api/tracks');
      expect(list.headerNames).toEqual(
        expect.arrayContaining(['Content-Type', 'Cache-Control', 'ETag', 'Date']),
      );
      for (const { headerNames } of [file, list])
        expect(headerNames.filter((name) => /^[a-z]/.test(name))).toEqual([]);
    },
  ],
];

const lists = ['/api/tracks', '/api/replays', '/api/users', '/api/meta/tags', '/api/openapi.json'];
const tags: Rule[] = [
  ...lists.map(
    (path): Rule => [
      `${path}: a client that names the tag of what it has is not sent it again`,
      async ({ get }) => {
        for (const encoding of ['identity', 'br', 'gzip']) {
          const headers = { 'accept-encoding': encoding };
          const first = await get(path, { headers });
          const again = await get(path, {
            headers: { ...headers, 'if-none-match': first.headers.etag ?? '' },
          });
          expect([again.status, again.bytes.length], encoding).toEqual([304, 0]);
          for (const name of ['etag', 'cache-control', 'vary'])
            expect(again.headers[name], `${encoding} ${name}`).toBe(first.headers[name]);
        }
      },
    ],
  ),
  [
    'another request has another tag, and an old tag gets the whole response',
    async ({ get }) => {
      const { etag } = (await get('/api/tracks?count=1')).headers;
      const other = await get('/api/tracks?count=2', { headers: { 'if-none-match': etag ?? '' } });
      expect(other.status).toBe(200);
      expect(other.headers.etag).not.toBe(etag);
    },
  ],
  [
    'lists are for private caches that revalidate each time; responses to members are never stored',
    async ({ get }) => {
      expect((await get('/api/tracks')).headers['cache-control']).toBe('private, no-cache');
      expect((await get('/api/tracks', { signedIn: true })).headers['cache-control']).toBe(
        'private, no-store',
      );
    },
  ],
  [
    'a member’s response is never reused for a visitor',
    async ({ get }) => {
      const path = '/api/tracks?inreplays=1&fields=TrackId';
      const mine = await get(path, { signedIn: true });
      const { etag = '' } = mine.headers;
      const visitors = await get(path, { headers: { 'if-none-match': etag } });
      expect([visitors.status, JSON.parse(visitors.text).Results]).toEqual([200, []]);
    },
  ],
];

export const answersContract = { problems, formats, 'tags of responses': tags };
