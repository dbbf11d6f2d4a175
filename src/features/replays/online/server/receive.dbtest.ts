import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { limits } from '#platform/rate-limits.ts';
import { writeSettings } from '#platform/switches/write.ts';
import type { Client } from '#testing/client.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { newcomer } from '#testing/factors.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { sendOnlineRecords } from './receive.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const table = { ...app.routes, ...app.routes };
const author = await asMember(world);

const uidOf = async (trackId: number) =>
  (
    await db
      .selectFrom('track_version')
      .where('site', '=', 'tmnf')
      .where('track_id', '=', trackId)
      .select('uid')
      .executeTakeFirstOrThrow()
  ).uid;
const freshUid = async (options?: Parameters<typeof makeTrack>[1]) => uidOf(await makeTrack(author, options));

async function controller(ctx = world) {
  const { client, accountId } = await newcomer(ctx, table);
  const form = { Name: 'Night shift', Scopes: 'records', Days: '0' };
  const { Token } = (await client.post('/account/tokens', form)).json<{ Token: string }>();
  const { userId } = await client.viewer();
  return { client, accountId, userId, headers: { authorization: `Bearer ${Token}` } };
}
type Controller = Awaited<ReturnType<typeof controller>>;

const record = (UId: string, Login: string, Time: number, Mode = 1) => ({ UId, Mode, Login, Time });
const send = ({ client, headers }: Controller, Records: object[], Server = 'Night Shift') =>
  client.send('POST', '/api/tracks/dedimania', { json: { Server, Records }, headers });
const results = (answer: Awaited<ReturnType<Client['send']>>) =>
  answer.json<{ Results: { Result: string }[] }>().Results.map(({ Result }) => Result);
const stored = async (uid: string, only?: 'shown') =>
  (
    await db
      .selectFrom('online_record')
      .where('site', '=', 'tmnf')
      .where('uid', '=', uid)
      .$if(only === 'shown', (query) => query.where('is_shown', '=', true))
      .select(['mode', 'login', 'time_ms'])
      .orderBy('mode')
      .orderBy('time_ms')
      .orderBy('login')
      .execute()
  ).map(({ mode, login, time_ms }) => `${mode} ${login} ${time_ms}`);

const shown = (uid: string) => stored(uid, 'shown');

const approveSender = (userId: number) =>
  db
    .insertInto('record_server')
    .values({ site: 'tmnf', user_id: userId, state: 'approved', decided_at: world.clock.now() })
    .execute();
async function approved(server: Controller): Promise<Controller> {
  await approveSender(server.userId);
  return server;
}

test('records are stored per track, mode and login; sending them again changes nothing', async () => {
  const server = await controller();
  const uid = await freshUid();
  const batch = [record(uid, 'ann', 41_000), record(uid, 'ann', 42_000, 0), record(uid, 'ben', 40_000)];
  expect(results(await send(server, batch))).toEqual(['added', 'added', 'added']);
  const first = await stored(uid);
  expect(first).toEqual(['0 ann 42000', '1 ben 40000', '1 ann 41000']);
  expect(results(await send(server, batch))).toEqual(['not better', 'not better', 'not better']);
  expect(await stored(uid)).toEqual(first);
  expect(results(await send(server, [record(uid, 'ann', 40_999)], 'Other'))).toEqual(['improved']);
  const list = await server.client.send('GET', '/api/tracks/dedimania?login=ann&fields=Time,Mode,Server');
  expect(list.json()).toMatchObject({
    Results: expect.arrayContaining([
      { Time: 40_999, Mode: 1, Server: 'Other' },
      { Time: 42_000, Mode: 0, Server: 'Night Shift' },
    ]),
  });
});

test('a row stores who sent it, and when', async () => {
  const server = await controller();
  const uid = await freshUid();
  await send(server, [record(uid, 'ann', 41_000)]);
  const row = await db
    .selectFrom('online_record')
    .where('site', '=', 'tmnf')
    .where('uid', '=', uid)
    .selectAll()
    .executeTakeFirst();
  expect(row).toMatchObject({ sent_by: server.userId, sent_at: world.clock.now() });
});

test('hidden and unlisted tracks look unknown, and tracks without times are refused', async () => {
  const server = await controller();
  const hidden = await freshUid({ isPublic: false });
  const unlisted = await freshUid({ isListed: false });
  const stunts = await makeTrack(author);
  await db
    .updateTable('track')
    .set({ primary_type: 3 })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', stunts)
    .execute();
  const uids = ['never_uploaded', hidden, unlisted, await uidOf(stunts), await freshUid()];
  const answer = await send(
    server,
    uids.map((uid) => record(uid, 'ann', 41_000)),
  );
  expect(results(answer)).toEqual(['unknown track', 'unknown track', 'unknown track', 'no times', 'added']);
  expect(await stored(hidden)).toEqual([]);
});

test('a board shows as many records as the setting allows; what is too slow for it stays stored', async () => {
  const ctx = await testCtx({ db, site: 'tmnf', settings: { onlineRecords: 3 } });
  const server = await approved(await controller(ctx));
  const uid = await freshUid();
  const batch = ['a', 'b', 'c', 'd'].map((login, at) => record(uid, login, 41_000 + at));
  expect(results(await send(server, batch))).toEqual(['added', 'added', 'added', 'added']);
  expect(await shown(uid)).toEqual(['1 a 41000', '1 b 41001', '1 c 41002']);
  expect(results(await send(server, [record(uid, 'e', 41_001)]))).toEqual(['added']);
  expect(await shown(uid)).toEqual(['1 a 41000', '1 b 41001', '1 e 41001']);
  expect(await stored(uid)).toHaveLength(5);
});

test('servers that send at once show no more than allowed', async () => {
  const ctx = await testCtx({ db, site: 'tmnf', settings: { onlineRecords: 5 } });
  await approveSender(author.viewer.userId);
  const sender = seenFrom(ctx, { viewer: author.viewer });
  const uid = await freshUid();
  await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      sendOnlineRecords.perform(sender, { Server: '', Records: [record(uid, `login${at}`, 42_000 - at)] }),
    ),
  );
  expect(await shown(uid)).toHaveLength(5);
  expect((await shown(uid))[0]).toBe('1 login11 41989');
});

test('only users with a confirmed address may send; a refused batch stores nothing', async () => {
  const basic = seenFrom(world, { viewer: { ...author.viewer, level: Level.basic } });
  const uid = await freshUid();
  const sent = { Server: '', Records: [record(uid, 'ann', 41_000)] };
  await expect(sendOnlineRecords.perform(basic, sent)).rejects.toMatchObject({ status: 403 });
  const server = await controller();
  const answer = await send(server, [record(uid, 'ann', 41_000), record(uid, 'ben', 0)]);
  expect(answer.problem).toMatchObject({ status: 400, field: 'Records.1.Time' });
  expect(await stored(uid)).toEqual([]);
});

test('a request of another form gets a sentence that names the field', async () => {
  const { client, headers } = await controller();
  const valid = record('abc', 'ann', 41_000);
  const detailOf = async (json: unknown) =>
    (await client.send('POST', '/api/tracks/dedimania', { json, headers })).problem?.detail;
  for (const [json, detail] of [
    [{}, 'Records: must be a list of records.'],
    [[], 'The request must be an object.'],
    [{ Records: [valid, 'ann'] }, 'Records.1: must be an object.'],
    [{ Records: [{ ...valid, UId: undefined }] }, 'Records.0.UId: is missing.'],
    [{ Records: [{ ...valid, Login: 7 }] }, 'Records.0.Login: must be text.'],
    [{ Records: [{ ...valid, Mode: 2 }] }, 'Records.0.Mode: must be 0 (rounds) or 1 (time attack).'],
    [{ Records: [{ ...valid, Time: 0 }] }, 'Records.0.Time: must be at least 500 milliseconds.'],
    [{ Records: [valid], Server: 7 }, 'Server: must be text.'],
  ] as const) {
    expect(await detailOf(json)).toBe(detail);
  }
});

test('a visitor and a session cannot send', async () => {
  const { client } = await controller();
  const json = { Records: [record(await freshUid(), 'ann', 41_000)] };
  expect((await client.send('POST', '/api/tracks/dedimania', { json })).problem?.status).toBe(401);
});

/** Another token of the same account. */
async function otherToken({ client, ...server }: Controller): Promise<Controller> {
  const form = { Name: 'Day shift', Scopes: 'records', Days: '0' };
  const { Token } = (await client.post('/account/tokens', form)).json<{ Token: string }>();
  return { ...server, client, headers: { authorization: `Bearer ${Token}` } };
}

test('the records of one account are limited, each record counts, and another token gives no more', async () => {
  const server = await controller();
  const other = await otherToken(server);
  const uid = await freshUid();
  const most = limits['online-record'].points;
  await world.limits.consume('online-record', { subject: `account ${server.accountId}` }, most - 2);
  const two = [record(uid, 'ann', 41_000), record(uid, 'ben', 41_000)];
  expect((await send(server, two)).status).toBe(200);
  for (const sender of [server, other])
    expect((await send(sender, [record(uid, 'cy', 41_000)])).problem?.status).toBe(429);
});

test('while the edition is paused, records are refused with the reason', async () => {
  const server = await controller();
  const uid = await freshUid();
  const pause = async (paused: boolean) => {
    await inTransaction(world, (tx) => writeSettings(tx, { Paused: paused }));
  };
  await pause(true);
  const refused = await send(server, [record(uid, 'ann', 50_000)]);
  expect(refused.problem).toMatchObject({
    status: 503,
    detail: expect.stringContaining('restored from a backup'),
  });
  expect(await stored(uid)).toEqual([]);
  await pause(false);
  expect(results(await send(server, [record(uid, 'ann', 50_000)]))).toEqual(['added']);
});
