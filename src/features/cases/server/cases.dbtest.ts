import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember } from '#testing/tracks.ts';
import { type CaseOpening, openCase, settleCase } from './actions.ts';

const { db } = await testDb({ editions: 'all' });

let lastId = 1000;
const newSubject = () => ({ kind: 'comment', id: ++lastId });

const open = (ctx: TestCtx, opening: Partial<CaseOpening> & Pick<CaseOpening, 'subject'>) =>
  inTransaction(ctx, (tx) => openCase(tx, { source: 'hint', score: 30, text: 'Looks odd.', ...opening }));

const caseOf = (ctx: TestCtx, caseId: number) =>
  forSite(ctx, 'moderation_case').where('case_id', '=', caseId).selectAll().executeTakeFirstOrThrow();

const sourcesOf = (ctx: TestCtx, caseId: number) =>
  forSite(ctx, 'case_source')
    .where('case_id', '=', caseId)
    .orderBy('source')
    .orderBy('hint')
    .select(['source', 'hint', 'text', 'score'])
    .execute();

test('sources about the same subject come together in one case, each hint once, and their scores add up', async () => {
  const ctx = await testCtx({ db });
  const subject = newSubject();
  const first = await open(ctx, { subject, hint: 'flood', score: 30 });
  expect(await open(ctx, { subject, hint: 'words', score: 50 })).toBe(first);
  expect(await open(ctx, { subject, hint: 'flood', score: 20, text: 'Again.' })).toBe(first);
  expect(await open(ctx, { subject, source: 'held', score: 15.4 })).toBe(first);
  expect(await sourcesOf(ctx, first)).toEqual([
    { source: 'held', hint: '', text: 'Looks odd.', score: 15 },
    { source: 'hint', hint: 'flood', text: 'Again.', score: 30 },
    { source: 'hint', hint: 'words', text: 'Looks odd.', score: 50 },
  ]);
  expect(await caseOf(ctx, first)).toMatchObject({ state: 'open', score: 95, sources: ['held', 'hint'] });
  await open(ctx, { subject, hint: 'copy', score: 500 });
  expect(await caseOf(ctx, first)).toMatchObject({ score: 100 });
});

test('two transactions that open a case about the same subject at once open one', async () => {
  const ctx = await testCtx({ db });
  const subject = newSubject();
  const hints = ['a', 'b', 'c', 'd'];
  const ids = await Promise.all(hints.map((hint) => open(ctx, { subject, hint, score: 10 })));
  expect(new Set(ids).size).toBe(1);
  expect(await caseOf(ctx, ids[0] ?? 0)).toMatchObject({ score: 40 });
});

test('the same subject on another edition, and after its case is settled, is another case', async () => {
  const ctx = await testCtx({ db });
  const [, other] = ctx.sites;
  if (!other) throw new Error('There is one edition only.');
  const subject = newSubject();
  const moderator = await asMember(ctx, Level.moderator);
  const first = await open(ctx, { subject });
  const there = await open({ ...ctx, site: other }, { subject });
  const settled = await inTransaction(moderator, (tx) =>
    settleCase(tx, subject, { outcome: 'rejected', text: ' It is fine. ' }),
  );
  expect(settled).toBe(first);
  expect(await caseOf(ctx, first)).toMatchObject({
    state: 'settled',
    outcome: 'rejected',
    answer: 'It is fine.',
    settled_by: moderator.viewer.userId,
    settled_at: ctx.clock.now(),
  });
  expect(await caseOf({ ...ctx, site: other }, there)).toMatchObject({ state: 'open' });
  expect(await open(ctx, { subject })).toBeGreaterThan(first);
  const none = await inTransaction(ctx, (tx) =>
    settleCase(tx, newSubject(), { outcome: 'void', text: 'Gone.' }),
  );
  expect(none).toBeNull();
});
