import { beforeEach, expect, test } from 'vitest';
import { seenFrom, type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { choose, notifyUser, runJob } from '#testing/notices.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { latestNotices } from './list.ts';

const { db } = await testDb({ editions: 'all' });
let ctx: TestCtx;
let ann: TestCtx;
let ben: TestCtx;

// it is noon on Saturday, 21 November 2026
beforeEach(async () => {
  ctx = await testCtx({ db });
  await db.deleteFrom('notice').where('site', '=', ctx.site.code).execute();
  await db.deleteFrom('notice_outbox').where('site', '=', ctx.site.code).execute();
  [ann, ben] = [await asMember(ctx), await asMember(ctx)];
});

const until = (iso: string) =>
  ctx.clock.forward({ seconds: (Date.parse(iso) - ctx.clock.now().getTime()) / 1000 });
const digests = () => runJob(ctx, 'notice-digests');
const texts = () => ctx.mail.sent.map(({ text }) => text);

test('a daily digest contains what was noticed until seven, each notice once', async () => {
  await choose(ann, { comments: 'daily' });
  for (const [time, name] of [
    ['2026-11-22T06:59:00Z', 'One minute before.'],
    ['2026-11-22T07:00:00Z', 'At seven.'],
    ['2026-11-22T07:01:00Z', 'One minute after.'],
  ] as const) {
    until(time);
    await notifyUser(ben, ann, 'comment.new', name, `/trackshow/${name.length}`);
  }
  await digests();
  expect(ctx.mail.sent).toHaveLength(1);
  const [mail] = ctx.mail.sent;
  expect(mail?.subject).toBe(`2 new notices on Paddock ${ctx.site.name}`);
  expect(mail?.text).toContain('Comment: One minute before.');
  expect(mail?.text).toContain('Comment: At seven.');
  expect(mail?.text).not.toContain('One minute after.');
  expect(mail?.unsubscribeLink).toContain('.daily.');
  await digests();
  until('2026-11-23T06:59:00Z');
  await digests();
  expect(ctx.mail.sent).toHaveLength(1);
  until('2026-11-23T07:00:00Z');
  await digests();
  expect(texts()[1]).toContain('One minute after.');
  expect(texts()[1]).not.toContain('At seven.');
  expect(ctx.mail.sent[1]?.subject).toBe(`1 new notice on Paddock ${ctx.site.name}`);
  until('2026-11-24T07:00:00Z');
  await digests();
  expect(ctx.mail.sent, 'nothing new, no mail').toHaveLength(2);
});

test('a weekly digest is due on Monday at seven; groups with another delivery are not in it', async () => {
  await choose(ann, { comments: 'weekly', messages: 'daily', news: 'site' });
  ctx.clock.forward({ minutes: 1 });
  await notifyUser(ben, ann, 'comment.new', 'A comment.');
  await notifyUser(ben, ann, 'message.new', 'A message.');
  await notifyUser(ben, ann, 'news.new', 'News.');
  until('2026-11-23T06:59:00Z');
  await digests();
  expect(texts()).toHaveLength(1);
  expect(texts()[0]).toContain('A message.');
  until('2026-11-23T07:00:00Z');
  await digests();
  expect(texts()).toHaveLength(2);
  expect(texts()[1]).toContain('A comment.');
  expect(texts()[1]).not.toMatch(/News\.|A message/);
});

test('what was read, renewed after a mail, noticed before the choice, or done by a blocked user is not in a digest', async () => {
  await notifyUser(ben, ann, 'comment.new', 'Before.', '/trackshow/1');
  await choose(ann, { comments: 'daily' });
  ctx.clock.forward({ minutes: 1 });
  await notifyUser(ben, ann, 'comment.new', 'Read.', '/trackshow/2');
  const [read] = await latestNotices(ann);
  await (await Uploader.of(ann)).ask('POST', `/notices/${read?.noticeId}/read`, {
    form: new URLSearchParams(),
  });
  await notifyUser(ben, ann, 'comment.new', 'First.', '/trackshow/3');
  until('2026-11-22T07:00:00Z');
  await digests();
  expect(texts()).toHaveLength(1);
  expect(texts()[0]).toContain('First.');
  expect(texts()[0]).not.toMatch(/Before|Read\./);
  await notifyUser(ben, ann, 'comment.new', 'Renewed.', '/trackshow/3');
  const cy = await asMember(ctx);
  await notifyUser(cy, ann, 'comment.new', 'Blocked.', '/trackshow/4');
  await block(ann, cy);
  until('2026-11-23T07:00:00Z');
  await digests();
  expect(texts()).toHaveLength(1);
});

test('saving the same choice again loses nothing, and another edition has settings of its own', async () => {
  const there = seenFrom(ctx, { site: ctx.sites[1]?.code ?? '' });
  await asMember(there);
  await choose(ann, { comments: 'daily' });
  ctx.clock.forward({ hours: 1 });
  await notifyUser(ben, ann, 'comment.new', 'Kept.');
  ctx.clock.forward({ hours: 1 });
  await choose(ann, { comments: 'daily' });
  until('2026-11-22T07:00:00Z');
  await digests();
  expect(texts()).toHaveLength(1);
  expect(texts()[0]).toContain('Kept.');
});

test('more than fifty notices are cut, and say so', async () => {
  await choose(ann, { comments: 'daily' });
  ctx.clock.forward({ minutes: 1 });
  for (let number = 1; number <= 51; number++)
    await notifyUser(ben, ann, 'comment.new', `Comment ${number}.`, `/trackshow/${number}`);
  until('2026-11-22T07:00:00Z');
  await digests();
  expect(ctx.mail.sent[0]?.subject).toContain('More than 50 new notices');
  expect(texts()[0]?.match(/Comment: Comment/g)).toHaveLength(50);
  expect(texts()[0]).toContain('See the rest on the site.');
});

const block = (who: TestCtx, whom: TestCtx) =>
  db
    .insertInto('user_block')
    .values({
      site: who.site.code,
      user_id: who.viewer.userId,
      blocked_id: whom.viewer.userId,
      blocked_at: who.clock.now(),
    })
    .execute();
