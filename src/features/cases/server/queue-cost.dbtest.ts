import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { appealQueue } from '#features/moderation/appeals/server/list-appeals.ts';
import { personSummary } from '#features/moderation/console/server/case-page.ts';
import { personRecord } from '#features/moderation/person/server/show.ts';
import { queuePlaces } from '#features/texts/server/repo.ts';
import { Level } from '#lib/codes/level.ts';
import type { Ctx } from '#platform/context.ts';
import { rememberStatements } from '#scripts/bench/statements-seen.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { grantRole } from '#testing/moderators.ts';
import { costOf } from '#testing/rows-read.ts';
import { asMember } from '#testing/tracks.ts';
import { readQueueFilters } from '../queue.ts';
import { caseQueue, openCases } from './list.ts';

/** An edition with 10,000 open cases and as many settled ones, and another one with few. */
const { db } = await testDb({ statementTimeoutMs: 0 });
const ctx = await asMember(await testCtx({ db, site: 'tmnf' }));
const moderator = await grantRole(await asMember(ctx), Level.moderator, ['tmnf']);
const open = 10_000;
await fill('tmnf', open);
await fill('tmo', 40);
const { userId } = ctx.viewer;
await fillPerson(2000);
await sql`vacuum analyze moderation_case, case_source, report, profile, moderation_act, appeal, held_text`.execute(
  db,
);
const seen = rememberStatements();

/** One case in a hundred is an appeal, one in fifty is held; scores repeat, and many cases were opened at the same time. */
async function fill(site: string, cases: number): Promise<void> {
  await sql`
    insert into moderation_case (site, case_id, subject_kind, subject_id, state, sources, score, reports, opened_at, settled_at, outcome,
      answer)
    select ${site}, n, case when n % 200 = 0 then 'video' else 'comment' end, n,
      case when n <= ${cases}::int then 'open' else 'settled' end,
      case when n % 100 = 0 then array['appeal'] when n % 50 = 0 then array['held'] else array['report'] end,
      (n * 7) % 100, 1, timestamptz '2026-01-01Z' + (n / 4) * interval '1 minute',
      case when n > ${cases}::int then timestamptz '2026-06-01Z' + (n / 4) * interval '1 minute' end,
      case when n > ${cases}::int then 'solved' end, case when n > ${cases}::int then 'Done' end
    from generate_series(1, ${cases * 2}::int) n`.execute(db);
  await sql`insert into case_source (site, case_id, source, hint, text, score, added_at)
    select site, case_id, sources[1], '', 'Why', score, opened_at from moderation_case where site = ${site}`.execute(
    db,
  );
}

/** Assigns half of the cases to one user, and adds decisions with open appeals and held texts of this user. */
async function fillPerson(rows: number): Promise<void> {
  await sql`update moderation_case set person_id = ${userId} where site = 'tmnf' and case_id % 2 = 0`.execute(
    db,
  );
  await sql`
    insert into moderation_act (site, act_id, act, subject_kind, subject_id, reason, acted_at, user_id, person_id)
    select 'tmnf', n, 'comment.delete', 'comment', n, 'Why', timestamptz '2026-02-01Z' + n * interval '1 minute', ${moderator.viewer.userId},
      ${userId}
    from generate_series(1, ${rows}::int) n`.execute(db);
  await sql`
    insert into appeal (site, act_id, user_id, text, appealed_at)
    select site, act_id, person_id, 'Please', acted_at from moderation_act where site = 'tmnf'`.execute(db);
  await sql`
    insert into held_text (site, held_id, user_id, kind, place_id, text, payload, parts, held_at)
    select 'tmnf', n, ${userId}, 'comment', 1, 'Text', '{}', '{link}', timestamptz '2026-02-01Z' + n * interval '1 minute'
    from generate_series(1, ${rows}::int) n`.execute(db);
}

const page = (query: string, by: Ctx = ctx) => {
  const address = new URLSearchParams(query);
  return caseQueue(by, by.sites, readQueueFilters(address), address);
};

test.each([
  ['', open + 40],
  ['order=score', open + 40],
  ['kind=video', 50],
  ['kind=video&order=score', 50],
  ['source=appeal', 100],
  ['source=held&order=score', 100],
  ['order=score&score=80', 2008],
  ['days=7', open + 40],
  ['show=settled', open + 40],
  ['show=mine', 0],
])('pages of 10,000 cases with ?%s read their own rows, wherever they begin', async (query, all) => {
  let address = query;
  for (let at = 0; at < 3; at++) {
    const [, cost] = [seen(), await costOf(db, seen, () => page(address))];
    const { rows, next } = await page(address);
    expect(rows).toHaveLength(Math.max(0, Math.min(30, all - at * 30)));
    // the rows of a page and one more of each edition, with their sources
    expect(cost.rows).toBeLessThan(400);
    if (next === null) break;
    address = next.slice(1);
  }
});

test.each(['', 'order=score', 'show=settled'])(
  'all pages with ?%s, there and back, show each case of both editions once',
  async (query) => {
    const site = 'source=held';
    const ids: string[] = [];
    let address: string | null = `${query}&${site}`;
    let last = '';
    while (address !== null) {
      const { rows, next }: Awaited<ReturnType<typeof page>> = await page(address);
      ids.push(...rows.map((row) => `${row.site} ${row.caseId}`));
      last = address;
      address = next?.slice(1) ?? null;
    }
    expect(new Set(ids).size).toBe(ids.length);
    const expected = await sql<{ cases: number }>`
      select count(*)::int as cases from moderation_case
      where site in ('tmnf', 'tmo') and 'held' = any(sources) and state = ${query === 'show=settled' ? 'settled' : 'open'}`.execute(
      db.withoutPlugins(),
    );
    expect(ids).toHaveLength(expected.rows[0]?.cases ?? 0);
    const back: string[] = [];
    let before: string | null = last;
    while (before !== null) {
      const { rows, previous }: Awaited<ReturnType<typeof page>> = await page(before);
      back.unshift(...rows.map((row) => `${row.site} ${row.caseId}`));
      before = previous?.slice(1) ?? null;
    }
    expect(back).toEqual(ids);
  },
);

test('the number in the header counts at most a hundred', async () => {
  const cost = await costOf(db, seen, async () => {
    expect(await openCases(ctx, ctx.sites)).toBe(100);
  });
  expect(cost.rows + cost.entries).toBeLessThan(300);
});

test.each([
  ['days=7', 30],
  ['days=7&order=score', 30],
  ['days=7&order=score&source=held', 13],
])(
  'pages of the few old cases among 10,000 with ?%s skip the new ones in the index',
  async (query, expected) => {
    // an eighth of them is older than seven days then
    const then = { ...ctx, clock: { ...ctx.clock, now: () => new Date('2026-01-08T05:12:00Z') } };
    const cost = await costOf(db, seen, async () =>
      expect((await page(query, then)).rows).toHaveLength(expected),
    );
    expect(cost.rows).toBeLessThan(400);
  },
);

test('pages of appeals, and of the record of a person with thousands of cases and decisions, read their own rows', async () => {
  let query = new URLSearchParams();
  for (let at = 0; at < 3; at++) {
    const appeals = await costOf(db, seen, () => appealQueue(moderator, query, 'http://tmnf.test'));
    expect(appeals.rows).toBeLessThan(250);
    const { page } = await appealQueue(moderator, query, 'http://tmnf.test');
    expect(page.rows).toHaveLength(20);
    query = new URLSearchParams(page.next ?? '');
  }
  const record = await costOf(db, seen, () =>
    personRecord(moderator, 'tmnf', userId, new URLSearchParams(), 'http://tmnf.test'),
  );
  expect(record.rows).toBeLessThan(400);
  const summary = await costOf(db, seen, () => personSummary(moderator, userId));
  expect(summary.rows + summary.entries).toBeLessThan(250);
});

test('the place of a waiting text is counted in the index', async () => {
  const ids = [3, 700, 1999];
  const cost = await costOf(db, seen, async () => {
    expect([...(await queuePlaces(ctx, ids)).values()]).toEqual(ids);
  });
  expect(cost.rows).toBeLessThan(10);
  expect(cost.entries).toBeLessThan(3 + 700 + 1999);
});
