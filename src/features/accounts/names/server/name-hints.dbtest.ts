import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { settleCase } from '#features/cases/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { grantRole } from '#testing/moderators.ts';
import { asMember } from '#testing/tracks.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });

/** A member whose account was named before names were reserved. */
async function older(name: string): Promise<TestCtx> {
  const member = await asMember(ctx);
  await db
    .updateTable('account')
    .set({ name, name_key: `older ${name}` })
    .where('account_id', '=', member.viewer.accountId ?? 0)
    .execute();
  return member;
}

async function run(): Promise<void> {
  await ctx.jobs.add('name-hints', {});
  await ctx.jobs.runAll(ctx);
}

const hinted = async () =>
  (
    await forSite(ctx, 'case_source')
      .innerJoin('moderation_case as c', (join) =>
        join.onRef('c.site', '=', 'case_source.site').onRef('c.case_id', '=', 'case_source.case_id'),
      )
      .where('case_source.hint', '=', 'misleadingName')
      .orderBy('c.subject_id')
      .select(['c.subject_kind', 'c.subject_id', 'case_source.text'])
      .execute()
  ).map(({ subject_kind, subject_id, text }) => [subject_kind, subject_id, /“(.+)”/.exec(text)?.[1]]);

test('moderators are notified once of older names that are now reserved; names of the crew and other names are not reported', async () => {
  // more accounts than one batch
  for (let made = 0; made < 51; made++) await asMember(ctx);
  const support = await older('paddock_support');
  await older('Hallway');
  await grantRole(await older('admin'), Level.administrator, 'all');
  const everyone = await older('Everyone');
  const closed = await older('Staff');
  await db
    .updateTable('profile')
    .set({ closed_at: ctx.clock.now() })
    .where('site', '=', 'tmnf')
    .where('user_id', '=', closed.viewer.userId)
    .execute();
  await run();
  const expected = [
    ['user', support.viewer.userId, 'paddock_support'],
    ['user', everyone.viewer.userId, 'Everyone'],
  ];
  expect(await hinted()).toEqual(expected);
  const subject = { kind: 'user', id: support.viewer.userId };
  await inTransaction(ctx, (tx) => settleCase(tx, subject, { outcome: 'rejected', text: 'An honest name.' }));
  await run();
  expect(await hinted()).toEqual(expected);
  const { name } = await db
    .selectFrom('account')
    .where('account_id', '=', support.viewer.accountId ?? 0)
    .select('name')
    .executeTakeFirstOrThrow();
  expect(name).toBe('paddock_support');
});
