import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { writeChallenge } from '#lib/gbx/tools/writer.ts';
import { runOf } from '#testing/checked-replays.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { replayBytes } from '#testing/replays.ts';
import { fileSpec, trackFile } from '#testing/tracks.ts';
import { mirror } from './mirror.ts';

const { db } = await testDb({ max: 8 });
const world = await testCtx({ db, site: 'tmnf' });

type Answer = (response: ServerResponse, query: URLSearchParams, request: IncomingMessage) => void;

/** A site that answers by path; everything else is an HTML page with status 200, as on the real one. */
async function site(answers: Record<string, Answer>): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    const answer = answers[pathname];
    if (answer) answer(response, searchParams, request);
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Something went wrong</html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP
}

const json = (response: ServerResponse, body: unknown) =>
  void response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(body));
const gbx =
  (bytes: Buffer): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);

/** A list as TMX gives it: the filters by id, and keyset pages. */
const list =
  (rows: readonly Record<string, unknown>[], id: string): Answer =>
  (response, query) => {
    const ids = query.get('id')?.split(',').map(Number);
    const after = Number(query.get('after') ?? 0);
    const count = Number(query.get('count') ?? 40);
    const found = ids
      ? rows.filter((row) => ids.includes(Number(row[id])))
      : rows.filter((row) => Number(row[id]) > after);
    json(response, { More: found.length > count, Results: found.slice(0, count) });
  };
const empty: Answer = (response) => json(response, { More: false, Results: [] });

const ann = { UserId: 7_001, Name: '#masters of kacky' };
const trackRow = (TrackId: number, own: Record<string, unknown> = {}) => ({
  TrackId,
  TrackName: `$o$fffTrack ${TrackId}`,
  UId: `Tmx_${TrackId}_xxxxxxxxxxxxxxxx`,
  Uploader: ann,
  Authors: [{ User: ann, Role: '' }],
  UploadedAt: '2009-03-01T12:00:02.12',
  UpdatedAt: '2009-03-01T12:00:02.12',
  ActivityAt: '2011-01-01T00:00:00',
  Routes: 0,
  Difficulty: 1,
  Tags: [7],
  ReplayType: 1,
  AuthorComments: null,
  Awards: 0,
  Comments: 0,
  Images: null,
  WRReplay: null,
  ...own,
});

interface Refused {
  kind: string;
  sourceId: number;
  reason: string;
}

async function copy(origin: string) {
  const refused: Refused[] = [];
  const summary = await mirror(world, world.site, {
    origin,
    tracks: {},
    packs: {},
    perSecond: 10_000,
    signal: new AbortController().signal,
    reactions: {
      onReplayChange: [],
      onNewVersion: [],
      onUserGone: async () => {},
      onUserBack: async () => true,
    },
    progress: () => {},
    refused: (refusal) => refused.push(refusal),
    patience: { tries: 2, idleMs: 1000, firstPauseMs: 1 },
  });
  return { ...summary, refused };
}

let made = 0;

const local = (kind: 'track' | 'replay' | 'user', sourceId: number) =>
  db
    .selectFrom('mirrored')
    .where('site', '=', 'tmnf')
    .where('kind', '=', kind)
    .where('source_id', '=', sourceId)
    .selectAll()
    .executeTakeFirstOrThrow();

test('a site without our extensions: dates without a zone, missing users, protected replays, rows without a field', async () => {
  const spec = fileSpec({ uid: trackRow(9_000_001).UId });
  const file = Buffer.from(writeChallenge(spec));
  const run = replayBytes(runOf({ uid: spec.uid ?? '', file, blocks: spec.blocks, trackId: 0 }));
  const record = { WRReplay: { ReplayId: 55 } };
  const replays = [55, 56].map((ReplayId) => ({
    ReplayId,
    User: { UserId: 7_002, Name: 'gone since' },
    ReplayAt: '2010-05-05T05:05:05',
  }));
  let asked = 0;
  let userAgent = '';
  let isProtected = true;
  let isDeleted = false;
  const { UId: _, ...withoutUid } = trackRow(9_000_003);
  const answers: Record<string, Answer> = {
    '/api/openapi.json': (response) => void response.writeHead(404).end(),
    '/api/tracks': (response, query, request) => {
      userAgent = request.headers['user-agent'] ?? '';
      asked += 1;
      if (asked === 1) return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
      if (query.has('total')) return void response.writeHead(400).end();
      if (query.has('packid')) return json(response, { More: false, Results: [{ TrackId: 9_000_001 }] });
      expect(query.get('fields')).not.toContain('Origin');
      const rows = [trackRow(9_000_001, record), trackRow(9_000_002), withoutUid];
      list(isDeleted ? rows.slice(1) : rows, 'TrackId')(response, query, request);
    },
    '/trackgbx/9000001': gbx(file),
    '/trackgbx/9000002': (response) => void response.writeHead(404).end('Not found'),
    '/api/replays': list(replays, 'ReplayId'),
    '/recordgbx/55': gbx(run),
    '/recordgbx/56': (response) =>
      void (isProtected
        ? response.writeHead(403).end()
        : gbx(run)(response, new URLSearchParams(), {} as IncomingMessage)), // unused
    '/api/users': list(
      [{ ...ann, RegisteredAt: '2008-04-16T00:00:00', UserComments: '[b]hi[/b]' }],
      'UserId',
    ),
    '/api/trackpacks': list(
      [
        {
          PackId: 44,
          PackName: 'Kacky',
          Creator: ann,
          CreatedAt: '2010-01-01T00:00:00',
          UpdatedAt: '2010-01-02T00:00:00',
        },
      ],
      'PackId',
    ),
  };
  const origin = await site(answers);
  const { refused, counts } = await copy(origin);
  expect(counts).toMatchObject({
    user: { copied: 2 },
    track: { copied: 1 },
    replay: { copied: 1 },
    pack: { copied: 1 },
  });
  expect(userAgent).toContain('Paddock');
  // tracks are copied at the same time
  expect(refused.toSorted((a, b) => a.sourceId - b.sourceId)).toEqual([
    { kind: 'replay', sourceId: 56, reason: 'The source does not give it out yet (403).' },
    { kind: 'track', sourceId: 9_000_002, reason: 'The source has no such file (404).' },
    { kind: 'track', sourceId: 9_000_003, reason: 'UId: Invalid input: expected string, received undefined' },
  ]);
  const copied = await local('track', 9_000_001);
  expect(copied.local_id).toBe(9_000_001);
  const row = await db
    .selectFrom('track')
    .innerJoin('profile', (join) =>
      join.onRef('profile.site', '=', 'track.site').onRef('profile.user_id', '=', 'track.uploader_id'),
    )
    .where('track.site', '=', 'tmnf')
    .where('profile.site', '=', 'tmnf')
    .where('track_id', '=', 9_000_001)
    .select([
      'track.uploaded_at',
      'track.activity_at',
      'track.replay_type',
      'profile.name',
      'profile.user_id',
    ])
    .executeTakeFirstOrThrow();
  expect(row).toEqual({
    uploaded_at: new Date('2009-03-01T12:00:02.120Z'),
    activity_at: new Date('2011-01-01T00:00:00Z'),
    replay_type: 1,
    name: ann.Name,
    user_id: ann.UserId,
  });
  // what was protected is asked for again, and is the same file now
  isProtected = false;
  world.clock.forward({ days: 31 });
  expect((await copy(origin)).refused.filter(({ kind }) => kind === 'replay')).toEqual([]);
  expect((await local('replay', 56)).state).toBe('here');
  isDeleted = true;
  world.clock.forward({ days: 1 });
  expect((await copy(origin)).counts.track.deleted).toBe(1);
  expect((await local('track', 9_000_001)).state).toBe('gone');
});

test.each([
  [
    'a page instead of the file',
    (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    /something else than the file/,
  ],
  ['an empty file', (response: ServerResponse) => response.writeHead(200).end(), /empty file/],
  [
    'a file that is cut',
    (response: ServerResponse) => response.writeHead(200, { 'content-length': 99_999 }).end('GBX').destroy(),
    /aborted|cut|socket/,
  ],
  [
    'a file that stalls',
    (response: ServerResponse) => response.writeHead(200, { 'content-length': 99_999 }).write('GBX'),
    /No byte|aborted/,
  ],
  [
    'a file that is too large',
    (response: ServerResponse) => response.writeHead(200).end(Buffer.alloc(17 * 1024 * 1024, 'GBX')),
    /larger than/,
  ],
  [
    'another track under the same id',
    (response: ServerResponse) =>
      response.writeHead(200).end(trackFile({ uid: 'Another_xxxxxxxxxxxxxxxxxxx' })),
    /another track/,
  ],
  [
    'a file that is no track',
    (response: ServerResponse) => response.writeHead(200).end(`GBX${'x'.repeat(500)}`),
    /./,
  ],
  [
    'a track without validation',
    (response: ServerResponse) =>
      response.writeHead(200).end(trackFile({ uid: 'Tmx_123_xxxxxxxxxxxxxxxx', authorTimeMs: null })),
    /validated/,
  ],
])('%s is refused with the reason, and the others are copied', async (_, answer, reason) => {
  made += 2;
  const n = 9_100_000 + made;
  const rows = [trackRow(n, { UId: `Tmx_${n}_xxxxxxxxxxxxxxxx` }), trackRow(n + 1)];
  const origin = await site({
    '/api/openapi.json': (response) => void response.writeHead(404).end(),
    '/api/tracks': list(rows, 'TrackId'),
    '/api/users': empty,
    '/api/trackpacks': empty,
    [`/trackgbx/${n}`]: (response) => void answer(response),
    [`/trackgbx/${n + 1}`]: gbx(trackFile({ uid: trackRow(n + 1).UId })),
  });
  const { refused, counts } = await copy(origin);
  expect(refused).toMatchObject([{ kind: 'track', sourceId: n, reason: expect.stringMatching(reason) }]);
  expect(counts.track).toMatchObject({ copied: 1, refused: 1 });
});
