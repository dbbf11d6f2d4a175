import { beforeEach, expect, test } from 'vitest';
import { accountOverview } from '#features/accounts/server/overview.ts';
import { inTransaction } from '#platform/ctx.ts';
import { sendLimited } from '#platform/mail/limited.ts';
import { type Mailer, MailRefused } from '#platform/mail/mailer.ts';
import { writeSettings } from '#platform/switches/write.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { choose, mailStates, notifyUser } from '#testing/notices.ts';
import { asMember } from '#testing/tracks.ts';
import { noticeJobs } from './jobs.ts';
import { retryAfterMs, sendNextMail } from './outbox.ts';

const { db } = await testDb();
let ctx: TestCtx;
let ann: TestCtx;

beforeEach(async () => {
  ctx = await testCtx({ db });
  await db.deleteFrom('notice_outbox').where('site', '=', ctx.site.code).execute();
  ann = await asMember(ctx);
  await choose(ann, { comments: 'mail' });
  await notifyUser(await asMember(ctx), ann, 'comment.new', 'A comment.');
});

const withMailer = (send: Mailer['send']) => ({ ...ctx, mail: { delivers: false, send } });
const always = async (text: string) => {
  throw new Error(text);
};

test('an unreachable server changes nothing: the mail is due, and the job fails', async () => {
  await expect(sendNextMail(withMailer(() => always('ECONNREFUSED')))).rejects.toThrow('ECONNREFUSED');
  expect(await mailStates(ctx)).toEqual(['due']);
  expect(await sendNextMail(ctx)).toBe(true);
  expect(await mailStates(ctx)).toEqual(['sent']);
  expect(await sendNextMail(ctx)).toBe(false);
  expect(ctx.mail.sent).toHaveLength(1);
});

test('a mail that was handed over and not acknowledged is never sent again', async () => {
  const dropped = withMailer(async (_, options) => {
    await options?.handingOver?.();
    throw new Error('Unexpected socket close');
  });
  expect(await sendNextMail(dropped)).toBe(true);
  expect(await mailStates(ctx)).toEqual(['handed']);
  expect(await sendNextMail(ctx)).toBe(false);
});

test.each(['before', 'after'] as const)(
  'a mail refused %s its end is tried again later, and given up in the end',
  async (when) => {
    const refusing = withMailer(async (_, options) => {
      if (when === 'after') await options?.handingOver?.();
      throw new MailRefused('452 full', { isFinal: false });
    });
    for (const pauseMs of retryAfterMs) {
      expect(await sendNextMail(refusing)).toBe(true);
      expect(await mailStates(ctx)).toEqual(['due']);
      ctx.clock.forward({ seconds: pauseMs / 1000 - 1 });
      expect(await sendNextMail(ctx), 'not yet').toBe(false);
      ctx.clock.forward({ seconds: 1 });
    }
    expect(await sendNextMail(refusing)).toBe(true);
    expect(await mailStates(ctx)).toEqual(['refused']);
  },
);

test('a recipient refused for good does not hold up the others', async () => {
  await notifyUser(await asMember(ctx), ann, 'comment.new', 'Another.', '/trackshow/2');
  let mails = 0;
  const picky = withMailer(async () => {
    mails += 1;
    if (mails === 1) throw new MailRefused('550 unknown', { isFinal: true });
  });
  while (await sendNextMail(picky));
  expect(await mailStates(ctx)).toEqual(['refused', 'sent']);
});

test('two processes at once send different mails', async () => {
  await notifyUser(await asMember(ctx), ann, 'comment.new', 'Another.', '/trackshow/2');
  await Promise.all([sendNextMail(ctx), sendNextMail(ctx), sendNextMail(ctx)]);
  expect(ctx.mail.sent).toHaveLength(2);
  expect(new Set(ctx.mail.sent.map(({ messageId }) => messageId)).size).toBe(2);
});

test('more than sixty mails in an hour to one mailbox are withheld', async () => {
  const ben = await asMember(ctx);
  for (let number = 2; number <= 61; number++)
    await notifyUser(ben, ann, 'comment.new', `Comment ${number}.`, `/trackshow/${number}`);
  while (await sendNextMail(ctx));
  expect(ctx.mail.sent).toHaveLength(60);
  expect((await mailStates(ctx)).filter((state) => state === 'withheld')).toHaveLength(1);
});

test('while the edition is paused, notices stay due and other mails are refused', async () => {
  const run = async () =>
    noticeJobs.find(({ name }) => name === 'mail-notices')?.run(ctx, 'test', { site: ctx.site.code });
  const letter = { to: 'ann@example.org', subject: 'Hello', text: 'Hello' };
  await inTransaction(ctx, (tx) => writeSettings(tx, { Paused: true }));
  await run();
  await expect(sendLimited(ctx, 'typed', letter)).rejects.toThrow('paused');
  expect(ctx.mail.sent).toEqual([]);
  await inTransaction(ctx, (tx) => writeSettings(tx, { Paused: false }));
  await run();
  await sendLimited(ctx, 'typed', letter);
  expect(ctx.mail.sent).toHaveLength(2);
});

test('a mailbox that refused three mails for good gets none for a month, and its owner is told on the site', async () => {
  const { email } = await db
    .selectFrom('account')
    .where('account_id', '=', ann.viewer.accountId ?? 0)
    .select('email')
    .executeTakeFirstOrThrow();
  let tries = 0;
  const gone = withMailer(async () => {
    tries += 1;
    throw new MailRefused('550 no such user', { isFinal: tries !== 2 }); // one that may succeed later does not count
  });
  const send = () => sendLimited(gone, 'notice', { to: email, subject: 'Hello', text: 'Hello' });
  for (let sent = 0; sent < 4; sent++) {
    expect((await accountOverview(ann)).hasBounced).toBe(false);
    await expect(send()).rejects.toThrow('no such user');
  }
  expect((await accountOverview(ann)).hasBounced).toBe(true);
  expect(await send()).toBe('withheld');
  expect(tries).toBe(4);
  // other mailboxes get theirs
  expect(await sendLimited(ctx, 'notice', { to: 'bob@example.org', subject: 'Hello', text: 'Hello' })).toBe(
    'sent',
  );
});
