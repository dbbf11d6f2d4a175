import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { acrossSites, forSite } from '#db/for-site.ts';
import { type Answer, Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { endedByDeadlock } from '#testing/deadlock.ts';
import { makeComment } from '#testing/make-lists.ts';
import { makeTrack } from '#testing/tracks.ts';
import { nameReservedDays } from '../../leaving.ts';
import { closeAccount } from './closing.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf', delivers: true });
const password = 'correct horse battery';
const all = acrossSites(db, 'tests read every edition');

async function register(name: string): Promise<Client> {
  const client = new Client(ctx, app.routes);
  const answer = await client.post('/register', {
    Name: name,
    Email: `${name.replaceAll(' ', '.')}@example.test`,
    Password: password,
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.problem));
  await ctx.jobs.runAll(ctx);
  return client;
}
const signIn = async (name: string, site = 'tmnf') => {
  const client = new Client(ctx, app.routes).on(site, app.routes);
  return { client, answer: await client.post('/login', { Name: name, Password: password }) };
};
const leaveWith = (client: Client, fields: Record<string, string> = {}) =>
  client.post('/account/delete', { Tracks: 'removed', Sure: 'yes', ...fields });
const profilesNamed = async (name: string) =>
  (await all.selectFrom('profile').where('name', '=', name).orderBy('site').select('site').execute()).map(
    ({ site }) => site,
  );
const runJob = (name: string) => ctx.jobs.add(name, {}).then(() => ctx.jobs.runAll(ctx));

test('leaving: signed out everywhere, hidden on all editions, a mail with the date, and back within fourteen days', async () => {
  const ann = await register('Ann Leaver');
  const { client: elsewhere } = await signIn('Ann Leaver', 'tmo');
  expect(await profilesNamed('Ann Leaver')).toEqual(['tmnf', 'tmo']);

  expect((await leaveWith(ann, { Sure: '' })).problem).toMatchObject({ field: 'Sure' });
  expect((await leaveWith(ann, { Tracks: 'some' })).problem).toMatchObject({ field: 'Tracks' });
  ctx.clock.forward({ minutes: 11 });
  expect((await leaveWith(ann)).problem, 'proof').toMatchObject({ field: 'OwnPassword' });
  expect((await leaveWith(ann, { OwnPassword: 'wrong' })).status).toBe(422);
  expect(await profilesNamed('Ann Leaver')).toHaveLength(2);
  expect((await leaveWith(ann, { OwnPassword: password })).status).toBe(200);

  for (const client of [ann, elsewhere]) expect((await client.viewer()).accountId).toBeNull();
  expect(await profilesNamed('Ann Leaver')).toEqual([]);
  expect(await profilesNamed('Deleted user')).toEqual(['tmnf', 'tmo']);
  await ctx.jobs.runAll(ctx);
  const mail = ctx.mail.sent.at(-1);
  expect(mail).toMatchObject({ to: 'Ann.Leaver@example.test', subject: 'Your account is closed' });
  expect(mail?.text).toContain('2026-12-05');
  expect(ctx.mail.lastLink()).toBe('/login');

  const { answer: wrong } = await signIn('Ann Leaver').then(async ({ client }) => ({
    answer: await client.post('/login', { Name: 'Ann Leaver', Password: 'wrong' }),
  }));
  expect(wrong.status).toBe(401);
  ctx.clock.forward({ days: 13, hours: 23 });
  await runJob('erase-accounts');
  const { client: back, answer } = await signIn('Ann Leaver');
  expect((await back.viewer()).accountId, 'no session yet').toBeNull();
  const link = answer.json<{ Closed: { Link: string } }>().Closed.Link;
  const token = new URL(link, 'http://x').searchParams.get('token') ?? '';
  expect((await back.post('/account/reopen', { Token: 'x' })).problem).toMatchObject({ field: 'Token' });
  expect((await back.post('/account/reopen', { Token: token })).status).toBe(200);
  expect((await back.viewer()).name).toBe('Ann Leaver');
  expect((await back.post('/account/reopen', { Token: token })).status, 'once').toBe(422);
  expect(await profilesNamed('Ann Leaver')).toEqual(['tmnf', 'tmo']);
  await ctx.jobs.runAll(ctx);
  expect(await db.selectFrom('account_closing').selectAll().execute()).toEqual([]);
});

test('after fourteen days everything is erased, and the name is free ninety days later', async () => {
  const bob = await register('Bob Leaver');
  const accountId = (await bob.viewer()).accountId ?? 0;
  expect((await leaveWith(bob)).status).toBe(200);
  ctx.clock.forward({ days: 14 });
  await runJob('erase-accounts');
  await runJob('erase-accounts');
  expect(
    await db.selectFrom('account').where('account_id', '=', accountId).selectAll().executeTakeFirst(),
  ).toMatchObject({ name: 'Deleted user', email: '', password_hash: 'none' });
  expect((await signIn('Bob Leaver')).answer.status).toBe(401);
  const again = () =>
    new Client(ctx, app.routes).post('/register', {
      Name: 'B0b Leaver',
      Email: 'other@example.test',
      Password: password,
    });
  ctx.clock.forward({ days: nameReservedDays, seconds: -1 });
  await runJob('sweep-ended');
  expect((await again()).status).toBe(409);
  ctx.clock.forward({ seconds: 1 });
  await runJob('sweep-ended');
  expect((await again()).status).toBe(200);
});

test('closing an account runs again after a deadlock', async () => {
  const accountId = (await (await register('Cy Leaver')).viewer()).accountId ?? 0;
  const closing = {
    account_id: accountId,
    by_owner: true,
    reason: '',
    tracks: 'kept',
    origin: 'http://localhost',
    erase_at: ctx.clock.now(),
  } as const;
  await closeAccount(ctx, [{ name: 'texts', covers: [], hide: endedByDeadlock(1) }], closing);
  expect(await profilesNamed('Cy Leaver')).toEqual([]);
});

test('the only administrator cannot leave', async () => {
  const boss = await register('Boss Leaver');
  const accountId = (await boss.viewer()).accountId ?? 0;
  const grant = {
    account_id: accountId,
    site: null,
    level: 6,
    granted_by: null,
    granted_at: ctx.clock.now(),
  };
  await db.insertInto('role_grant').values(grant).execute();
  const fresh = (await signIn('Boss Leaver')).client;
  expect((await leaveWith(fresh)).status).toBe(409);
  const other = await register('Other Boss');
  const otherId = (await other.viewer()).accountId ?? 0;
  await db
    .insertInto('role_grant')
    .values({ ...grant, account_id: otherId })
    .execute();
  expect((await leaveWith(fresh)).status).toBe(200);
});

test('what waits while the account is closed adds nothing to it, and does not show its name again', async () => {
  const name = 'Late Adder';
  const client = await register(name);
  const accountId = (await client.viewer()).accountId ?? 0;
  const waiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    ).rows.length;
  let late: Promise<Answer>[] = [];
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('account').where('account_id', '=', accountId).select('name').forUpdate().execute();
    late = [
      client.post('/account/tokens', { Name: 'Late', Scopes: 'records', Days: '30' }),
      client.post('/account/name', { Name: 'Later Adder', OwnPassword: password }),
      client.post('/account/export', {}),
    ];
    await expect.poll(waiting).toBe(late.length);
    await tx
      .insertInto('account_closing')
      .values({
        account_id: accountId,
        state: 'closed',
        closed_at: ctx.clock.now(),
        by_owner: true,
        reason: '',
        tracks: 'kept',
        origin: '',
        erase_at: null,
      })
      .execute();
  });
  const problems = (await Promise.all(late)).map(({ problem }) => problem?.detail);
  expect(problems).toEqual(late.map(() => 'This account is closed.'));
  expect(await profilesNamed('Later Adder')).toEqual([]);
});

test('a comment whose write ends after the account is closed is hidden, too', async () => {
  const client = await register('Late Writer');
  const { userId } = await client.viewer();
  const owner = await register('Track Owner');
  const track = await makeTrack({ ...ctx, viewer: await owner.viewer() }, { name: 'Written about' });
  expect((await leaveWith(client)).status).toBe(200);
  await makeComment(ctx, { trackId: track, userId, text: 'Written in the same moment' });
  const shown = () =>
    forSite(ctx, 'comment')
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .selectAll()
      .execute();
  expect(await shown()).toHaveLength(1);
  ctx.clock.forward({ minutes: 10 });
  await runJob('complete-closings');
  expect(await shown()).toEqual([]);
});
