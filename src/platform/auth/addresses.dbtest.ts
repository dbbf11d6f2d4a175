import { expect, test } from 'vitest';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember } from '#testing/tracks.ts';
import { rememberAddress, sharingAccounts, sweepAddresses } from './addresses.ts';

const { db } = await testDb();

let network = 0;
const newAddress = () => `20.${++network >> 8}.${network & 255}.7`;

const from = (ctx: TestCtx, address: string): TestCtx => ({ ...ctx, client: { address } });
const idOf = ({ viewer }: TestCtx) => viewer.accountId ?? 0;
const use = (ctx: TestCtx, address: string) => rememberAddress(from(ctx, address), idOf(ctx));
const sharing = async (ctx: TestCtx) =>
  (await sharingAccounts(ctx, idOf(ctx))).map(({ accountId }) => accountId);

const people = async (count: number) => {
  const first = await asMember(await testCtx({ db }));
  const others = await Promise.all(Array.from({ length: count - 1 }, () => asMember(first)));
  return [first, ...others] as const;
};

test('accounts that use the same network find each other, and no others', async () => {
  const [ann, ben, cy] = await people(3);
  const shared = newAddress();
  await use(ann, shared);
  if (!ben || !cy) throw new Error('Three people are needed.');
  await use(ben, shared);
  await use(cy, newAddress());
  expect(await sharing(ann)).toEqual([idOf(ben)]);
  expect(await sharing(ben)).toEqual([idOf(ann)]);
  expect(await sharing(cy)).toEqual([]);
  const [found] = await sharingAccounts(ann, idOf(ann));
  expect(found).toMatchObject({ name: ben.viewer.name, userId: ben.viewer.userId, isSanctioned: false });
});

test('addresses of one IPv6 network count as the same; no address is stored', async () => {
  const [ann, ben] = await people(2);
  if (!ben) throw new Error('Two people are needed.');
  await use(ann, '2600:1f18:7:8::1');
  await use(ben, '2600:1f18:7:8:aaaa::2');
  expect(await sharing(ann)).toEqual([idOf(ben)]);
  const rows = await db.selectFrom('account_address').selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/2600|20\.0/);
});

test('after exactly thirty days nothing is left', async () => {
  const [ann, ben] = await people(2);
  if (!ben) throw new Error('Two people are needed.');
  const shared = newAddress();
  await use(ann, shared);
  await use(ben, shared);
  ann.clock.forward({ days: 29, hours: 23, minutes: 59, seconds: 59 });
  await sweepAddresses(ann);
  expect(await sharing(ann)).toEqual([idOf(ben)]);
  ann.clock.forward({ seconds: 1 });
  expect(await sharing(ann)).toEqual([]);
  await sweepAddresses(ann);
  const left = await db
    .selectFrom('account_address')
    .where('account_id', '=', idOf(ann))
    .selectAll()
    .execute();
  expect(left).toEqual([]);
});

test('the network of twenty accounts counts, that of twenty-one does not', async () => {
  const all = await people(21);
  const shared = newAddress();
  const last = all.at(-1);
  for (const person of all.slice(0, -1)) await use(person, shared);
  expect(await sharing(all[0])).toHaveLength(19);
  if (last) await use(last, shared);
  expect(await sharing(all[0])).toEqual([]);
});

test('a muted account is marked', async () => {
  const [ann, ben] = await people(2);
  if (!ben) throw new Error('Two people are needed.');
  const shared = newAddress();
  await use(ann, shared);
  await use(ben, shared);
  await db
    .insertInto('sanction')
    .values({
      account_id: idOf(ben),
      site: ben.site.code,
      kind: 'mute',
      reason: 'Spam',
      imposed_by: null,
      imposed_at: ben.clock.now(),
      ends_at: new Date(ben.clock.now().getTime() + 1000),
    })
    .execute();
  expect((await sharingAccounts(ann, idOf(ann)))[0]).toMatchObject({ isSanctioned: true });
  ann.clock.forward({ seconds: 1 });
  expect((await sharingAccounts(ann, idOf(ann)))[0]).toMatchObject({ isSanctioned: false });
});

test('work without a request records nothing', async () => {
  const [ann] = await people(1);
  await rememberAddress(ann, idOf(ann));
  await use(ann, 'not an address');
  await use(ann, '127.0.0.1');
  await use(ann, '192.168.1.7');
  const rows = await db
    .selectFrom('account_address')
    .where('account_id', '=', idOf(ann))
    .selectAll()
    .execute();
  expect(rows).toEqual([]);
});
