import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';

const { db } = await testDb();
const browser = async () => new Client(await testCtx({ db, site: 'tmnf' }), app.routes);
const ann = { Name: 'Ann', Email: 'ann@example.org', Password: 'sixteen wheels' };

test('the theme is in a cookie of its own, which other hosts cannot set over https', async () => {
  const client = await browser();
  const choose = async () => {
    const { RequestVerificationToken } = (await client.send('GET', '/api/viewer')).json<{
      RequestVerificationToken: string;
    }>();
    const form = { __RequestVerificationToken: RequestVerificationToken };
    return (await client.send('PUT', '/toggleui/1', { form })).setCookies.at(-1);
  };
  expect(await choose()).toMatch(/^ui_mode=1; /);
  expect((await client.viewer()).uiMode).toBe(1);
  client.secure = true;
  expect((await client.viewer()).uiMode, 'the cookie of http does not count').toBe(0);
  const cookie = await choose();
  expect(cookie).toMatch(/^__Host-ui_mode=1; .*Path=\/.*Secure/);
  expect(cookie).not.toContain('Domain');
  expect((await client.viewer()).uiMode).toBe(1);
});

test.each(['/logout', '/account/logouteverywhere'])('%s clears the browser’s storage', async (path) => {
  const client = await browser();
  const Name = `Ann ${path.length}`;
  await client.post('/register', { ...ann, Name, Email: `a${path.length}@example.org` });
  const answer = await client.post(path, {});
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'clear-site-data': '"cache", "storage"',
    'cache-control': 'no-store',
  });
});
