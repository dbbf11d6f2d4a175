import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { acrossSites } from '#db/for-site.ts';
import { userList } from '#features/users/list/server/list.ts';
import { reader } from '#platform/lists/run.ts';
import { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { daysBetweenRenames, nameReservedDays } from '../../leaving.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
const password = 'correct horse battery';

const register = (name: string, client = new Client(ctx, app.routes)) =>
  client
    .post('/register', { Name: name, Email: 'someone@example.test', Password: password })
    .then((answer) => ({ client, answer }));
const rename = (client: Client, name: string, fields: Record<string, string> = {}) =>
  client.post('/account/name', { Name: name, OwnPassword: password, ...fields });
const users = reader(userList);
const found = async (name: string) =>
  (await users(ctx, { fields: ['Name'], name })).Results.map(({ Name }) => Name);

test('a new name is the same on all editions at once, and the old one stays reserved', async () => {
  const { client } = await register('First Name');
  const elsewhere = client.on('tmo', app.routes);
  await elsewhere.signIn({ Name: 'First Name', Password: password });
  await register('Somebody Else');

  for (const [name, status] of [
    ['x', 422],
    ['Moderator', 422],
    ['First Name', 422],
    ['Somebody Else', 409],
    ['S0mebody E1se', 409],
  ] as const)
    expect((await rename(client, name)).status, name).toBe(status);
  ctx.clock.forward({ minutes: 11 });
  expect((await rename(client, 'Second Name', { OwnPassword: '' })).problem).toMatchObject({
    field: 'OwnPassword',
  });
  expect((await rename(client, 'Second Name')).status).toBe(200);

  expect((await client.viewer()).name).toBe('Second Name');
  expect((await elsewhere.viewer()).name).toBe('Second Name');
  const profiles = await acrossSites(db, 'tests read every edition')
    .selectFrom('profile')
    .where('name', '=', 'Second Name')
    .select(['site', 'name_folded'])
    .orderBy('site')
    .execute();
  expect(profiles.map((row) => [row.site, row.name_folded])).toEqual([
    ['tmnf', 'second name'],
    ['tmo', 'second name'],
  ]);
  expect(await found('second')).toEqual(['Second Name']);
  expect(await found('first')).toEqual([]);
  expect((await register('First.Name')).answer.status, 'reserved').toBe(409);
  const signedIn = new Client(ctx, app.routes);
  expect((await signedIn.post('/login', { Name: 'First Name', Password: password })).status).toBe(401);
  expect((await signedIn.post('/login', { Name: 'second name', Password: password })).status).toBe(200);
});

test('once in thirty days; the owner can take the old name back, others when it is free', async () => {
  const login = async (name: string) => {
    const client = new Client(ctx, app.routes);
    await client.signIn({ Name: name, Password: password });
    return client;
  };
  await rename((await register('Red Car')).client, 'Blue Car');
  ctx.clock.forward({ days: daysBetweenRenames, seconds: -1 });
  expect((await rename(await login('Blue Car'), 'Green Car')).problem?.detail).toContain('again on');
  ctx.clock.forward({ seconds: 1 });
  expect((await rename(await login('Blue Car'), 'Red Car')).status, 'its own former name').toBe(200);
  ctx.clock.forward({ days: nameReservedDays, seconds: -1 });
  expect((await register('Blue Car')).answer.status).toBe(409);
  ctx.clock.forward({ seconds: 1 });
  expect((await register('Blue Car')).answer.status, 'free without a sweep').toBe(200);
  await ctx.jobs.add('sweep-ended', {});
  await ctx.jobs.runAll(ctx);
  expect(await db.selectFrom('former_name').selectAll().execute()).toEqual([]);
});

test('of two accounts that take the same name at once, one gets it', async () => {
  const clients = await Promise.all(
    ['Left Twin', 'Right Twin'].map(async (name) => (await register(name)).client),
  );
  const answers = await Promise.all(clients.map((client) => rename(client, 'Same Twin')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});
