import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeMember } from '#testing/tracks.ts';
import { acrossSites } from './for-site.ts';
import { migrateDown, migrateUp } from './migrate.ts';

const { db } = await testDb({ statementTimeoutMs: 0 });
const ctx = await testCtx({ db, site: 'tmnf' });
const all = acrossSites(db, 'rows as an older version wrote them');

const reportOf = (id: number, userId: number, subjectId: number, state: string, handler: number | null) =>
  sql`insert into report (site, report_id, subject_kind, subject_id, user_id, reason, text, state, reported_at, handled_by, handled_at,
      answer)
    values ('tmnf', ${id}, 'track', ${subjectId}, ${userId}, 'spam', ${`text ${id}`}, ${state}, timestamptz '2026-01-01Z' + ${id} * interval '1 hour',
      ${handler}, ${handler === null ? null : new Date('2026-02-01Z')},
      ${['solved', 'rejected'].includes(state) ? `answer ${id}` : null})`.execute(all);

test('reports of an older version become cases: undecided ones about one subject together, decided ones each', async () => {
  const [ann, bo, mo] = await Promise.all([1, 2, 3].map(async () => (await makeMember(ctx)).userId));
  if (!ann || !bo || !mo) return;
  for (let name = ''; name !== '0070-reports-of-cases'; ) [name = ''] = await migrateDown(db);
  await reportOf(1, ann, 5, 'open', null);
  await reportOf(2, bo, 5, 'taken', mo);
  await reportOf(3, ann, 6, 'solved', mo);
  await reportOf(4, bo, 6, 'rejected', mo);
  await reportOf(5, ann, 7, 'open', null);
  await migrateUp(db, ctx.sites);
  const { rows } = await sql`
    select c.case_id, c.subject_id, c.state, c.score, c.reports, c.taken_by, c.settled_by, c.outcome, c.answer,
      array(select r.report_id from report r where r.site = c.site and r.case_id = c.case_id order by 1) as of,
      (select count(*)::int from case_source s where s.site = c.site and s.case_id = c.case_id) as sources
    from moderation_case c where c.site = 'tmnf' order by c.case_id`.execute(all);
  const open = { state: 'open', settled_by: null, outcome: null, answer: null, sources: 1 };
  const settled = { state: 'settled', score: 20, reports: 1, taken_by: null, settled_by: mo, sources: 1 };
  expect(rows).toEqual([
    { case_id: 1, subject_id: 5, ...open, score: 40, reports: 2, taken_by: mo, of: [1, 2] },
    { case_id: 2, subject_id: 6, ...settled, outcome: 'solved', answer: 'answer 3', of: [3] },
    { case_id: 3, subject_id: 6, ...settled, outcome: 'rejected', answer: 'answer 4', of: [4] },
    { case_id: 4, subject_id: 7, ...open, score: 20, reports: 1, taken_by: null, of: [5] },
  ]);
  const next = await sql<{ id: number }>`select next_id('moderation_case', 'tmnf') as id`.execute(all);
  expect(next.rows).toEqual([{ id: 5 }]);
}, 120_000);
