import { expect, test } from 'vitest';
import { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { addApp, newcomer } from '#testing/factors.ts';
import { securityLines } from '#testing/security-lines.ts';
import { app } from '../app.ts';
import { adminCommand } from './admin-commands.ts';

const { db } = await testDb();
const security = securityLines();
const ctx = await testCtx({ db, site: 'tmnf', log: security.log });
const client = new Client(ctx, app.routes);
const person = { Name: 'Bob B', Email: 'bob@example.org', Password: 'long enough' };
await client.post('/register', person);
const elsewhere = client.on('tmo', app.routes);
await elsewhere.signIn(person);
const levels = async () => [(await client.viewer()).level, (await elsewhere.viewer()).level];
const admin = (...args: string[]) => adminCommand(ctx, args);

test('a role applies to its edition or to all; the higher one wins', async () => {
  expect(await levels()).toEqual([2, 2]);
  expect(await admin('list')).toBe('No account has a role yet.');
  expect(await admin('grant', 'bob b', 'moderator', '--site', 'tmnf')).toBe(
    'Bob B is now Moderator on tmnf.',
  );
  expect(await levels()).toEqual([4, 2]);
  expect(await admin('grant', 'Bob B', 'leader')).toBe('Bob B is now Site Leader on all editions.');
  expect(await levels()).toEqual([5, 5]);
  expect(await admin('grant', 'Bob B', 'admin', '--site', 'tmnf')).toBe(
    'Bob B is now Administrator on tmnf.',
  );
  expect(await levels()).toEqual([6, 5]);
  expect(await admin('list')).toBe(
    'Administrator  tmnf   2026-11-21  Bob B\nSite Leader    all    2026-11-21  Bob B',
  );
  expect(await admin('revoke', 'Bob B', '--site', 'tmnf')).toBe('Bob B no longer has a role on tmnf.');
  expect(await levels()).toEqual([5, 5]);
  expect(await admin('revoke', 'Bob B')).toBe('Bob B no longer has a role on all editions.');
  expect(await admin('revoke', 'Bob B')).toBe('Bob B had no role on all editions.');
  expect(await levels()).toEqual([2, 2]);
});

test('a user is signed out on all editions, and can sign in again', async () => {
  const carl = { Name: 'Carl C', Email: 'carl@example.org', Password: 'long enough' };
  const [here, there] = [new Client(ctx, app.routes), new Client(ctx, app.routes).on('tmo', app.routes)];
  await here.post('/register', carl);
  await there.signIn(carl);
  expect(await admin('sign-out', 'Carl C')).toBe('Carl C: 2 sessions ended.');
  expect([(await here.viewer()).level, (await there.viewer()).level]).toEqual([0, 0]);
  await here.signIn(carl);
  expect((await here.viewer()).level).toBe(2);
  expect(await admin('sign-out', 'Carl C')).toBe('Carl C: 1 session ended.');
});

test('supporter status lasts until the end of the day', async () => {
  const isSupporter = async () => (await client.viewer()).isSupporter;
  expect(await admin('supporter', 'Bob B', '--until', '2026-11-22')).toContain('until 2026-11-22');
  ctx.clock.forward({ hours: 35 });
  expect(await isSupporter()).toBe(true);
  ctx.clock.forward({ hours: 1 });
  expect(await isSupporter()).toBe(false);
  await admin('supporter', 'Bob B', '--until', '2027-01-01');
  expect(await isSupporter()).toBe(true);
  expect(await admin('supporter', 'Bob B', '--until', 'today')).toBe('Bob B is no longer a supporter.');
  expect(await isSupporter()).toBe(false);
});

test.each([
  [[], 'The command is missing.'],
  [['promote', 'Bob B'], 'There is no command "promote".'],
  [['grant'], '"" is not a role'],
  [['grant', 'Nobody', 'admin'], 'There is no account named "Nobody".'],
  [['grant', 'Bob B', 'king'], '"king" is not a role: choose moderator, leader, admin.'],
  [['grant', 'Bob B', 'admin', '--site', 'xyz'], 'There is no edition "xyz"'],
  [['supporter', 'Bob B'], '--until must be a date'],
  [['supporter', 'Bob B', '--until', '2027-02-30'], '--until must be a date'],
  [['supporter', 'Bob B', '--until', '2020-01-01'], 'has already passed'],
  [['list', '--colour'], '--colour'],
])('%j is refused with a sentence', async (args, sentence) => {
  await expect(admin(...args)).rejects.toThrow(sentence);
});

test('granted and revoked roles, and supporters, are written to the security log', async () => {
  const { accountId } = await client.viewer();
  security.taken();
  await admin('grant', 'Bob B', 'moderator', '--site', 'tmnf');
  await admin('revoke', 'Bob B', '--site', 'tmnf');
  await admin('revoke', 'Bob B', '--site', 'tmnf');
  await admin('supporter', 'Bob B', '--until', 'today');
  const place = { accountId, site: 'tmnf' };
  expect(security.taken()).toEqual([
    expect.objectContaining({ event: 'role.granted', ...place, level: 4, grantedBy: null }),
    expect.objectContaining({ event: 'role.revoked', ...place }),
    expect.objectContaining({ event: 'supporter.changed', accountId, until: null }),
  ]);
});

test('lost factors are removed from an account by name', async () => {
  const owner = await newcomer(ctx);
  expect(await admin('reset-factors', owner.Name)).toBe(`${owner.Name} has no second factor.`);
  expect((await owner.client.viewer()).name).toBe(owner.Name);
  await addApp(owner.client, owner.accountId);
  expect(await admin('reset-factors', owner.Name)).toBe(
    `${owner.Name} signs in with the password alone again, and is signed out everywhere.`,
  );
  expect((await owner.client.viewer()).accountId).toBeNull();
  expect(await admin('reset-factors', owner.Name)).toBe(`${owner.Name} has no second factor.`);
});

test('a closed account is signed out, hidden and shown the reason; reopened, it signs in as before', async () => {
  const ann = new Client(ctx, app.routes);
  const form = { Name: 'Ann A', Email: 'ann@example.org', Password: 'long enough' };
  await ann.post('/register', form);
  const profile = () =>
    db
      .selectFrom('profile')
      .where('site', '=', 'tmnf')
      .innerJoin('account', 'account.account_id', 'profile.account_id')
      .where('account.name', '=', 'Ann A')
      .select(['profile.name', 'profile.closed_at'])
      .executeTakeFirst();
  await expect(admin('close', 'Ann A')).rejects.toThrow('--reason');
  expect(await admin('close', 'Ann A', '--reason', 'Spam in every thread')).toContain('is closed');
  await expect(admin('close', 'Ann A', '--reason', 'again')).rejects.toThrow('already closed');
  expect((await ann.viewer()).accountId).toBeNull();
  expect(await profile()).toMatchObject({ name: 'Deleted user' });
  const refused = await new Client(ctx, app.routes).post('/login', form);
  expect(refused.problem).toMatchObject({
    status: 403,
    detail: expect.stringContaining('Spam in every thread'),
  });
  const wrong = await new Client(ctx, app.routes).post('/login', { ...form, Password: 'no' });
  expect(wrong.status, 'the reason is only for its owner').toBe(401);
  ctx.clock.forward({ days: 30 });
  await ctx.jobs.add('erase-accounts', {});
  await ctx.jobs.runAll(ctx);

  expect(await admin('reopen', 'Ann A', '--reason', 'It was somebody else')).toContain('can sign in again');
  await ctx.jobs.runAll(ctx);
  expect(await profile()).toMatchObject({ name: 'Ann A', closed_at: null });
  expect((await ann.post('/login', form)).status).toBe(200);
  await expect(admin('reopen', 'Ann A', '--reason', 'again')).rejects.toThrow('is open');
  const acts = await db
    .selectFrom('moderation_act')
    .where('site', '=', 'tmnf')
    .select(['act', 'user_id'])
    .execute();
  expect(acts.map(({ act, user_id }) => [act, user_id])).toEqual([
    ['account.close', null],
    ['account.reopen', null],
  ]);
});
