import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
let addresses = 0;

async function register(Name: string) {
  addresses += 1;
  const client = new Client(ctx, app.routes);
  client.address = `198.51.100.${addresses}`;
  const Email = `person${addresses}@example.org`;
  return client.post('/register', { Name, Email, Password: 'a quiet evening' });
}

const olderAccount = async (name: string) =>
  db
    .insertInto('account')
    .values({
      name,
      name_key: `older ${name}`,
      email: 'x',
      email_key: `older ${name}`,
      password_hash: 'none',
      created_at: ctx.clock.now(),
    })
    .execute();

test.each([
  ['alice', ['aIice', 'ALICE', 'a|ice', 'alice.', '(alice)', 'al_ice', 'аlіce', 'ａｌｉｃｅ', 'a1ice']],
  ['Modern Times', ['Modem Times', 'M0dern Times', 'ModernTimes']],
])('after %s the name %j is refused', async (name, others) => {
  expect((await register(name)).problem).toBeUndefined();
  for (const other of others) {
    expect((await register(other)).problem, other).toMatchObject({ status: 409, field: 'Name' });
  }
  const accounts = await db.selectFrom('account').select('name').where('name', 'in', others).execute();
  expect(accounts).toEqual([]);
});

test('of two look-alikes that register at the same time, one gets the name', async () => {
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all([register(`Winnie ${round}`), register(`Wınnie ${round}.`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
});

test('names of older accounts count, even if they look alike among themselves', async () => {
  await olderAccount('Paypal');
  await olderAccount('PaypaI');
  expect((await register('раураl')).problem?.status).toBe(409);
  expect((await register('Somebody else')).status).toBe(200);
  const left = await db.selectFrom('account').select('name').where('has_look_keys', '=', false).execute();
  expect(left).toEqual([]);
  const old = await db.selectFrom('account').select('name').where('name', 'like', 'Paypa%').execute();
  expect(old).toHaveLength(2);
});

test('more older accounts than fit one statement all get their keys', async () => {
  for (let made = 0; made < 501; made++) await olderAccount(`Veteran number ${made} of the club`);
  expect((await register('Veteran number 500 of the cIub')).problem?.status).toBe(409);
});

test.each([
  ...[
    'admin\u3164',
    'admin.',
    '(admin)',
    'adm1n',
    'ADMlN',
    'Deleted user',
    'paddock_support',
    'TMNF team',
    'everyone',
    'here',
    'all',
  ],
])('the name %s is refused', async (name) => {
  expect((await register(name)).problem).toMatchObject({ status: 422, field: 'Name' });
});

test('a name that was refused leaves nothing behind', async () => {
  expect((await register('Zoltan')).status).toBe(200);
  expect((await register('Z0ltan')).problem?.status).toBe(409);
  const keys = await db
    .selectFrom('account_look')
    .innerJoin('account', 'account.account_id', 'account_look.account_id')
    .select('name')
    .where('look_key', 'like', 'zoltan%')
    .execute();
  expect(new Set(keys.map(({ name }) => name))).toEqual(new Set(['Zoltan']));
});
