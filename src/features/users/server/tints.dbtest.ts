import { beforeAll, expect, test } from 'vitest';
import { app } from '#app.ts';
import { grantRole, revokeRole, setSupporter } from '#features/accounts/roles/server/grants.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { Level } from '#lib/codes/level.ts';
import { reader } from '#platform/lists/run.ts';
import { Client } from '#testing/client.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { userList } from '../list/server/list.ts';
import { refreshTints } from './refresh-tints.ts';

const { db } = await testDb({ editions: 'all' });
const ctx = await testCtx({ db, site: 'tmnf' });
const client = new Client(ctx, app.routes);
const read = reader(userList);
let accountId = 0;

beforeAll(async () => {
  await client.post('/register', { Name: 'Ann', Email: 'ann@example.org', Password: 'long enough' });
  accountId = (await client.viewer()).accountId ?? 0;
  const elsewhere = client.on('tmo', app.routes);
  await elsewhere.signIn({ Name: 'Ann', Password: 'long enough' });
});

/** The tint on each edition with a profile. */
async function tints(): Promise<Record<string, number | undefined>> {
  const of = async (site: string) =>
    (await read(seenFrom(ctx, { site }), { fields: ['Tint'], count: 1 })).Results[0]?.Tint;
  return { tmnf: await of('tmnf'), tmo: await of('tmo') };
}

test('a role tints the name on its editions, and revoking it ends that', async () => {
  expect(await tints()).toEqual({ tmnf: 0, tmo: 0 });
  const grant = { accountId, grantedBy: null, level: Level.moderator };
  await grantRole(ctx, { ...grant, site: 'tmnf' });
  expect(await tints()).toEqual({ tmnf: 2, tmo: 0 });
  await grantRole(ctx, { ...grant, site: null });
  expect(await tints()).toEqual({ tmnf: 2, tmo: 2 });
  await revokeRole(ctx, accountId, null);
  expect(await tints()).toEqual({ tmnf: 2, tmo: 0 });
  await revokeRole(ctx, accountId, 'tmnf');
  expect(await tints()).toEqual({ tmnf: 0, tmo: 0 });
});

test('supporters are tinted until their time is over; the crew is tinted as such', async () => {
  const now = ctx.clock.now();
  // the database's own clock decides on a write
  await setSupporter(ctx, accountId, daysBefore(now, -100));
  expect(await tints()).toEqual({ tmnf: 1, tmo: 1 });
  await grantRole(ctx, { accountId, grantedBy: null, level: Level.moderator, site: 'tmo' });
  expect(await tints()).toEqual({ tmnf: 1, tmo: 2 });

  await refreshTints.run(ctx, 'night', {});
  expect(await tints()).toEqual({ tmnf: 1, tmo: 2 });
  ctx.clock.forward({ days: 101 });
  await refreshTints.run(ctx, 'night', {});
  expect(await tints()).toEqual({ tmnf: 0, tmo: 2 });
});

test('a profile that is created later has the tint of its account', async () => {
  await setSupporter(ctx, accountId, new Date('2099-01-01T00:00:00Z'));
  const third = client.on('tms', app.routes);
  await third.signIn({ Name: 'Ann', Password: 'long enough' });
  const { Results } = await read(seenFrom(ctx, { site: 'tms' }), { fields: ['Name', 'Tint'], count: 1 });
  expect(Results).toEqual([{ Name: 'Ann', Tint: 1 }]);
});
