import { sql } from 'kysely';
import { acrossSites, forSite } from '#db/for-site.ts';
import { namedPerson } from '#features/modlog/acts.ts';
import { daysBefore, minuteMs } from '#lib/codes/durations.ts';
import type { Ctx } from '#platform/context.ts';
import {
  numberKey,
  type Reading,
  rowsBehind,
  timeKey,
  type WalkedList,
  type WalkedPage,
  type WalkKey,
  walkEditions,
} from '#platform/lists/walk.ts';
import type { Site } from '#sites/schema.ts';
import { isCaseOutcome, isCaseSource, maxScore, takenMinutes } from '../model.ts';
import { type QueuedCase, type QueueFilters, queueQuery } from '../queue.ts';

/** In addresses, what descends is subtracted from a number larger than any time or id. */
const far = 999_999_999_999_999;
const subtracted = <Row>(key: WalkKey<Row>): WalkKey<Row> => ({
  ...key,
  inAddress: (number) => Math.max(0, far - number),
});

/** The order of a queue, all keys in the same direction, so that one comparison finds the place in the index. */
function orderOf(filters: QueueFilters, codes: readonly string[]): Required<WalkedList<QueuedCase>> {
  const isSettled = filters.show === 'settled';
  const id = numberKey<QueuedCase>('c.case_id', ({ caseId }) => caseId);
  const byScore: WalkKey<QueuedCase> = {
    ...numberKey(null, ({ score }) => maxScore - score),
    column: sql`(${sql.lit(maxScore)} - c.score)`,
  };
  return {
    pageSize: 30,
    direction: isSettled ? 'desc' : 'asc',
    keys: isSettled
      ? [
          numberKey(null, () => 0),
          subtracted(timeKey('c.settled_at', ({ settledAt }) => settledAt)),
          subtracted(id),
        ]
      : [
          filters.order === 'score' ? byScore : numberKey(null, () => 0),
          timeKey('c.opened_at', ({ openedAt }) => openedAt),
          id,
        ],
    placeOf: ({ site }) => codes.indexOf(site),
  };
}

/** Cases that were taken after this time still are. */
const takenSince = ({ clock }: Ctx) => new Date(clock.now().getTime() - takenMinutes * minuteMs);

/**
 * A page of the cases of some editions. Each edition is read from one of its indexes. The caller has checked that the viewer has a role
 * on each of them.
 */
export function caseQueue(
  ctx: Ctx,
  sites: readonly Site[],
  filters: QueueFilters,
  address: URLSearchParams,
): Promise<WalkedPage<QueuedCase>> {
  const codes = ctx.sites.map(({ code }) => code);
  const editions = sites
    .filter(({ code }) => filters.site === null || filters.site === code)
    .map((site) => ({ site, place: codes.indexOf(site.code) }));
  return walkEditions(orderOf(filters, codes), address, queueQuery(filters), editions, ({ site }, reading) =>
    readEdition({ ...ctx, site }, filters, reading),
  );
}

const readEdition = async (ctx: Ctx, filters: QueueFilters, reading: Reading): Promise<QueuedCase[]> =>
  (await rowsBehind(filtered(ctx, filters), reading).execute()).map((row) => queuedCase(ctx, row));

type Row = Awaited<ReturnType<ReturnType<typeof cases>['executeTakeFirstOrThrow']>>;

function queuedCase(ctx: Ctx, row: Row): QueuedCase {
  const isTaken = row.taken_at !== null && row.taken_at > takenSince(ctx);
  return {
    site: ctx.site.code,
    caseId: row.case_id,
    subject: { kind: row.subject_kind, id: row.subject_id },
    sources: row.sources.filter(isCaseSource),
    score: row.score,
    reports: row.reports,
    reasons: row.reasons ?? [],
    text: row.said ?? row.report_text ?? '',
    person: namedPerson(row.person_id, row.person_name, row.person_tint),
    openedAt: row.opened_at,
    takenBy: isTaken ? namedPerson(row.taken_by, row.taker_name, row.taker_tint) : null,
    isMine: isTaken && row.taken_account === ctx.viewer.accountId,
    settledAt: row.settled_at,
    outcome: isCaseOutcome(row.outcome) ? row.outcome : null,
  };
}

const cases = ({ db, site }: Ctx) =>
  db
    .selectFrom('moderation_case as c')
    .where('c.site', '=', sql.lit(site.code))
    .leftJoin('profile as p', (join) =>
      join.onRef('p.site', '=', 'c.site').onRef('p.user_id', '=', 'c.person_id'),
    )
    .leftJoin('profile as t', (join) =>
      join.onRef('t.site', '=', 'c.site').onRef('t.user_id', '=', 'c.taken_by'),
    )
    .select([
      'c.case_id',
      'c.subject_kind',
      'c.subject_id',
      'c.sources',
      'c.score',
      'c.reports',
      'c.opened_at',
    ])
    .select(['c.taken_by', 'c.taken_at', 'c.settled_at', 'c.outcome', 'c.person_id'])
    .select(['p.name as person_name', 'p.tint as person_tint'])
    .select(['t.name as taker_name', 't.tint as taker_tint', 't.account_id as taken_account'])
    .select([
      sql<
        string[] | null
      >`(select array_agg(distinct r.reason) from report r where r.site = c.site and r.case_id = c.case_id)`.as(
        'reasons',
      ),
      sql<
        string | null
      >`(select r.text from report r where r.site = c.site and r.case_id = c.case_id order by r.report_id limit 1)`.as(
        'report_text',
      ),
      sql<
        string | null
      >`(select s.text from case_source s where s.site = c.site and s.case_id = c.case_id and s.source <> 'report'
        order by s.score desc, s.source, s.hint limit 1)`.as('said'),
    ]);

function filtered(ctx: Ctx, { show, kind, source, score, days }: QueueFilters) {
  // literals: the indexes of the queue are limited to them
  let query = cases(ctx).where('c.state', '=', sql.lit(show === 'settled' ? 'settled' : 'open'));
  if (show === 'mine') {
    const self = forSite(ctx, 'profile').where('account_id', '=', ctx.viewer.accountId).select('user_id');
    query = query.where('c.taken_by', '=', self).where('c.taken_at', '>', takenSince(ctx));
  }
  if (kind !== null) query = query.where('c.subject_kind', '=', kind);
  if (source !== null) query = query.where(sql<boolean>`${sql.lit(source)} = any(c.sources)`);
  if (score !== null)
    query = query.where(sql<boolean>`(${sql.lit(maxScore)} - c.score) <= ${maxScore - score}`);
  if (days !== null) query = query.where('c.opened_at', '<=', daysBefore(ctx.clock.now(), days));
  return query;
}

const maxCounted = 100;

/** How many cases of some editions nobody has taken, at most 100. */
export async function openCases(ctx: Ctx, sites: readonly Site[]): Promise<number> {
  if (sites.length === 0) return 0;
  const open = acrossSites(ctx.db, 'the queue is that of all editions where the viewer has a role')
    .selectFrom('moderation_case')
    .where(
      'site',
      'in',
      sites.map(({ code }) => code),
    )
    .where('state', '=', sql.lit('open'))
    .where((eb) => eb.or([eb('taken_at', 'is', null), eb('taken_at', '<=', takenSince(ctx))]))
    .select('case_id')
    .limit(maxCounted);
  const row = await acrossSites(ctx.db, 'as above')
    .selectFrom(open.as('open'))
    .select((eb) => eb.fn.countAll<number>().as('cases'))
    .executeTakeFirstOrThrow();
  return Number(row.cases);
}
