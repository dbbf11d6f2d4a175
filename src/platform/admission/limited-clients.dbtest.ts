import { expect, test } from 'vitest';
import { inTransaction } from '#platform/ctx.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember } from '#testing/tracks.ts';
import { Admission } from './admission.ts';
import { accountClient, networkClient } from './clients.ts';
import {
  clientHash,
  liftLimits,
  limitedClients,
  readLifted,
  storeSlowed,
  sweepLimitedClients,
  usedUpLimits,
} from './limited-clients.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
const member = await asMember(ctx);
const network = networkClient('192.0.2.1');
const account = accountClient(member.viewer.accountId ?? 0);
const load = (client: typeof network, waiting: number, refused: number) => ({
  client,
  running: 1,
  waiting,
  refused,
});

test('clients that were refused or wait for long are listed by account or hash, never by address', async () => {
  await storeSlowed(ctx, [load(network, 3, 1), load(account, 10, 0), load(networkClient('192.0.2.2'), 9, 0)]);
  ctx.clock.forward({ minutes: 5 });
  await storeSlowed(ctx, [load(network, 7, 2)]);
  const listed = await limitedClients(ctx);
  expect(listed).toMatchObject([
    { client_hash: clientHash(ctx, network), name: null, waiting: 7, refused: 3 },
    { client_hash: clientHash(ctx, account), name: member.viewer.name, waiting: 10, refused: 0 },
  ]);
  expect(listed[0]?.last_at.getTime()).toBe((listed[0]?.since.getTime() ?? 0) + 300_000);
  expect(JSON.stringify(listed)).not.toContain('192.0.2');
  // after an hour of quiet it is another incident
  ctx.clock.forward({ minutes: 61 });
  await storeSlowed(ctx, [load(network, 0, 1)]);
  expect((await limitedClients(ctx))[0]).toMatchObject({ waiting: 0, refused: 1, since: ctx.clock.now() });
});

test('lifting takes effect in this process at the commit, in another when it reads, and ends after a day', async () => {
  const other = { ...ctx, admission: new Admission() };
  const hash = clientHash(ctx, network);
  await inTransaction(ctx, async (tx) => {
    await liftLimits(tx, { hash, accountId: null });
    expect(ctx.admission.isLifted(network)).toBe(false);
  });
  expect([ctx.admission.isLifted(network), ctx.admission.isLifted(account)]).toEqual([true, false]);
  expect(other.admission.isLifted(network)).toBe(false);
  await readLifted(other);
  expect([other.admission.isLifted(network), other.admission.isLifted(account)]).toEqual([true, false]);
  ctx.clock.forward({ hours: 24 });
  await readLifted(other);
  expect(other.admission.isLifted(network)).toBe(false);
});

test('lifting lets the rate limits of an account or address start over', async () => {
  const counted = { subject: account };
  await ctx.limits.consume('write', counted, 300);
  await expect(ctx.limits.consume('write', counted)).rejects.toMatchObject({ status: 429 });
  // the table of rate limits uses the system's clock
  const now = { db, clock: { now: () => new Date() } };
  expect(await usedUpLimits(now)).toMatchObject([{ limit: 'write', hash: clientHash(ctx, account) }]);
  await inTransaction(ctx, (tx) =>
    liftLimits(tx, { hash: clientHash(ctx, account), accountId: member.viewer.accountId }),
  );
  expect(await usedUpLimits(now)).toEqual([]);
  await ctx.limits.consume('write', counted, 300);
});

test('after a day, clients are deleted unless their limits are lifted', async () => {
  await storeSlowed(ctx, [load(networkClient('192.0.2.3'), 0, 5)]);
  ctx.clock.forward({ hours: 23 });
  await storeSlowed(ctx, [load(network, 0, 1)]);
  ctx.clock.forward({ hours: 2 });
  await sweepLimitedClients(ctx);
  expect((await limitedClients(ctx)).map(({ client_hash }) => client_hash)).toEqual([
    clientHash(ctx, network),
  ]);
});
