import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { acrossSites } from '#db/for-site.ts';
import { restorePart } from '#features/users/edit/server/acts.ts';
import { inTransaction } from '#platform/ctx.ts';
import { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { nameReservedDays } from '../../leaving.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
const password = 'correct horse battery';

let people = 0;
const register = (name: string) => {
  people += 1;
  const client = new Client(ctx, app.routes);
  client.address = `198.51.100.${people}`;
  return client
    .post('/register', { Name: name, Email: `person${people}@example.test`, Password: password })
    .then((answer) => ({ client, answer }));
};

/** A registered user with a confirmed email address, who may choose an address. */
async function user(name: string): Promise<Client> {
  const { client, answer } = await register(name);
  expect(answer.status, name).toBe(200);
  await db
    .updateTable('account')
    .set({ email_confirmed_at: ctx.clock.now() })
    .where('name', '=', name)
    .execute();
  return client;
}

const choose = (client: Client, Address: string) => client.post('/useredit', { Address });
const rename = (client: Client, Name: string) =>
  client.post('/account/name', { Name, OwnPassword: password });
const addressOf = async (name: string, site = 'tmnf') =>
  acrossSites(db, 'tests read every edition')
    .selectFrom('profile')
    .where('site', '=', site)
    .where('name', '=', name)
    .select(['user_id', 'custom_url'])
    .executeTakeFirstOrThrow();

test.each([
  ['Gwendolyn', ['gwendolyn', 'gwendo1yn', 'gwen-dolyn', 'gwend0lyn']],
  ['AIbertine', ['albertine', 'a1bertine']],
  ['Modern Talk', ['modern_talk', 'modemtalk']],
])('nobody else gets an address that looks like the name %s, on any edition', async (name, addresses) => {
  const owner = await user(name);
  const other = await user(`Neighbour of ${name}`);
  const elsewhere = other.on('tmo', app.routes);
  await elsewhere.signIn({ Name: `Neighbour of ${name}`, Password: password });
  for (const address of addresses)
    for (const client of [other, elsewhere]) {
      const { status, problem } = await choose(client, address);
      expect([address, status, problem?.field]).toEqual([address, 422, 'Address']);
    }
  expect((await choose(owner, addresses[0] ?? '')).status, 'its owner may').toBe(200);
});

test('no other user can register or take a name that looks like a current or former address, on any edition', async () => {
  const owner = await user('Ferdinand');
  const elsewhere = owner.on('tmo', app.routes);
  await elsewhere.signIn({ Name: 'Ferdinand', Password: password });
  expect((await choose(elsewhere, 'quick-silver')).status).toBe(200);
  expect((await choose(elsewhere, '')).status).toBe(200);
  expect((await register('QuickSilver')).answer.problem).toMatchObject({ status: 409, field: 'Name' });
  expect((await rename(await user('Somebody new'), 'Quick Si1ver')).problem?.field).toBe('Name');
  expect((await rename(owner, 'Quick Silver')).status, 'its owner may').toBe(200);
});

test('a former name is reserved for addresses too, and an address that was a name stays after a rename', async () => {
  const first = await user('Hedwig');
  expect((await choose(first, 'hedwig')).status).toBe(200);
  const second = await user('Isolde');
  for (const [client, name] of [
    [first, 'Hedwig the Second'],
    [second, 'Isolde the Second'],
  ] as const)
    expect((await rename(client, name)).status).toBe(200);
  const other = await user('Jeremy');
  expect((await choose(other, 'isolde')).status).toBe(422);
  ctx.clock.forward({ days: nameReservedDays, seconds: -1 });
  await other.signIn({ Name: 'Jeremy', Password: password });
  expect((await choose(other, 'isolde')).status).toBe(422);
  ctx.clock.forward({ seconds: 1 });
  expect((await choose(other, 'isolde')).status, 'the name is free').toBe(200);
  expect((await register('Hedwig')).answer.status, 'the address is permanent').toBe(409);
});

test('of a name and an address that look alike and are taken at the same time, one is', async () => {
  for (let round = 0; round < 5; round++) {
    const client = await user(`Chooser ${round}`);
    const answers = await Promise.all([
      choose(client, `rival-${'abcde'[round]}x`),
      register(`Rival ${'abcde'[round]}x`).then(({ answer }) => answer),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  }
});

/** An address from the time before addresses were compared with names. */
async function older(name: string, address: string): Promise<number> {
  const { user_id } = await addressOf(name);
  await db
    .updateTable('profile')
    .set({ custom_url: address, custom_url_at: ctx.clock.now() })
    .where('site', '=', 'tmnf')
    .where('user_id', '=', user_id)
    .execute();
  await db
    .insertInto('profile_address')
    .values({ site: 'tmnf', address, look: address, user_id, taken_at: ctx.clock.now() })
    .execute();
  return user_id;
}

test('an older address that looks like a name is withdrawn: its user is notified and may choose another one, and it leads nowhere', async () => {
  await user('Konstanze');
  const client = await user('Pretender');
  const pretender = await older('Pretender', 'konstanze');
  await user('Honest');
  const honest = await older('Honest', 'honest-driver');
  await user('Twin');
  const twin = await older('Twin', 'honestdriver');
  await ctx.jobs.add('sweep-ended', {});
  await ctx.jobs.runAll(ctx);

  expect((await addressOf('Pretender')).custom_url).toBeNull();
  expect((await addressOf('Honest')).custom_url).toBe('honest-driver');
  expect((await addressOf('Twin')).custom_url, 'two addresses that look alike both stay').toBe(
    'honestdriver',
  );
  const told = await db
    .selectFrom('notice')
    .where('site', '=', 'tmnf')
    .where('user_id', 'in', [pretender, honest, twin])
    .select(['user_id', 'text', 'link'])
    .execute();
  expect(told).toEqual([
    {
      user_id: pretender,
      text: 'The address /usershow/konstanze no longer leads to your page, because readers could mistake it for the page of Konstanze. You can choose another address now.',
      link: '/useredit',
    },
  ]);
  const left = await db
    .selectFrom('profile_address')
    .where('site', '=', 'tmnf')
    .where('address', '=', 'konstanze')
    .selectAll()
    .execute();
  expect(left).toEqual([]);
  // a moderator's undo does not bring it back
  await expect(
    inTransaction(ctx, (tx) => restorePart(tx, pretender, 'address', 'konstanze')),
  ).rejects.toMatchObject({ status: 409 });
  expect((await choose(client, 'pretender')).status).toBe(200);
  expect((await register('Honest Driver')).answer.status, 'older addresses that stay are compared').toBe(409);
});

test('before the job has run, a new name that looks like an older address is refused', async () => {
  await user('Leopold');
  await older('Leopold', 'night-rider');
  expect((await register('Night Rider')).answer.status).toBe(409);
});
