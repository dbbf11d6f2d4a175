import { expect, test } from 'vitest';
import type { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { newcomer } from '#testing/factors.ts';
import { ownTokens } from './tokens.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const create = (client: Client, Name = 'Night shift') =>
  client.post('/account/tokens', { Name, Scopes: 'records', Days: '30' });
const listOf = async (client: Client) => ownTokens({ ...client.ctx, viewer: await client.viewer() });

test('an active token of an account has a name of its own, also when several are created at once', async () => {
  const { client } = await newcomer(world);
  const other = await newcomer(world);
  const answers = await Promise.all(Array.from({ length: 5 }, () => create(client)));
  const refused = answers.flatMap(({ problem }) => (problem ? [problem] : []));
  expect(refused).toHaveLength(4);
  expect(refused[0]).toMatchObject({
    status: 422,
    field: 'Name',
    detail:
      'Name: you already have an API token called “Night shift”. Choose another name, or revoke that token first.',
  });
  expect(await listOf(client)).toHaveLength(1);
  expect((await create(client, 'Day shift')).problem).toBeUndefined();
  expect((await create(other.client)).problem).toBeUndefined();
});

test('the name of an expired or revoked token can be used again', async () => {
  const { client, accountId } = await newcomer(world);
  await create(client);
  const now = client.ctx.clock.now().getTime();
  const expiresAt = (ms: number) =>
    db
      .updateTable('api_token')
      .set({ created_at: new Date(now - 1), expires_at: new Date(now + ms) })
      .where('account_id', '=', accountId)
      .execute();
  await expiresAt(1);
  expect((await create(client)).problem).toMatchObject({ status: 422, field: 'Name' });
  await expiresAt(0);
  expect((await create(client)).problem).toBeUndefined();
  const [newest] = await listOf(client);
  expect((await create(client)).problem?.status).toBe(422);
  await client.post(`/account/tokens/${newest?.tokenId}/revoke`, {});
  expect((await create(client)).problem).toBeUndefined();
});
