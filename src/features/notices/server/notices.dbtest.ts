import { expect, test } from 'vitest';
import { inTransaction } from '#platform/ctx.ts';
import { seenFrom, type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { visitorOf } from '#testing/writes.ts';
import { notify } from './actions.ts';
import { ownNotices, unreadNotices } from './list.ts';

const { db } = await testDb({ editions: 'all' });

const tell = (ctx: TestCtx, to: TestCtx, text: string, link: string) =>
  inTransaction(ctx, (tx) => notify(tx, { to: [to.viewer.userId], kind: 'award.new', text, link }));
const post = async (ctx: TestCtx, path: string, form: Record<string, string> = {}) =>
  (await Uploader.of(ctx)).ask('POST', path, { form: new URLSearchParams(form) });
const textsOf = async (ctx: TestCtx) =>
  (await ownNotices(ctx, new URLSearchParams())).rows.map((row) => row.text);

async function world() {
  const ctx = await testCtx({ db });
  return { ctx, ann: await asMember(ctx), ben: await asMember(ctx) };
}

test('one notice is marked as read, then all on the page; later ones stay new', async () => {
  const { ctx, ann, ben } = await world();
  for (const number of [1, 2, 3]) {
    ctx.clock.forward({ minutes: 1 });
    await tell(ben, ann, `Award ${number}`, `/trackshow/${number}`);
  }
  expect(await unreadNotices(ann)).toBe(3);
  expect(await textsOf(ann)).toEqual(['Award 3', 'Award 2', 'Award 1']);
  const newest = (await ownNotices(ann, new URLSearchParams())).rows[0];
  expect((await post(ann, `/notices/${newest?.noticeId}/read`)).status).toBe(200);
  expect(await textsOf(ann), 'unread ones first').toEqual(['Award 2', 'Award 1', 'Award 3']);
  const until = String(ctx.clock.now().getTime());
  ctx.clock.forward({ minutes: 1 });
  await tell(ben, ann, 'Award 4', '/trackshow/4');
  await post(ann, '/notices/read', { Until: until });
  expect(await unreadNotices(ann)).toBe(1);
  expect(await textsOf(ann)).toEqual(['Award 4', 'Award 3', 'Award 2', 'Award 1']);
});

test('nobody can read, mark or count another user’s notices', async () => {
  const { ann, ben } = await world();
  await tell(ben, ann, 'For Ann', '/trackshow/1');
  const [notice] = (await ownNotices(ann, new URLSearchParams())).rows;
  expect((await post(ben, `/notices/${notice?.noticeId}/read`)).status).toBe(200);
  await post(ben, '/notices/read');
  expect(await unreadNotices(ann)).toBe(1);
  expect(await unreadNotices(ben)).toBe(0);
  expect(await textsOf(ben)).toEqual([]);
});

test('visitors have none and must sign in', async () => {
  const { ctx } = await world();
  const visitor = visitorOf(ctx);
  expect(await visitor('POST', '/notices/read')).toBe(401);
  expect(await visitor('POST', '/notices/1/read')).toBe(401);
  expect(await visitor('POST', '/notices/1/unread')).toBe(401);
  expect(await visitor('POST', '/notices/settings', { All: 'mail' })).toBe(401);
  expect(await unreadNotices(ctx)).toBe(0);
});

test.each(['0', '-1', 'x', '9999999999', '1.5'])('the number %s is refused', async (id) => {
  const { ann } = await world();
  expect((await post(ann, `/notices/${id}/read`)).status).toBe(400);
});

test('paging shows every notice once, unread ones first', async () => {
  const { ctx, ann, ben } = await world();
  for (let number = 0; number < 50; number++) {
    if (number % 3 === 0) ctx.clock.forward({ seconds: 1 }); // several with the same time
    await tell(ben, ann, `${number}`, `/trackshow/${number + 1}`);
  }
  const first = await ownNotices(ann, new URLSearchParams());
  await post(ann, `/notices/${first.rows[49 % 40]?.noticeId}/read`);
  const page = await ownNotices(ann, new URLSearchParams());
  expect(page.rows).toHaveLength(40);
  const rest = await ownNotices(ann, new URLSearchParams(page.next ?? ''));
  const all = [...page.rows, ...rest.rows];
  expect(new Set(all.map((row) => row.text)).size).toBe(50);
  expect(all.map((row) => row.isUnread)).toEqual([...Array.from({ length: 49 }, () => true), false]);
  expect(rest.next).toBeNull();
});

test('the count is limited to a hundred', async () => {
  const { ann } = await world();
  for (let number = 1; number <= 101; number++)
    await db
      .insertInto('notice')
      .values({
        site: ann.site.code,
        notice_id: 1_000_000 + number,
        user_id: ann.viewer.userId,
        kind: 'award.new',
        text: 'x',
        link: `/trackshow/${number}`,
        noticed_at: ann.clock.now(),
        read_at: null,
      })
      .execute();
  expect(await unreadNotices(ann)).toBe(100);
});

test('GET /api/viewer contains the count of notices, and of reports for the crew', async () => {
  const { ann, ben } = await world();
  await tell(ben, ann, 'One', '/trackshow/1');
  const answer = await (await Uploader.of(ann)).ask('GET', '/api/viewer');
  expect(answer.json<{ Waiting: object }>().Waiting).toEqual({ Notices: 1, Messages: 0, Reports: 0 });
});

test('after 180 days a notice is deleted, read or not, on every edition', async () => {
  const { ctx, ann, ben } = await world();
  await tell(ben, ann, 'Old', '/trackshow/1');
  const there = seenFrom(ctx, { site: ctx.sites[1]?.code ?? '' });
  const [cy, dee] = [await asMember(there), await asMember(there)];
  await tell(cy, dee, 'Old there', '/trackshow/1');
  ctx.clock.forward({ days: 170 });
  await tell(ben, ann, 'Newer', '/trackshow/2');
  ctx.clock.forward({ days: 11 });
  await ctx.jobs.add('sweep-notices', {});
  await ctx.jobs.runAll(ctx);
  expect(await textsOf(ann)).toEqual(['Newer']);
  expect(await textsOf(dee)).toEqual([]);
});
