import { expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { recordNamed } from '#testing/acts.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { securityLines } from '#testing/security-lines.ts';
import { asMember } from '#testing/tracks.ts';

const { db } = await testDb();

const record = (ctx: TestCtx, reason: string, act: string = 'comment.delete') =>
  inTransaction(ctx, (tx) => recordNamed(tx, { act, subject: { kind: 'comment', id: 7 }, reason }));

const log = (ctx: TestCtx) =>
  db
    .selectFrom('moderation_act')
    .where('site', '=', ctx.site.code)
    .where('user_id', '=', ctx.viewer.userId)
    .select(['act', 'subject_kind', 'subject_id', 'reason', 'acted_at'])
    .execute();

test('an act is recorded with user, time and reason', async () => {
  const ctx = await asMember(await testCtx({ db }), Level.moderator);
  await record(ctx, '  Spam.  ');
  expect(await log(ctx)).toEqual([
    {
      act: 'comment.delete',
      subject_kind: 'comment',
      subject_id: 7,
      reason: 'Spam.',
      acted_at: ctx.clock.now(),
    },
  ]);
});

test.each([
  ['', /requires a reason/],
  [' \n ', /requires a reason/],
  ['x'.repeat(2001), /more than 2000/],
])('with the reason %j the act is refused', async (reason, message) => {
  const ctx = await asMember(await testCtx({ db }), Level.moderator);
  await expect(record(ctx, reason)).rejects.toThrow(message);
  expect(await log(ctx)).toEqual([]);
});

test('acts of the server itself have no user', async () => {
  const ctx = await testCtx({ db });
  await record(ctx, 'Thirty days are over.', 'track.delete');
  const rows = await db
    .selectFrom('moderation_act')
    .where('site', '=', ctx.site.code)
    .where('act', '=', 'track.delete')
    .select('user_id')
    .execute();
  expect(rows).toEqual([{ user_id: null }]);
});

test('an act is written to the security log after the commit, without its reason', async () => {
  const security = securityLines();
  const ctx = await asMember(await testCtx({ db, log: security.log }), Level.moderator);
  await record(ctx, 'They wrote something private.');
  await expect(
    inTransaction(ctx, async (tx) => {
      await recordNamed(tx, { act: 'comment.delete', subject: { kind: 'comment', id: 8 }, reason: 'x' });
      throw new Error('on purpose');
    }),
  ).rejects.toThrow('on purpose');
  expect(security.taken()).toEqual([
    expect.objectContaining({
      event: 'moderation.act',
      account: ctx.viewer.accountId,
      act: 'comment.delete',
      subject: 'comment',
      subjectId: 7,
    }),
  ]);
  expect(security.text()).not.toContain('private');
});
