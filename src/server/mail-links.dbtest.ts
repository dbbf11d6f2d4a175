import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { tokenField } from '#platform/anti-forgery.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask } from '#testing/http.ts';
import { smallServer } from '#testing/small-server.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
const { site } = ctx;
let people = 0;

/** Registers, requests a new password, and returns the links of the mails. */
async function linksOfMails(port: number, host: string, headers: Record<string, string> = {}) {
  people += 1;
  const person = { Name: `Ann ${people}`, Email: `ann${people}@example.org`, Password: 'sixteen wheels' };
  const seen = await ask(port, '/api/viewer', { host, headers });
  const cookie = seen.headers['set-cookie']?.map((line) => line.split(';')[0]).join('; ') ?? '';
  const token = JSON.parse(seen.text).RequestVerificationToken;
  for (const [path, form] of [
    ['/register', person],
    ['/account/forgot', { Name: person.Email }],
  ] as const) {
    const answer = await ask(port, path, {
      host,
      method: 'POST',
      headers: {
        ...headers,
        cookie,
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ ...form, [tokenField]: token }).toString(),
    });
    expect(answer.status, answer.text).toBe(200);
  }
  await ctx.jobs.runAll(ctx);
  const mails = ctx.mail.sent.splice(0);
  return mails.flatMap(({ text }) => [...text.matchAll(/https?:\/\/[^/\s]*/g)].map(([origin]) => origin));
}

test('links in mails lead to the public origin, regardless of Host and untrusted headers', async () => {
  const port = await smallServer({ services: ctx, site, routes: app.routes, trustProxy: false });
  const links = await linksOfMails(port, `${site.host}:6666`, {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  });
  expect(links.length).toBeGreaterThanOrEqual(2);
  expect(new Set(links)).toEqual(new Set([`http://${site.host}:${port}`]));
});

test('behind a proxy they have its scheme and no port, under the first name of the edition', async () => {
  const port = await smallServer({ services: ctx, site, routes: app.routes, trustProxy: true });
  const links = await linksOfMails(port, 'inner:4321', {
    'x-forwarded-host': `${site.aliases[0] ?? site.host}:6666`,
    'x-forwarded-proto': 'https',
  });
  expect(links.length).toBeGreaterThanOrEqual(2);
  expect(new Set(links)).toEqual(new Set([`https://${site.host}`]));
});
