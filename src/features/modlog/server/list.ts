import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { peopleNames } from '#db/people-names.ts';
import type { Ctx } from '#platform/context.ts';
import {
  numberKey,
  type Reading,
  rowsBehind,
  timeKey,
  type WalkedPage,
  walkEditions,
} from '#platform/lists/walk.ts';
import type { Site } from '#sites/schema.ts';
import { type LoggedAct, namedPerson } from '../acts.ts';
import { type LogFilters, logPeriod, logQuery, readLogFilters } from '../filters.ts';
import { evidenceViewed } from '../model.ts';
import { peopleIn, withNames } from '../people-facts.ts';

/**
 * A page of the log of some editions, newest first. Each edition is read from one of its own indexes. The caller has checked
 * that the viewer has a role on each of them.
 */
export function editionsLog(
  ctx: Ctx,
  sites: readonly Site[],
  filters: LogFilters,
  address: URLSearchParams,
): Promise<WalkedPage<LoggedAct>> {
  const wanted = sites.filter(({ code }) => filters.site === null || filters.site === code);
  const queries = wanted.map((site) => ({ site, query: filtered({ ...ctx, site }, filters) }));
  return pageOf(ctx, queries, logQuery(filters), address);
}

/** A page of what was decided about some users, newest first, without some acts. Each edition is read from one index. */
export function actsAbout(
  ctx: Ctx,
  people: readonly { readonly site: Site; readonly userId: number }[],
  without: readonly string[],
  address: URLSearchParams,
): Promise<WalkedPage<LoggedAct>> {
  const queries = people.map(({ site, userId }) => ({
    site,
    query: acts({ ...ctx, site })
      .where('m.person_id', '=', userId)
      .$if(without.length > 0, (query) => query.where('m.act', 'not in', without)),
  }));
  return pageOf(ctx, queries, {}, address);
}

type ActQuery = ReturnType<typeof acts>;

/** A page of the acts of several editions, newest first. */
function pageOf(
  ctx: Ctx,
  queries: readonly { readonly site: Site; readonly query: ActQuery }[],
  keep: Readonly<Record<string, string>>,
  address: URLSearchParams,
): Promise<WalkedPage<LoggedAct>> {
  const codes = ctx.sites.map(({ code }) => code);
  return walkEditions(
    {
      pageSize: 40,
      direction: 'desc',
      keys: [
        timeKey<LoggedAct>('m.acted_at', ({ at }) => at),
        numberKey<LoggedAct>('m.act_id', ({ actId }) => actId),
      ],
      placeOf: ({ site }) => codes.indexOf(site),
    },
    address,
    keep,
    queries.map(({ site, query }) => ({ site, query, place: codes.indexOf(site.code) })),
    ({ site, query }, reading) => readEdition({ ...ctx, site }, query, reading),
  );
}

async function readEdition(ctx: Ctx, acts: ActQuery, reading: Reading): Promise<LoggedAct[]> {
  const rows = await rowsBehind(acts, reading).execute();
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
  else if (actId === null) query = query.where('m.act', '<>', evidenceViewed);
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

/** The newest acts on one subject of the viewer's edition. The caller has checked permissions. */
export function moderationLog(
  ctx: Ctx,
  subject: { kind: string; id: number },
): Promise<WalkedPage<LoggedAct>> {
  const first = new URLSearchParams();
  return editionsLog(ctx, [ctx.site], { ...readLogFilters(first), subject }, first);
}
