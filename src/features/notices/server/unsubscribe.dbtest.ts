import { beforeEach, expect, test } from 'vitest';
import { seenFrom, type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { choose, notifyUser } from '#testing/notices.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { ownDeliveries } from './list.ts';
import { unsubscribeDays, unsubscribeToken } from './unsubscribe-token.ts';

const { db } = await testDb();
let ctx: TestCtx;
let ann: TestCtx;

beforeEach(async () => {
  ctx = await testCtx({ db });
  ann = await asMember(ctx);
  await choose(ann, { comments: 'mail', replies: 'daily', news: 'weekly', packs: 'off' });
});

/** As a mail program sends it: signed out, without cookies, with the one field of RFC 8058. */
const oneClick = async (token: string, where = ctx) =>
  (await Uploader.of(where)).ask('POST', `/notices/unsubscribe?token=${encodeURIComponent(token)}`, {
    form: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    token: null,
    headers: { accept: '*/*' },
  });
const chosen = async () => {
  const { comments, replies, news, packs } = await ownDeliveries(ann);
  return [comments, replies, news, packs];
};

test.each([
  ['comments', ['site', 'daily', 'weekly', 'off']],
  ['news', ['mail', 'daily', 'site', 'off']],
  ['daily', ['mail', 'site', 'weekly', 'off']],
  ['weekly', ['mail', 'daily', 'site', 'off']],
  ['all', ['site', 'site', 'site', 'off']],
] as const)(
  'a link for %s stops that and nothing else, signed out and as often as it is used',
  async (scope, after) => {
    const token = unsubscribeToken(ctx, ann.viewer.userId, scope);
    for (let times = 0; times < 2; times++) {
      const answer = await oneClick(token);
      expect(answer.status).toBe(200);
      expect(answer.headers.location).toBeUndefined();
    }
    expect(await chosen()).toEqual(after);
  },
);

test('the link in a mail works; what waits in the outbox is not sent then', async () => {
  const ben = await asMember(ctx);
  await notifyUser(ben, ann, 'comment.new', 'One.');
  await ctx.jobs.runAll(ctx);
  const [mail] = ctx.mail.sent;
  await notifyUser(ben, ann, 'comment.new', 'Two.', '/trackshow/2');
  const token = new URL(mail?.unsubscribeLink ?? '').searchParams.get('token') ?? '';
  expect(mail?.text).toContain(mail?.unsubscribeLink);
  expect((await oneClick(token)).status).toBe(200);
  await ctx.jobs.runAll(ctx);
  expect(ctx.mail.sent).toHaveLength(1);
});

test('forged, altered, foreign and old links stop nothing', async () => {
  const ben = await asMember(ctx);
  const token = unsubscribeToken(ctx, ann.viewer.userId, 'comments');
  const [userId, scope, issuedAt, signature] = token.split('.');
  const there = seenFrom(ctx, { site: ctx.sites[1]?.code ?? '' });
  const forged = [
    '',
    'x',
    `${userId}.${scope}.${issuedAt}`,
    `${token}x`,
    `${token}.x`,
    `${userId}.all.${issuedAt}.${signature}`,
    `${ben.viewer.userId}.${scope}.${issuedAt}.${signature}`,
    `${userId}.${scope}.zzzzzz.${signature}`,
    unsubscribeToken(
      { ...ctx, secrets: { ...ctx.secrets, unsubscribe: ctx.secrets.antiForgery } },
      ann.viewer.userId,
      'all',
    ),
    unsubscribeToken(there, ann.viewer.userId, 'all'),
  ];
  for (const one of forged) {
    const answer = await oneClick(one);
    expect(answer.status, one).toBe(400);
    expect(answer.problem?.detail).toContain('incomplete');
  }
  ctx.clock.forward({ days: unsubscribeDays });
  expect((await oneClick(token)).status, 'at its last moment').toBe(200);
  await choose(ann, { comments: 'mail' });
  ctx.clock.forward({ seconds: 1 });
  const late = await oneClick(token);
  expect([late.status, late.problem?.detail]).toEqual([
    400,
    'This link has expired. Sign in to change which emails you get.',
  ]);
  expect(await chosen()).toEqual(['mail', 'daily', 'weekly', 'off']);
});

test('a browser is sent back to the page, which asks first: GET changes nothing', async () => {
  const token = unsubscribeToken(ctx, ann.viewer.userId, 'all');
  const answer = await (await Uploader.of(ctx)).ask('POST', `/notices/unsubscribe?token=${token}`, {
    form: new URLSearchParams(),
    token: null,
    headers: { accept: 'text/html' },
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.location).toContain('done=1');
});
