import { beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#platform/ctx.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { choose, notifyUser, runJob } from '#testing/notices.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { deliveries, groupIds, isRequired, kindsOf, noticeGroups } from '../kinds.ts';
import { announce, mailUsually, readNotices, withdraw } from './actions.ts';
import { isToBeAsked, latestNotices, ownDeliveries, unreadNotices } from './list.ts';
import { noticeData } from './personal.ts';

const { db } = await testDb();
let ctx: TestCtx;
let ann: TestCtx;
let ben: TestCtx;

beforeEach(async () => {
  ctx = await testCtx({ db });
  [ann, ben] = [await asMember(ctx), await asMember(ctx)];
});

const save = async (who: TestCtx, form: Record<string, string>) =>
  (await Uploader.of(who)).ask('POST', '/notices/settings', { form: new URLSearchParams(form) });
const everything = (who: TestCtx) => latestNotices(who).then((rows) => rows.map(({ text }) => text));

test.each(groupIds)('%s: each delivery of each kind', async (group) => {
  for (const delivery of deliveries) {
    const cy = await asMember(ctx);
    const answer = await save(cy, { [group]: delivery });
    if (delivery === 'off' && isRequired(group)) {
      expect(answer.status).toBe(400);
      expect(answer.problem?.detail).toContain('always shown on the site');
      continue;
    }
    expect((await ownDeliveries(cy))[group]).toBe(delivery);
    ctx.mail.sent.splice(0);
    ctx.clock.forward({ minutes: 1 });
    for (const kind of kindsOf([group])) await notifyUser(ben, cy, kind, kind, `/${kind}`);
    await ctx.jobs.runAll(ctx);
    const count = kindsOf([group]).length;
    expect(await unreadNotices(cy), delivery).toBe(delivery === 'off' ? 0 : count);
    expect(ctx.mail.sent, delivery).toHaveLength(delivery === 'mail' ? count : 0);
  }
});

test('messages and mentions are mailed once an address is confirmed, one mail until the conversation is read, and not against a choice', async () => {
  expect(await isToBeAsked(ann)).toBe(false);
  ctx.mail.delivers = true;
  expect([await isToBeAsked(ann), await isToBeAsked(ben)]).toEqual([true, true]);
  ctx.mail.delivers = false;
  await choose(ben, { mentions: 'site' });
  for (const { viewer } of [ann, ben])
    await inTransaction(ctx, (tx) => mailUsually(tx, viewer.accountId ?? 0, `http://${ctx.site.host}:4321`));
  expect(await ownDeliveries(ann)).toMatchObject({ messages: 'mail', mentions: 'mail', replies: 'site' });
  expect(await ownDeliveries(ben)).toMatchObject({ messages: 'mail', mentions: 'site' });
  ctx.mail.delivers = true;
  expect([await isToBeAsked(ann), await isToBeAsked(ben)]).toEqual([false, false]);
  ctx.mail.delivers = false;
  const sent = async (link: string) => {
    await notifyUser(ben, ann, 'message.new', `${ben.viewer.name} wrote to you.`, link);
    await ctx.jobs.runAll(ctx);
    return ctx.mail.sent.length;
  };
  expect([await sent('/messages/1'), await sent('/messages/1'), await sent('/messages/2')]).toEqual([
    1, 1, 2,
  ]);
  await readNotices(ann, 'message.new', '/messages/1');
  expect(await sent('/messages/1')).toBe(3);
});

test('"the same for everything" leaves out what cannot be chosen; nonsense is refused', async () => {
  expect((await save(ann, { All: 'off' })).status).toBe(200);
  const chosen = await ownDeliveries(ann);
  expect(chosen.moderation).toBe('site');
  expect(chosen.news).toBe('off');
  expect((await save(ann, { All: 'hourly' })).status).toBe(400);
  expect((await save(ann, { news: 'hourly' })).status).toBe(400);
  expect((await save(ann, {})).status).toBe(200);
  expect((await ownDeliveries(ann)).news).toBe('off');
  expect(await ownDeliveries(ben)).toMatchObject({ news: noticeGroups.news.usual });
});

test('users who blocked the author of an act are not notified of it, but get decisions of moderators', async () => {
  await db
    .insertInto('user_block')
    .values({
      site: ctx.site.code,
      user_id: ann.viewer.userId,
      blocked_id: ben.viewer.userId,
      blocked_at: ctx.clock.now(),
    })
    .execute();
  await notifyUser(ben, ann, 'comment.new', 'A comment.');
  await notifyUser(ben, ann, 'track.moderated', 'A decision.');
  expect(await everything(ann)).toEqual(['A decision.']);
});

test('notices about the acts of a closed account disappear and come back with it', async () => {
  const hide = () =>
    inTransaction(ctx, async (tx) => noticeData.hide?.(tx, ben.viewer.userId, { tracks: 'kept' }));
  await notifyUser(ben, ann, 'comment.new', 'A comment.');
  await notifyUser(ben, ann, 'comment.deleted', 'A decision.');
  await hide();
  expect(await everything(ann)).toEqual(['A decision.']);
  expect(await unreadNotices(ann)).toBe(1);
  await inTransaction(ctx, async (tx) => noticeData.show?.(tx, ben.viewer.userId));
  expect((await everything(ann)).sort()).toEqual(['A comment.', 'A decision.']);
  await hide();
  const cy = await asMember(ctx);
  ctx.clock.forward({ minutes: 1 });
  await notifyUser(cy, ann, 'comment.new', 'Another comment.');
  expect((await latestNotices(ann))[0]).toMatchObject({ text: 'Another comment.', times: 1 });
  await inTransaction(ctx, async (tx) => noticeData.erase?.(tx, ben.viewer.userId, { tracks: 'kept' }));
  await inTransaction(ctx, async (tx) => noticeData.erase?.(tx, ann.viewer.userId, { tracks: 'kept' }));
  expect(await everything(ann)).toEqual([]);
});

test('an announcement reaches everyone but its author and those who switched it off, once, and can be withdrawn', async () => {
  await choose(ann, { news: 'off' });
  const cy = await asMember(ctx);
  const news = { kind: 'news.new', link: '/newsshow/7' } as const;
  await inTransaction(ben, (tx) => announce(tx, { ...news, text: 'A new season.', audience: 'everyone' }));
  await runJob(ctx, 'announce', { site: ctx.site.code });
  await runJob(ctx, 'resume-notices');
  expect(await everything(ann)).toEqual([]);
  expect(await everything(ben)).toEqual([]);
  expect(await latestNotices(cy)).toMatchObject([{ text: 'A new season.', times: 1 }]);
  await inTransaction(ben, (tx) => withdraw(tx, news));
  expect(await everything(cy)).toEqual([]);
});

test('an announcement whose track is no longer public is not written', async () => {
  await inTransaction(ben, (tx) =>
    announce(tx, {
      kind: 'favorite.track',
      text: 'x',
      link: '/trackshow/99',
      audience: 'everyone',
      trackId: 999_999,
    }),
  );
  await runJob(ctx, 'announce', { site: ctx.site.code });
  expect(await everything(ann)).toEqual([]);
});

test('a notice can be marked as unread again, but not next to a newer one about the same', async () => {
  const post = async (path: string) =>
    (await Uploader.of(ann)).ask('POST', path, { form: new URLSearchParams() });
  await notifyUser(ben, ann, 'comment.new', 'Old.');
  const [old] = await latestNotices(ann);
  await post(`/notices/${old?.noticeId}/read`);
  expect((await post(`/notices/${old?.noticeId}/unread`)).json()).toEqual({ Unread: 1 });
  await post(`/notices/${old?.noticeId}/read`);
  await notifyUser(ben, ann, 'comment.new', 'New.');
  expect((await post(`/notices/${old?.noticeId}/unread`)).json()).toEqual({ Unread: 1 });
  expect((await latestNotices(ann))[0]?.text).toBe('New.');
});

test('the list of the header has the newest eight, for its owner only', async () => {
  for (let number = 1; number <= 9; number++) {
    ctx.clock.forward({ seconds: 1 });
    await notifyUser(ben, ann, 'comment.new', `Comment ${number}.`, `/trackshow/${number}`);
  }
  const answer = await (await Uploader.of(ann)).ask('GET', '/notices/latest');
  const { Unread, Results } = answer.json<{ Unread: number; Results: { Text: string }[] }>();
  expect(Unread).toBe(9);
  expect(Results).toHaveLength(8);
  expect(Results[0]?.Text).toBe('Comment 9.');
  expect((await (await Uploader.of(ctx)).ask('GET', '/notices/latest')).status).toBe(401);
});
