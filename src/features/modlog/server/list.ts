import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { peopleNames } from '#db/people-names.ts';
import { largestInteger } from '#lib/codes/ids.ts';
import type { Ctx } from '#platform/context.ts';
import { type Walk, type WalkedPage, walkPage } from '#platform/lists/walk.ts';
import type { Site } from '#sites/schema.ts';
import { type LogFilters, logPeriod, logQuery, readLogFilters } from '../filters.ts';
import { peopleIn, withNames } from '../people-facts.ts';
import { type LoggedAct, namedPerson } from '../rows.ts';

const perPage = 40;

/**
 * A page of the log of some editions, newest first. Each edition is read from one of its own indexes. The caller has checked
 * that the viewer has a role on each of them.
 */
export function editionsLog(
  ctx: Ctx,
  sites: readonly Site[],
  filters: LogFilters,
  walk: Walk,
): Promise<WalkedPage<LoggedAct>> {
  const wanted = sites.filter(({ code }) => filters.site === null || filters.site === code);
  const queries = wanted.map((site) => ({ site, query: filtered({ ...ctx, site }, filters) }));
  return walkEditions(ctx, queries, logQuery(filters), walk);
}

/** A page of what was decided about some users, newest first, without some acts. Each edition is read from one index. */
export function actsAbout(
  ctx: Ctx,
  people: readonly { readonly site: Site; readonly userId: number }[],
  without: readonly string[],
  walk: Walk,
): Promise<WalkedPage<LoggedAct>> {
  const queries = people.map(({ site, userId }) => ({
    site,
    query: acts({ ...ctx, site })
      .where('m.person_id', '=', userId)
      .$if(without.length > 0, (query) => query.where('m.act', 'not in', without)),
  }));
  return walkEditions(ctx, queries, {}, walk);
}

type ActQuery = ReturnType<typeof acts>;

/** Merges the acts of several editions into one list. */
function walkEditions(
  ctx: Ctx,
  queries: readonly { readonly site: Site; readonly query: ActQuery }[],
  keep: Readonly<Record<string, string>>,
  walk: Walk,
): Promise<WalkedPage<LoggedAct>> {
  const codes = ctx.sites.map(({ code }) => code);
  const keyOf = ({ at, site, actId }: LoggedAct) => [at.getTime(), codes.indexOf(site), actId];
  return walkPage(walk, perPage, keep, keyOf, async (reading) => {
    const pages = await Promise.all(
      queries.map(({ site, query }) =>
        readEdition({ ...ctx, site }, query, { ...reading, place: codes.indexOf(site.code) }),
      ),
    );
    const direction = reading.reversed ? -1 : 1;
    const rows = pages.flat().sort((a, b) => direction * newestFirst(keyOf(a), keyOf(b)));
    return rows.slice(0, reading.limit);
  });
}

/** Newest first; at the same time the editions in their order, and the later act first. */
function newestFirst([at = 0, place = 0, id = 0]: readonly number[], other: readonly number[]): number {
  const [otherAt = 0, otherPlace = 0, otherId = 0] = other;
  return otherAt - at || place - otherPlace || otherId - id;
}

interface Reading {
  readonly behind: readonly number[] | null;
  readonly reversed: boolean;
  readonly limit: number;
  /** of this edition among all */
  readonly place: number;
}

async function readEdition(ctx: Ctx, acts: ActQuery, reading: Reading): Promise<LoggedAct[]> {
  const direction = reading.reversed ? 'asc' : 'desc';
  let query = acts.orderBy('m.acted_at', direction).orderBy('m.act_id', direction).limit(reading.limit);
  if (reading.behind) {
    const [at = 0, place = 0, actId = 0] = reading.behind;
    // rows at the time of the key: all of an edition that follows, none of one that precedes it
    const follows = reading.reversed ? reading.place < place : reading.place > place;
    const bound = reading.place === place ? actId : follows === reading.reversed ? 0 : largestInteger;
    const key = sql`(${new Date(at)}::timestamptz, ${bound}::bigint)`;
    query = query.where(sql<boolean>`(m.acted_at, m.act_id) ${sql.raw(reading.reversed ? '>' : '<')} ${key}`);
  }
  const rows = await query.execute();
  const names = await namesIn(ctx, rows);
  return rows.map((row) => ({
    site: ctx.site.code,
    actId: row.act_id,
    act: row.act,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    reason: row.reason,
    by: namedPerson(row.user_id, row.name, row.tint),
    person: namedPerson(row.person_id, row.person_name, row.person_tint),
    at: row.acted_at,
    before: withNames(row.before && { ...row.before }, names),
    after: withNames(row.after && { ...row.after }, names),
    caseId: row.case_id,
    undoes: row.undoes,
    undoneBy: row.undone_by,
  }));
}

/** The names of the users of the edition whose ids the states of acts contain. */
export function namesIn(
  ctx: Ctx,
  acts: readonly { readonly before: object | null; readonly after: object | null }[],
): Promise<ReadonlyMap<number, string>> {
  const states = acts.flatMap(({ before, after }) => [before, after]);
  const ids = [...new Set(states.flatMap((state) => peopleIn(state && { ...state })))];
  return peopleNames(ctx, ids);
}

const acts = ({ db, site }: Ctx) =>
  db
    .selectFrom('moderation_act as m')
    .where('m.site', '=', sql.lit(site.code))
    .leftJoin('profile as p', (join) =>
      join.onRef('p.site', '=', 'm.site').onRef('p.user_id', '=', 'm.user_id'),
    )
    .leftJoin('profile as x', (join) =>
      join.onRef('x.site', '=', 'm.site').onRef('x.user_id', '=', 'm.person_id'),
    )
    .leftJoin('moderation_act as u', (join) =>
      join.onRef('u.site', '=', 'm.site').onRef('u.undoes', '=', 'm.act_id'),
    )
    .select(['m.act_id', 'm.act', 'm.subject_kind', 'm.subject_id', 'm.reason', 'm.acted_at'])
    .select(['m.before', 'm.after', 'm.case_id', 'm.undoes', 'm.person_id', 'm.user_id'])
    .select(['p.name', 'p.tint', 'x.name as person_name', 'x.tint as person_tint', 'u.act_id as undone_by']);

function filtered(ctx: Ctx, filters: LogFilters) {
  const { since, before } = logPeriod(filters);
  const { by, person, act, kind, subject, actId, undoneOnly } = filters;
  let query = acts(ctx);
  if (by !== null) query = query.where('m.user_id', '=', named(ctx, by));
  if (person !== null) query = query.where('m.person_id', '=', named(ctx, person));
  if (act !== null) query = query.where('m.act', '=', act);
  if (kind !== null) query = query.where('m.subject_kind', '=', kind);
  if (subject !== null)
    query = query.where('m.subject_kind', '=', subject.kind).where('m.subject_id', '=', subject.id);
  if (since !== null) query = query.where('m.acted_at', '>=', since);
  if (before !== null) query = query.where('m.acted_at', '<', before);
  if (undoneOnly) query = query.where('u.act_id', 'is not', null);
  if (actId !== null) query = query.where('m.act_id', '=', actId);
  return query;
}

/** The user of this edition with exactly this name. */
const named = (ctx: Ctx, name: string) =>
  forSite(ctx, 'profile').where('name', '=', name).orderBy('user_id').limit(1).select('user_id');

/** A page of the log of the viewer's edition; of one subject if given. The caller has checked permissions. */
export function moderationLog(
  ctx: Ctx,
  walk: Walk,
  subject: { kind: string; id: number } | null,
): Promise<WalkedPage<LoggedAct>> {
  return editionsLog(ctx, [ctx.site], { ...readLogFilters(new URLSearchParams()), subject }, walk);
}
