import type { KyselyPlugin } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { app } from '#app.ts';
import { openDb } from '#db/client.ts';
import { changeSettings } from '#features/administration/server/actions.ts';
import { startThread } from '#features/forum/server/actions.ts';
import { forumRoutes } from '#features/forum/server/endpoints.ts';
import { performAct } from '#features/moderation/acts/server/perform.ts';
import { performUndo } from '#features/moderation/acts/server/undo.ts';
import { Level } from '#lib/codes/level.ts';
import { yes } from '#lib/rules/verdict.ts';
import { grantedSites } from '#platform/auth/reach.ts';
import { inTransaction } from '#platform/ctx.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { tokenEndpoint } from '#platform/http/token-endpoint.ts';
import { Client } from '#testing/client.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { newcomer, password } from '#testing/factors.ts';
import { grantRole } from '#testing/moderators.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';

const { db, url } = await testDb();
/** Another process has connections, and everything in memory, of its own. */
const otherProcess = openDb(url, { max: 2 });
afterAll(() => otherProcess.close());

const note = action({
  touches: 'edition',
  input: z.object({}),
  allow: () => yes,
  run: async () => ({ Noted: true }),
});
const send = tokenEndpoint({
  scope: 'records',
  about: 'Sends nothing.',
  input: z.object({}),
  output: z.object({ Level: z.int() }),
  limitBytes: 1024,
  allow: () => yes,
  run: async ({ viewer }) => ({ Level: viewer.level }),
});
const table: RouteTable = { ...app.routes, ...forumRoutes, 'POST /note': note, 'POST /api/send': send };

/** A registered user with sessions on two editions, the second in another process, an API token, and an administrator. */
async function world() {
  const ctx = await testCtx({ db, site: 'tmnf' });
  const { client: here, Name } = await newcomer(ctx, table);
  const form = { Name: 'Night shift', Scopes: 'records', Days: '30' };
  const token = (await here.post('/account/tokens', form)).json<{ Token: string }>().Token;
  const elsewhere = here.on('tmo', table);
  expect((await elsewhere.post('/login', { Name, Password: password })).problem).toBeUndefined();
  const viewer = await here.viewer();
  const crew = await grantRole(await asMember(ctx), Level.administrator, 'all');
  const impose = (name: string, fields: Record<string, string>) =>
    performAct(crew, {
      site: 'tmnf',
      kind: 'user',
      id: viewer.userId,
      act: `user.${name}`,
      reason: 'Insults.',
      caseId: null,
      fields,
    });
  const login = (client: Client) => client.post('/login', { Name, Password: password });
  const byToken = (client: Client) =>
    client.send('POST', '/api/send', { json: {}, headers: { authorization: `Bearer ${token}` } });
  return { Name, ctx, here, elsewhere, impose, login, byToken, crew, viewer };
}

/** The same browser at another process. */
function atOtherProcess(client: Client): Client {
  const same = new Client({ ...client.ctx, db: otherProcess.db }, table);
  for (const [name, value] of client.cookies) same.cookies.set(name, value);
  return same;
}

test('a suspension ends the open sessions of its edition at once, in every process', async () => {
  const { here, elsewhere, impose } = await world();
  const other = atOtherProcess(here);
  expect((await other.viewer()).accountId).not.toBeNull();
  await impose('suspend', { Length: '7' });
  expect((await other.viewer()).accountId).toBeNull();
  expect((await here.viewer()).accountId).toBeNull();
  expect((await elsewhere.viewer()).accountId).not.toBeNull();
});

test('a suspension on all editions ends all sessions and tokens', async () => {
  const { here, elsewhere, impose, byToken, login } = await world();
  await impose('suspend', { Length: 'good', Everywhere: '1' });
  for (const client of [here, elsewhere]) {
    expect((await client.viewer()).accountId).toBeNull();
    const sentence = 'You are suspended on all editions for good. Reason: Insults.';
    expect((await login(client)).problem).toMatchObject({ status: 403, detail: sentence });
    expect((await byToken(client)).problem).toMatchObject({ status: 403, detail: sentence });
  }
});

test('signing in says why and until when; afterwards it works again, without any job', async () => {
  const { ctx, here, elsewhere, impose, login, byToken } = await world();
  await impose('suspend', { Length: '7' });
  const sentence = 'You are suspended on Nations Forever until 2026-11-28 12:00 UTC. Reason: Insults.';
  expect((await login(here)).problem).toMatchObject({ status: 403, detail: sentence });
  expect((await byToken(here)).problem).toMatchObject({ status: 403, detail: sentence });
  expect((await byToken(elsewhere)).status).toBe(200);
  ctx.clock.forward({ days: 7, seconds: -1 });
  expect((await login(here)).problem?.status).toBe(403);
  ctx.clock.forward({ seconds: 1 });
  expect((await login(here)).problem).toBeUndefined();
  expect((await byToken(here)).status).toBe(200);
});

test('a wrong password says nothing about the suspension', async () => {
  const { here, impose, Name } = await world();
  await impose('suspend', { Length: '7' });
  const answer = await here.post('/login', { Name, Password: 'a wrong password' });
  expect(answer.problem).toMatchObject({ status: 401, detail: expect.not.stringContaining('suspended') });
});

test('a suspension that is undone lets the person in; the ended sessions stay ended', async () => {
  const { here, impose, login, crew } = await world();
  const { ActId } = await impose('suspend', { Length: 'good' });
  await performUndo(crew, { site: 'tmnf', actId: ActId, reason: 'A mistake.' });
  expect((await here.viewer()).accountId).toBeNull();
  expect((await login(here)).problem).toBeUndefined();
});

test('a mute refuses writes by session and by token until it ends, and only on its edition', async () => {
  const { ctx, here, elsewhere, impose, byToken } = await world();
  await impose('mute', { Length: '1' });
  const sentence =
    'You are muted on Nations Forever until 2026-11-22 12:00 UTC: you can read, but you cannot write.';
  expect((await here.post('/note', {})).problem).toMatchObject({ status: 403, detail: sentence });
  expect((await byToken(here)).problem).toMatchObject({ status: 403, detail: sentence });
  expect((await elsewhere.post('/note', {})).status).toBe(200);
  ctx.clock.forward({ days: 1 });
  expect((await here.post('/note', {})).status).toBe(200);
  expect((await byToken(here)).status).toBe(200);
});

/** A thread on a board that all editions share, started on the first edition. */
async function sharedThread(ctx: TestCtx): Promise<string> {
  const ann = await asMember(ctx);
  const { threadId } = await inTransaction(ann, (tx) =>
    startThread(tx, { boardId: 12, title: 'Everything else', text: 'What else?' }),
  );
  return `${threadId}`;
}

const onSharedBoards = (on: string, threadId: string) =>
  [
    ['a new thread', '/threadcreate/12', { Title: 'Elsewhere', Text: 'From another edition' }],
    ['a reply there', `/postreply/${threadId}`, { Text: 'From another edition', on }],
  ] as const;

test.each([
  ['mute', 'muted'],
  ['suspend', 'suspended'],
])(
  'a %s applies to shared boards wherever they are shown: every edition shows them',
  async (name, participle) => {
    const { ctx, here, elsewhere, impose } = await world();
    const writes = onSharedBoards(ctx.site.code, await sharedThread(ctx));
    await impose(name, { Length: '7' });
    const sentence = `You are ${participle} on Nations Forever until 2026-11-28 12:00 UTC`;
    for (const [what, path, form] of writes) {
      const { problem } = await elsewhere.post(path, form);
      expect([what, problem]).toMatchObject([
        what,
        { status: 403, detail: expect.stringContaining(sentence) },
      ]);
    }
    // a board of the other edition alone
    expect((await elsewhere.post('/threadcreate/2', { Title: 'Here', Text: 'Our game' })).status).toBe(200);
    here.ctx.clock.forward({ days: 7 });
    for (const [what, path, form] of writes)
      expect([what, (await elsewhere.post(path, form)).status]).toEqual([what, 200]);
  },
);

test('a muted user may still watch a shared thread of that edition', async () => {
  const { ctx, elsewhere, impose } = await world();
  const threadId = await sharedThread(ctx);
  await impose('mute', { Length: '7' });
  const watched = await elsewhere.post(`/togglethreadwatched/${threadId}`, { on: ctx.site.code });
  expect([watched.problem, watched.json()]).toEqual([undefined, { Added: true }]);
});

test('a thread of an edition that is read-only takes no reply from another', async () => {
  const { ctx, elsewhere, crew } = await world();
  const [, reply] = onSharedBoards(ctx.site.code, await sharedThread(ctx));
  const set = (ReadOnly: boolean) =>
    inTransaction(crew, (tx) => changeSettings(tx, { ReadOnly }, 'Repairs.'));
  await set(true);
  const { problem } = await elsewhere.post(reply[1], reply[2]);
  await set(false);
  expect(problem).toMatchObject({
    status: 503,
    detail: expect.stringContaining('Nations Forever is read-only'),
  });
});

test('the longer of two mutes counts', async () => {
  const { here, impose } = await world();
  await impose('mute', { Length: '30' });
  await impose('mute', { Length: '7', Everywhere: '1' });
  expect((await here.viewer()).mutedUntil).toEqual(new Date('2026-12-21T12:00:00Z'));
});

const ofRole = async (ctx: TestCtx) => (await grantedSites(ctx)).map(({ site }) => site.code);

test('a role has no effect where its holder is muted or suspended; a warning changes nothing', async () => {
  const { ctx, crew } = await world();
  const moderator = await grantRole(await asMember(ctx), Level.moderator, ['tmnf', 'tmo']);
  const impose = (act: string, Length: string) =>
    performAct(crew, {
      site: 'tmnf',
      kind: 'user',
      id: moderator.viewer.userId,
      act,
      reason: 'Insults.',
      caseId: null,
      fields: { Length },
    });
  await impose('user.warn', '30');
  expect(await ofRole(moderator)).toEqual(['tmo', 'tmnf']);
  await impose('user.mute', '7');
  expect(await ofRole(moderator)).toEqual(['tmo']);
  ctx.clock.forward({ days: 7 });
  expect(await ofRole(moderator)).toEqual(['tmo', 'tmnf']);
});

test('recognising a session takes one statement, with and without a sanction', async () => {
  const { here, impose } = await world();
  const statements = async () => {
    let sent = 0;
    const transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
      sent += 1;
      return node;
    };
    const counting = db.withPlugin({ transformQuery, transformResult: async ({ result }) => result });
    const same = new Client({ ...here.ctx, db: counting }, table);
    for (const [name, value] of here.cookies) same.cookies.set(name, value);
    await same.viewer();
    return sent;
  };
  expect(await statements()).toBe(1);
  await impose('mute', { Length: '1' });
  expect(await statements()).toBe(1);
});

test('an account with a sanction in force does not count as trusted', async () => {
  const { ctx, here, impose, login, viewer } = await world();
  const trackId = await makeTrack({ ...ctx, viewer });
  await db
    .updateTable('track')
    .set({ awards: 10 })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', trackId)
    .execute();
  ctx.clock.forward({ days: 89 });
  await login(here);
  ctx.clock.forward({ days: 1 });
  expect((await here.viewer()).level).toBe(Level.trusted);
  await impose('warn', { Length: '30' });
  expect((await here.viewer()).level).toBe(Level.standard);
  ctx.clock.forward({ days: 29 });
  await login(here);
  expect((await here.viewer()).level).toBe(Level.standard);
  ctx.clock.forward({ days: 1 });
  expect((await here.viewer()).level).toBe(Level.trusted);
});
