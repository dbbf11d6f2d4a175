import { expect, test } from 'vitest';
import { accountRoutes } from '#features/accounts/server/endpoints.ts';
import { Level } from '#lib/codes/level.ts';
import { limits } from '#platform/rate-limits.ts';
import type { Client } from '#testing/client.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { newcomer } from '#testing/factors.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { replayEndpoints } from './endpoints.ts';
import { sendOnlineRecords } from './online-write.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const table = { ...accountRoutes, ...replayEndpoints({ onChange: [] }) };
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
const stored = async (uid: string) =>
  (
    await db
      .selectFrom('online_record')
      .where('site', '=', 'tmnf')
      .where('uid', '=', uid)
      .select(['mode', 'login', 'time_ms'])
      .orderBy('mode')
      .orderBy('time_ms')
      .orderBy('login')
      .execute()
  ).map(({ mode, login, time_ms }) => `${mode} ${login} ${time_ms}`);

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

test('a board has as many records as the setting allows; the last one makes room', async () => {
  const server = await controller(await testCtx({ db, site: 'tmnf', settings: { onlineRecords: 3 } }));
  const uid = await freshUid();
  const batch = ['a', 'b', 'c', 'd'].map((login, at) => record(uid, login, 1000 + at));
  expect(results(await send(server, batch))).toEqual(['added', 'added', 'added', 'too slow']);
  expect(results(await send(server, [record(uid, 'e', 1001)]))).toEqual(['added']);
  expect(await stored(uid)).toEqual(['1 a 1000', '1 b 1001', '1 e 1001']);
});

test('servers that send at once leave no more than allowed', async () => {
  const ctx = await testCtx({ db, site: 'tmnf', settings: { onlineRecords: 5 } });
  const sender = seenFrom(ctx, { viewer: author.viewer });
  const uid = await freshUid();
  await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      sendOnlineRecords.perform(sender, { Server: '', Records: [record(uid, `login${at}`, 2000 - at)] }),
    ),
  );
  expect(await stored(uid)).toHaveLength(5);
  expect((await stored(uid))[0]).toBe('1 login11 1989');
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
    [{ Records: [{ ...valid, Time: 0 }] }, 'Records.0.Time: must be at least 1 millisecond.'],
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

test('the records of one token are limited, each record counts', async () => {
  const server = await controller();
  const { token_id } = await db
    .selectFrom('api_token')
    .where('account_id', '=', server.accountId)
    .select('token_id')
    .executeTakeFirstOrThrow();
  const uid = await freshUid();
  const most = limits['online-record'].points;
  await world.limits.consume('online-record', { subject: `token ${token_id}` }, most - 2);
  expect((await send(server, [record(uid, 'ann', 3), record(uid, 'ben', 3)])).status).toBe(200);
  expect((await send(server, [record(uid, 'cy', 3)])).problem?.status).toBe(429);
});
