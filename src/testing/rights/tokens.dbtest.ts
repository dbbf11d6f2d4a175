import { afterAll, expect, test } from 'vitest';
import { app } from '#app.ts';
import { tokenScopeNames } from '#lib/codes/token-scopes.ts';
import { isTokenEndpoint, type TokenEndpoint } from '#platform/http/token-endpoint.ts';
import { siteByCode } from '#sites/all.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask } from '#testing/http.ts';
import { pngOf } from '#testing/pictures.ts';
import { replayBytes } from '#testing/replays.ts';
import { startSmallServer } from '#testing/small-server.ts';
import { trackFile } from '#testing/tracks.ts';
import { alsoOn, type Belongings, type Sent, send, sessionCookie, tokenOf, twoUsers } from './token-world.ts';

const { db } = await testDb({ editions: 'all' });
const ctx = await testCtx({ db, site: 'tmnf' });
const [tmnf, tmn, tmo] = ['tmnf', 'tmn', 'tmo'].map((code) => siteByCode(ctx.sites, code));
if (!tmnf || !tmn || !tmo) throw new Error('three editions');
const server = await startSmallServer({
  services: ctx,
  sites: [tmnf, tmn, tmo],
  routes: app.routes,
  trustProxy: false,
});
afterAll(server.stop);
const at = (site: typeof tmnf) => ({ port: server.port, site });

const { ann, own } = await twoUsers(ctx);
await alsoOn(ann, 'tmn');
const token = await tokenOf(ann, tokenScopeNames);
const cookie = await sessionCookie(ann);

const endpoints = new Map(
  Object.entries(app.routes).filter(([, one]) => isTokenEndpoint(one)) as [string, TokenEndpoint][],
); // filtered just now

const file = (field: string, bytes: Buffer, name: string) => {
  const form = new FormData();
  form.append(field, new File([new Uint8Array(bytes)], name));
  return form;
};
const track = () => file('TrackFile', trackFile(), 'a.Challenge.Gbx');

/** What earlier rows made. */
const made = { trackKey: '', replayKey: '', trackId: 0, replayId: 0, commentId: 0, awardId: 0, revision: 0 };

interface Row {
  readonly at: string;
  /** what it is sent */
  readonly sent?: (of: Belongings) => Sent;
  /** the status with what belongs to the other user, with what belongs to nobody there on another edition, and with one's own */
  readonly others: number;
  readonly elsewhere?: number;
  readonly own?: number;
  /** instead of one's own */
  readonly mine?: () => Partial<Belongings>;
  /** instead of the other user's */
  readonly theirs?: () => Partial<Belongings>;
  /** what the following rows need of the answer */
  readonly keeps?: (answer: Answer) => void;
}

// the parts of answers that rows need
interface Answer {
  UploadKey: string;
  CommentId: number;
  Revision: number;
  Results: { TrackId: number; ReplayId: number }[];
}

/** In the order in which they are sent: what a row changes, the next ones find changed. */
const rows: readonly Row[] = [
  { at: 'GET /api/token', others: 200, elsewhere: 200 },
  {
    at: 'POST /api/tracks/analyse',
    sent: track,
    others: 200,
    elsewhere: 200,
    keeps: ({ UploadKey }) => Object.assign(made, { trackKey: UploadKey }),
  },
  {
    at: 'POST /api/tracks',
    sent: () => ({
      TrackEntries: [
        {
          UploadKey: made.trackKey,
          TrackName: 'By a program',
          Difficulty: 'Expert',
          Tags: [7],
          Visible: false,
        },
      ],
    }),
    // a file is published once, and only on the edition it was analysed for
    others: 200,
    elsewhere: 422,
    own: 200,
    keeps: ({ Results: [first] }) => Object.assign(made, { trackId: first?.TrackId }),
  },
  {
    at: 'PATCH /api/tracks/:trackId',
    sent: () => ({ TrackName: 'Renamed by a program', AuthorComments: null, Tags: [7, 3], Authors: [] }),
    others: 403,
  },
  { at: 'POST /api/tracks/:trackId/versions', sent: track, others: 403 },
  { at: 'POST /api/tracks/:trackId/release', others: 403, mine: () => ({ trackId: made.trackId }) },
  { at: 'DELETE /api/tracks/:trackId', others: 403, mine: () => ({ trackId: made.trackId }) },
  { at: 'POST /api/tracks/:trackId/restore', others: 403, mine: () => ({ trackId: made.trackId }) },
  {
    at: 'POST /api/tracks/:trackId/comments',
    sent: () => ({ Comment: 'Written by a program.' }),
    others: 200,
    keeps: ({ CommentId }) => Object.assign(made, { commentId: CommentId }),
  },
  // nobody awards their own track, or the same one twice
  {
    at: 'POST /api/tracks/:trackId/awards',
    sent: () => ({ Comment: 'Lovely again.' }),
    others: 409,
    own: 403,
  },
  {
    at: 'PUT /api/tracks/:trackId/comments/:commentId',
    sent: () => ({ Comment: 'Edited by a program.' }),
    others: 403,
    mine: () => ({ commentId: made.commentId }),
    theirs: () => ({ trackId: own.ann.trackId }),
  },
  {
    at: 'PUT /api/tracks/:trackId/awards/:commentId',
    sent: () => ({ Comment: 'Edited by a program.' }),
    others: 403,
    own: 200,
    mine: () => ({ trackId: own.bob.trackId, commentId: own.ann.awardId }),
    theirs: () => ({ trackId: own.ann.trackId, commentId: own.bob.awardId }),
  },
  { at: 'DELETE /api/tracks/comments/:commentId', others: 403 },
  {
    at: 'POST /api/replays/analyse',
    sent: ({ uid }) => file('ReplayFile', replayBytes({ uid, bestTimeMs: 38_000 }), 'a.Replay.Gbx'),
    others: 200,
    elsewhere: 200,
    keeps: ({ UploadKey }) => Object.assign(made, { replayKey: UploadKey }),
  },
  {
    at: 'POST /api/replays',
    sent: () => ({ ReplayEntries: [{ UploadKey: made.replayKey }] }),
    others: 200,
    elsewhere: 422,
  },
  { at: 'DELETE /api/replays/:replayId', others: 403 },
  { at: 'POST /api/replays/:replayId/restore', others: 409 },
  { at: 'GET /api/trackpacks/:packId/tracks', others: 403 },
  {
    at: 'POST /api/trackpacks/:packId/tracks',
    sent: () => ({ tracks: `${own.bob.trackId}` }),
    others: 403,
    keeps: ({ Revision }) => Object.assign(made, { revision: Revision }),
  },
  { at: 'POST /api/trackpacks/:packId/undo', sent: () => ({ revision: made.revision }), others: 403 },
  { at: 'PUT /api/trackpacks/:packId/tracks/:trackId/position', sent: () => ({ position: 1 }), others: 403 },
  {
    at: 'PUT /api/trackpacks/:packId/tracks/:trackId/status',
    sent: () => ({ status: 4, Note: 'Full.' }),
    others: 403,
  },
  { at: 'DELETE /api/trackpacks/:packId/tracks/:trackId', others: 403 },
  { at: 'PUT /api/trackpacks/:packId/submissions/:trackId', others: 403 },
  { at: 'DELETE /api/trackpacks/:packId/submissions/:trackId', others: 403 },
  { at: 'PUT /api/playlater/:trackId', others: 200 },
  { at: 'PUT /api/playlater/:trackId/position', sent: () => ({ position: 1 }), others: 200 },
  { at: 'GET /api/playlater', others: 200, elsewhere: 200 },
  { at: 'DELETE /api/playlater/:trackId', others: 200 },
  { at: 'DELETE /api/playlater', others: 200, elsewhere: 200 },
  { at: 'GET /api/messages', others: 200, elsewhere: 200 },
  { at: 'GET /api/messages/:conversationId', others: 404 },
  {
    at: 'PATCH /api/profile',
    sent: () => ({ About: 'Runs a program.', Address: null }),
    others: 200,
    elsewhere: 200,
  },
  { at: 'POST /api/profile/avatar', sent: () => ({ Remove: true }), others: 200, elsewhere: 200 },
  { at: 'POST /api/profile/banner', sent: () => ({ Remove: true }), others: 200, elsewhere: 200 },
];

const routeOf = (row: Row, of: Belongings) =>
  row.at.replace(/:(\w+)/g, (_, name: string) => String(of[name as keyof Belongings])); // names of addresses are keys

test('every address for API tokens has a row', () => {
  // what game servers send is tested by itself: see replays/online/server/receive.dbtest.ts
  expect([...rows.map((row) => row.at), 'POST /api/tracks/dedimania'].sort()).toEqual(
    [...endpoints.keys()].sort(),
  );
});

test('scope × act × one’s own or another’s × edition', { timeout: 60_000 }, async () => {
  const wanted: string[] = [];
  const found: string[] = [];
  for (const row of rows) {
    const { scope = '', output } = endpoints.get(row.at) ?? {};
    const mine = () => ({ ...own.ann, ...row.mine?.() });
    const ask = (site: typeof tmnf, of: Belongings, by: { token?: string; cookie?: string }) =>
      send(at(site), routeOf(row, of), { ...by, sent: row.sent?.(of) });
    const others = tokenScopeNames.filter((one) => one !== scope);
    const withoutScope = scope === 'any' ? token : await tokenOf(ann, others);
    const refused = [
      await ask(tmnf, mine(), { cookie }),
      await ask(tmnf, mine(), { token: withoutScope }),
      await ask(tmo, mine(), { token }),
    ];
    const done = [
      await ask(tmnf, { ...own.bob, ...row.theirs?.() }, { token }),
      await ask(tmn, mine(), { token }),
      await ask(tmnf, mine(), { token }),
    ];
    const challenges = refused.map(({ headers }) => headers['www-authenticate'] ?? '');
    wanted.push(
      `${row.at}: 401, ${scope === 'any' ? 200 : 403}, 403; ${row.others}, ${row.elsewhere ?? 404}, ${row.own ?? 200}`,
    );
    const [by, to] = [refused, done].map((answers) => answers.map(({ status }) => status).join(', '));
    found.push(`${row.at}: ${by}; ${to}`);
    expect([row.at, ...challenges]).toEqual([
      row.at,
      'Bearer',
      scope === 'any' ? '' : `Bearer error="insufficient_scope", scope="${scope}"`,
      '',
    ]);
    for (const { status, text, headers } of done) {
      // refusals say it, too
      expect(headers['ratelimit-policy']).toBe('"account";q=300;w=300, "address";q=3000;w=300');
      expect(headers.ratelimit).toMatch(/^"account";r=\d+;t=\d+, "address";r=\d+;t=\d+$/);
      expect(headers['access-control-allow-origin']).toBe('*');
      if (status !== 200) continue;
      // the document of the API describes everything that is returned
      const answer = JSON.parse(text);
      expect([row.at, output?.parse(answer)]).toEqual([row.at, answer]);
    }
    const last = done.at(-1);
    if (last?.status === 200) row.keeps?.(JSON.parse(last.text));
    if (found.at(-1) !== wanted.at(-1))
      found.push(...done.filter(({ status }) => status > 400).map(({ text }) => text));
  }
  expect(found).toEqual(wanted);
});

test('a picture that is sent with a token is that of the user, until it is removed', async () => {
  const shown = async () => {
    const path = `/users/avatar/${ann.viewer.userId}`;
    return (await ask(server.port, path, { host: tmnf.host })).headers['content-type'];
  };
  const sends = (sent: Sent) => send(at(tmnf), 'POST /api/profile/avatar', { token, sent });
  expect((await sends(file('Picture', await pngOf(100, 100), 'me.png'))).status).toBe(200);
  expect(await shown()).toBe('image/jpeg');
  const refused = await sends(file('Picture', await pngOf(20, 20), 'small.png'));
  expect([refused.status, JSON.parse(refused.text).detail]).toEqual([
    422,
    expect.stringMatching(/^small\.png: Too tiny/),
  ]);
  expect((await sends({ Remove: true })).status).toBe(200);
  expect(await shown()).toMatch(/svg/);
});
