import { expect, test } from 'vitest';
import type { TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { seenFrom, type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, makeMember } from '#testing/tracks.ts';
import { chooseDeliveries, notify } from './actions.ts';

const { db } = await testDb();

const noticesOf = (ctx: TestCtx, userId: number) =>
  db
    .selectFrom('notice')
    .where('site', '=', ctx.site.code)
    .where('user_id', '=', userId)
    .orderBy('notice_id')
    .select(['kind', 'text', 'link', 'times', 'read_at', 'noticed_at'])
    .execute();

const tell = (ctx: TestCtx, to: readonly number[], text = 'Ann commented on Loop.', link = '/trackshow/5') =>
  inTransaction(ctx, (tx: TxCtx) => notify(tx, { to, kind: 'comment.new', text, link }));

const wantsMail = (ctx: TestCtx, userId: number) =>
  inTransaction(seenFrom(ctx, { viewer: { ...ctx.viewer, userId } }), (tx) =>
    chooseDeliveries(tx, { comments: 'mail' }, `http://${ctx.site.host}:4321`),
  );

test('every recipient gets one row; the viewer, duplicates and unknown ids get none', async () => {
  const ctx = await asMember(await testCtx({ db }));
  const [ann, ben] = [await makeMember(ctx), await makeMember(ctx)];
  await tell(ctx, [ann.userId, ben.userId, ann.userId, ctx.viewer.userId, 999_999]);
  expect(await noticesOf(ctx, ann.userId)).toMatchObject([
    { kind: 'comment.new', text: 'Ann commented on Loop.', link: '/trackshow/5', times: 1, read_at: null },
  ]);
  expect(await noticesOf(ctx, ben.userId)).toHaveLength(1);
  expect(await noticesOf(ctx, ctx.viewer.userId)).toEqual([]);
});

test('without recipients there is no statement', async () => {
  const ctx = await asMember(await testCtx({ db }));
  await tell(ctx, []);
  await tell(ctx, [ctx.viewer.userId]);
  expect(await noticesOf(ctx, ctx.viewer.userId)).toEqual([]);
});

test('an unread notice of the same kind and link is renewed; once it was read there is a new one', async () => {
  const ctx = await asMember(await testCtx({ db }));
  const ann = await makeMember(ctx);
  await tell(ctx, [ann.userId], 'First.');
  ctx.clock.forward({ minutes: 5 });
  await tell(ctx, [ann.userId], 'Second.');
  await tell(ctx, [ann.userId], 'Elsewhere.', '/trackshow/6');
  expect(await noticesOf(ctx, ann.userId)).toMatchObject([
    { text: 'Second.', times: 2, noticed_at: ctx.clock.now() },
    { text: 'Elsewhere.', times: 1 },
  ]);
  await db
    .updateTable('notice')
    .set({ read_at: ctx.clock.now() })
    .where('site', '=', ctx.site.code)
    .where('user_id', '=', ann.userId)
    .execute();
  await tell(ctx, [ann.userId], 'Third.');
  expect((await noticesOf(ctx, ann.userId)).map((row) => row.text)).toEqual([
    'Second.',
    'Elsewhere.',
    'Third.',
  ]);
});

test('a rollback notifies nobody', async () => {
  const ctx = await asMember(await testCtx({ db }));
  const ann = await makeMember(ctx);
  await wantsMail(ctx, ann.userId);
  const failing = inTransaction(ctx, async (tx) => {
    await notify(tx, { to: [ann.userId], kind: 'award.new', text: 'An award.', link: '/trackshow/5' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await noticesOf(ctx, ann.userId)).toEqual([]);
  expect(ctx.jobs.waiting).toEqual([]);
});

test('a mail is sent to users who chose mails, once per notice, with the addresses of their edition', async () => {
  const ctx = await asMember(await testCtx({ db }));
  const [ann, ben] = [await makeMember(ctx), await makeMember(ctx)];
  await wantsMail(ctx, ann.userId);
  await tell(ctx, [ann.userId, ben.userId]);
  await tell(ctx, [ann.userId, ben.userId]);
  await ctx.jobs.runAll(ctx);
  expect(ctx.mail.sent).toHaveLength(1);
  const [mail] = ctx.mail.sent;
  expect(mail?.to).toBe(`${ann.name}@example.test`);
  expect(mail?.subject).toBe(`Comment on Paddock ${ctx.site.name}`);
  expect(mail?.text).toContain('Ann commented on Loop.');
  expect(mail?.text).toContain(`http://${ctx.site.host}:4321/trackshow/5`);
  expect(mail?.text).toContain(`http://${ctx.site.host}:4321/notices`);
});

test('no mail for a notice already read, and none to an unconfirmed address', async () => {
  const ctx = await asMember(await testCtx({ db, delivers: true }));
  const ann = await makeMember(ctx);
  await wantsMail(ctx, ann.userId);
  await tell(ctx, [ann.userId]);
  await ctx.jobs.runAll(ctx); // an unconfirmed address
  await db.updateTable('account').set({ email_confirmed_at: ctx.clock.now() }).execute();
  await tell(ctx, [ann.userId], 'Read at once.', '/trackshow/7');
  await db
    .updateTable('notice')
    .set({ read_at: ctx.clock.now() })
    .where('site', '=', ctx.site.code)
    .execute();
  await ctx.jobs.runAll(ctx);
  expect(ctx.mail.sent).toEqual([]);
});

test('a user with the same id on another edition is not notified', async () => {
  const ctx = await asMember(await testCtx({ db }));
  const ann = await makeMember(ctx);
  const there = seenFrom(ctx, { site: ctx.sites[1]?.code ?? '' });
  await db
    .updateTable('profile')
    .set({ name: 'same number' })
    .where('site', '=', there.site.code)
    .where('user_id', '=', ann.userId)
    .execute();
  await tell(ctx, [ann.userId]);
  expect(await noticesOf(there, ann.userId)).toEqual([]);
});

test('the table refuses links to other sites', async () => {
  const ctx = await asMember(await testCtx({ db }));
  const ann = await makeMember(ctx);
  await expect(tell(ctx, [ann.userId], 'x', '//elsewhere.example/')).rejects.toThrow(/check constraint/);
});
