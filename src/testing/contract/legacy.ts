import { expect } from 'vitest';
import { environmentById } from '#lib/codes/environment.ts';
import { lengthLabel } from '#lib/format/length.ts';
import type { Edition } from './edition.ts';
import { anyPicture, formatOf } from './pictures.ts';
import type { Rule } from './rules.ts';

/** The cells of the rows of a response; each row ends with CR LF. */
async function cellsAt({ get }: Edition, query: string): Promise<string[][]> {
  const { status, text } = await get(`/apiget.aspx?action=${query}`);
  expect(status).toBe(200);
  const rows = text.split('\r\n');
  expect(rows.pop()).toBe('');
  return rows.map((row) => row.split('\t'));
}

const idsAt = async (edition: Edition, query: string) =>
  (await cellsAt(edition, query)).map(([id]) => Number(id));

/** The names of the properties of the track Race. */
async function raceNames({ site, made, row }: Edition): Promise<string[]> {
  const { AuthorTime } = await row(`/api/tracks?id=${made.tracks.race}&fields=AuthorTime`);
  const environment = environmentById(site.environments[0] ?? 0)?.name ?? '';
  const style = site.tags.find(({ id }) => id === 5)?.name ?? '';
  return ['Race', environment, 'Night', style, 'Multiple', lengthLabel(AuthorTime), 'Expert'];
}

const uploaded = '01/05/2026 12:00:00 AM';
const updated = '01/06/2026 12:00:00 AM';

const info: Rule[] = [
  ...(['uid', 'id'] as const).map(
    (by): Rule => [
      `a track by ${by}: 19 cells, names instead of numbers, US dates`,
      async (edition) => {
        const { made, site, get } = edition;
        const value = by === 'uid' ? made.uid : made.tracks.race;
        const { status, text, headers } = await get(`/apiget.aspx?action=apitrackinfo&${by}=${value}`);
        expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
        const { ann } = made.people;
        expect(text.split('\t')).toEqual([
          ...[`${made.tracks.race}`, '$f00Race', `${ann.userId}`, 'Ann', uploaded, updated, 'true'],
          ...(await raceNames(edition)),
          ...['120', site.label, '[b]hi[/b]', '1', '1<BR>'],
        ]);
      },
    ],
  ),
  [
    'the rating of a classic track is 0',
    async ({ get, made }) => {
      const { text } = await get(`/apiget.aspx?action=apitrackinfo&id=${made.tracks.bare}`);
      expect(text.split('\t')[14]).toBe('0');
    },
  ],
  [
    'a missing or hidden track: 200 without a body',
    async ({ get, made }) => {
      for (const given of ['uid=no-such-uid', 'id=99999999', 'id=x', `id=${made.tracks.hidden}`, '']) {
        const { status, bytes } = await get(`/apiget.aspx?action=apitrackinfo&${given}`);
        expect([given, status, bytes.length]).toEqual([given, 200, 0]);
      }
    },
  ],
];

const search: Rule[] = [
  [
    'one track by its id: 24 cells',
    async (edition) => {
      const { made, site } = edition;
      expect(await cellsAt(edition, `apisearch&trackid=${made.tracks.race}`)).toEqual([
        [
          ...[`${made.tracks.race}`, '$f00Race', `${made.people.ann.userId}`, 'Ann'],
          ...(await raceNames(edition)),
          ...['120', '1', '1', 'false', site.label, `${made.replays.record}`, '', '', '', '', ''],
          ...[uploaded, updated],
        ],
      ]);
    },
  ],
  [
    'without a record its id is 0',
    async (edition) =>
      expect((await cellsAt(edition, `apisearch&trackid=${edition.made.tracks.bare}`))[0]?.[16]).toBe('0'),
  ],
  [
    'by a part of the name, by author, by environment, and all of them',
    async (edition) => {
      const { race, platform, stunts, secret, bare } = edition.made.tracks;
      const environment = environmentById(edition.site.environments[0] ?? 0)?.name;
      const all = [race, platform, stunts, secret, bare];
      expect(await idsAt(edition, 'apisearch&track=STUN&page=0')).toEqual([stunts]);
      expect(await idsAt(edition, 'apisearch&author=Ann')).toEqual([race, platform, stunts, secret]);
      expect(await idsAt(edition, `apisearch&env=${environment}&page=0`)).toEqual(all);
      expect(await idsAt(edition, `apisearch&track=a&author=Ann&env=${environment}`)).toEqual([
        race,
        platform,
      ]);
      expect(await idsAt(edition, 'apisearch&page=0')).toEqual(all);
    },
  ],
  [
    'an empty page ends a search',
    async ({ get }) => {
      for (const page of ['1', '24', '99999', 'x'])
        expect((await get(`/apiget.aspx?action=apisearch&page=${page}`)).text, page).toBe('');
    },
  ],
  [
    'the newest tracks, one of each author',
    async (edition) => {
      const { race, bare } = edition.made.tracks;
      expect(await idsAt(edition, 'apirecent')).toEqual([race, bare]);
    },
  ],
  [
    'an invalid value or action: 200 with ESC in the body',
    async ({ get }) => {
      for (const query of ['action=apisearch&env=Nowhere', 'action=nothing', ''])
        expect(await get(`/apiget.aspx?${query}`)).toMatchObject({
          status: 200,
          text: expect.stringContaining('\u001b'),
        });
    },
  ],
];

const records: Rule[] = [
  [
    'records: ten cells, the best first, each driver once; the date of the track as in apitrackinfo',
    async (edition) => {
      const { made } = edition;
      const { ben, ann } = made.people;
      const driven = '01/08/2026 12:00:00 AM';
      const { Score } = await edition.row(`/api/replays?id=${made.replays.record}&fields=Score`);
      expect(await cellsAt(edition, `apitrackrecords&id=${made.tracks.race}`)).toEqual([
        [
          `${made.replays.record}`,
          `${ben.userId}`,
          ben.name,
          '39000',
          driven,
          updated,
          'true',
          `${Score ?? 0}`,
          '',
          '0',
        ],
        [
          `${made.replays.second}`,
          `${ann.userId}`,
          ann.name,
          '40500',
          driven,
          updated,
          'false',
          '0',
          '',
          '0',
        ],
      ]);
    },
  ],
  [
    'points on Stunts, a time on Platform',
    async (edition) => {
      const result = async (id: number) => (await cellsAt(edition, `apitrackrecords&id=${id}`))[0]?.[3];
      expect(await result(edition.made.tracks.stunts)).toBe('600');
      expect(await result(edition.made.tracks.platform)).toBe('90000');
    },
  ],
  [
    'no records, secret records, no such track: 200 without a body',
    async ({ get, made }) => {
      for (const id of [made.tracks.bare, made.tracks.secret, made.tracks.hidden, 99_999_999, 'x']) {
        const { status, text } = await get(`/apiget.aspx?action=apitrackrecords&id=${id}`);
        expect([id, status, text]).toEqual([id, 200, '']);
      }
    },
  ],
];

const addresses: Rule[] = [
  ...['get.aspx', 'getclean.aspx', 'tmupget.aspx', 'main.aspx'].map(
    (page): Rule => [
      `the file of a track at ${page}, without a redirect`,
      async ({ get, made }) => {
        for (const query of [
          `action=trackgbx&id=${made.tracks.race}`,
          `Action=TrackGbx&ID=${made.tracks.race}`,
        ]) {
          const { status, bytes } = await get(`/${page}?${query}`);
          expect([query, status, bytes.equals(made.file)]).toEqual([query, 200, true]);
        }
        for (const id of [made.tracks.hidden, 99_999_999, ''])
          expect((await get(`/${page}?action=trackgbx&id=${id}`)).status).toBe(404);
      },
    ],
  ),
  [
    'the file of a replay',
    async ({ get, made }) => {
      const { status, bytes } = await get(`/get.aspx?action=recordgbx&id=${made.replays.record}`);
      expect([status, bytes.equals(made.replayFile)]).toEqual([200, true]);
      expect((await get(`/get.aspx?action=recordgbx&id=${made.replays.secret}`)).status).toBe(403);
    },
  ],
  [
    'the file of a replay at apiget.aspx',
    async ({ get, made }) => {
      const { status, bytes } = await get(`/apiget.aspx?Action=RecordGbx&id=${made.replays.record}`);
      expect([status, bytes.equals(made.replayFile)]).toEqual([200, true]);
      expect((await get(`/apiget.aspx?action=recordgbx&id=${made.replays.secret}`)).status).toBe(403);
      expect((await get('/apiget.aspx?action=recordgbx&id=99999999')).status).toBe(404);
    },
  ],
  ...['get.aspx', 'getclean.aspx'].map(
    (page): Rule => [
      `both sizes of a picture at ${page} are JPEG, whatever the client accepts, also with an ending`,
      async ({ get, made }) => {
        for (const action of ['trackscreen', 'trackscreensmall', 'TrackScreen'])
          for (const end of ['', '&.jpg', '&.jpg='])
            for (const accept of anyPicture) {
              const path = `/${page}?action=${action}&id=${made.tracks.race}${end}`;
              expect([path, accept, await formatOf(get, path, accept)]).toEqual([path, accept, 'jpeg']);
            }
        expect((await get(`/${page}?action=trackscreen&id=${made.tracks.hidden}`)).status).toBe(404);
      },
    ],
  ),
  [
    'main.aspx?action=trackshow leads to the track with a UId, if the viewer may see it',
    async ({ get, made }) => {
      for (const query of [`action=trackshow&uid=${made.uid}`, `Action=TrackShow&UID=${made.uid}`]) {
        const { status, headers } = await get(`/main.aspx?${query}`);
        expect([status, headers.location]).toEqual([302, `/trackshow/${made.tracks.race}`]);
      }
      for (const query of ['action=trackshow&uid=NoSuchUid', `action=usershow&uid=${made.uid}`])
        expect((await get(`/main.aspx?${query}`)).status, query).toBe(404);
    },
  ],
  ...(
    [
      ['action=trackshow&id=7', '/trackshow/7'],
      ['action=trackreplayshow&id=7', '/trackreplayshow/7'],
      ['action=usershow&id=7', '/usershow/7'],
      ['action=threadshow&id=7', '/threadshow/7'],
      ['action=tracksearch', '/tracksearch'],
    ] as const
  ).map(
    ([query, page]): Rule => [
      `main.aspx?${query} leads to ${page}`,
      async ({ get }) => {
        const { status, headers } = await get(`/main.aspx?${query}`);
        expect([status, headers.location]).toEqual([301, page]);
      },
    ],
  ),
  [
    'any other action is not found',
    async ({ get }) => {
      for (const path of [
        '/get.aspx',
        '/get.aspx?action=x',
        '/getclean.aspx?action=recordgbx',
        '/tmupget.aspx?action=recordgbx',
        '/main.aspx?action=x',
      ])
        expect((await get(path)).status, path).toBe(404);
    },
  ],
  [
    'a client of HTTP/1.0 is answered at once: no redirect, a length, the connection closed',
    async ({ raw, site, made }) => {
      for (const path of [
        `/apiget.aspx?action=apitrackinfo&uid=${made.uid}`,
        '/apiget.aspx?action=apirecent',
        `/get.aspx?action=trackgbx&id=${made.tracks.race}`,
      ]) {
        const start = performance.now();
        const answer = await raw(`GET ${path} HTTP/1.0`, `Host: ${site.host}`, 'User-Agent: XASECO-1.16');
        expect(performance.now() - start).toBeLessThan(2000);
        const [head = ''] = answer.split('\r\n\r\n');
        expect(head).toMatch(/^HTTP\/1\.\d 200 /);
        expect(head).toMatch(/\r\nContent-Length: [1-9]\d*\r\n/);
        expect(head).not.toMatch(/\r\n(Location|Transfer-Encoding):/i);
      }
    },
  ],
];

export const legacyContract = {
  'apitrackinfo of old clients': info,
  'apisearch and apirecent of old clients': search,
  'apitrackrecords of old clients': records,
  'old addresses': addresses,
};
