import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
const client = new Client(ctx, { ...app.routes, ...app.routes });
await client.post('/register', { Name: 'Ann Bee', Email: 'ann@example.org', Password: 'long enough' });
const ann = await client.viewer();

test.each(['avatar', 'avatarmini'])('/users/%s/ answers for a user without a picture', async (kind) => {
  const path = `/users/${kind}/${ann.userId}`;
  const answer = await client.send('GET', path);
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(String(answer.body)).toContain('>AB</text>');
  const again = await client.send('GET', path, {
    headers: { 'if-none-match': String(answer.headers?.etag) },
  });
  expect(again.status).toBe(304);
});

test.each(['0', '999', 'x', '-1', '99999999999'])('there is no picture of user %s', async (id) => {
  for (const kind of ['avatar', 'avatarmini', 'banner'])
    expect((await client.send('GET', `/users/${kind}/${id}`)).status).toBe(404);
});

test('without a banner there is none', async () => {
  expect((await client.send('GET', `/users/banner/${ann.userId}`)).status).toBe(404);
});
