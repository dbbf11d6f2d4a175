import { sql } from 'kysely';
import { acrossSites } from '#db/for-site.ts';
import { namedPerson } from '#features/modlog/acts.ts';
import { withNames } from '#features/modlog/people-facts.ts';
import { namesIn } from '#features/modlog/server/list.ts';
import { type GrantedSite, grantedSites, ownProfiles } from '#platform/auth/reach.ts';
import type { Ctx } from '#platform/context.ts';
import { onHost } from '#platform/http/address.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import {
  numberKey,
  rowsBehind,
  timeKey,
  type WalkedList,
  type WalkedPage,
  walkPage,
} from '#platform/lists/walk.ts';
import { actNamed } from '../../acts/server/acts-by-name.ts';
import { mayModerateSomewhere } from '../../server/policy.ts';
import { subjectsOf } from '../../server/subjects.ts';
import { subjectKey } from '../../subjects.ts';
import { type AppealState, appealState, mayDecideAppeal, type ShownAppeal } from '../appeals.ts';

/** Appeals of every edition where the viewer has a role: open ones the oldest first, others the newest first. */
export async function appealQueue(
  ctx: Ctx,
  query: URLSearchParams,
  origin: string,
): Promise<{ state: AppealState; page: WalkedPage<ShownAppeal> }> {
  const granted = await grantedSites(ctx);
  assertAllowed(mayModerateSomewhere(granted.length));
  const requested = query.get('state');
  const state = requested === null ? 'open' : appealState(requested);
  const codes = ctx.sites.map(({ code }) => code);
  const appeals: WalkedList<Row> = {
    pageSize: 20,
    direction: state === 'open' ? 'asc' : 'desc',
    keys: [
      timeKey('a.appealed_at', (row) => row.appealed_at),
      numberKey('a.act_id', (row) => row.act_id),
      {
        of: (row) => codes.indexOf(row.site),
        column: sql.ref('a.site'),
        value: (place) => sql`${codes[place] ?? ''}::text`,
      },
    ],
  };
  const ofGranted = appealRows(ctx)
    .where(
      'a.site',
      'in',
      granted.map(({ site }) => site.code),
    )
    .where('a.state', '=', state);
  const found = await walkPage(appeals, query, { state }, (reading) =>
    rowsBehind(ofGranted, reading).execute(),
  );
  const own = new Map((await ownProfiles(ctx)).map((profile) => [profile.site.code, profile.userId]));
  const shown = await Promise.all(
    granted.map((at) => ofEdition(ctx, at, own.get(at.site.code) ?? 0, found.rows, origin)),
  );
  const byKey = new Map(shown.flat().map((appeal) => [`${appeal.site} ${appeal.actId}`, appeal]));
  const rows = found.rows.flatMap(({ site, act_id }) => byKey.get(`${site} ${act_id}`) ?? []);
  return { state, page: { ...found, rows } };
}

const appealRows = ({ db }: Ctx) =>
  acrossSites(db, 'moderators see the appeals of every edition where they have a role')
    .selectFrom('appeal as a')
    .innerJoin('moderation_act as m', (join) =>
      join.onRef('m.site', '=', 'a.site').onRef('m.act_id', '=', 'a.act_id'),
    )
    .innerJoin('profile as p', (join) =>
      join.onRef('p.site', '=', 'a.site').onRef('p.user_id', '=', 'a.user_id'),
    )
    .leftJoin('profile as b', (join) =>
      join.onRef('b.site', '=', 'm.site').onRef('b.user_id', '=', 'm.user_id'),
    )
    .leftJoin('profile as d', (join) =>
      join.onRef('d.site', '=', 'a.site').onRef('d.user_id', '=', 'a.decided_by'),
    )
    .select([
      'a.site',
      'a.act_id',
      'a.user_id',
      'a.text',
      'a.appealed_at',
      'a.state',
      'a.answer',
      'a.decided_at',
    ])
    .select(['a.decided_by', 'd.name as decider', 'd.tint as decider_tint', 'p.name', 'p.tint'])
    .select(['m.user_id as acted_by', 'b.name as actor', 'b.tint as actor_tint'])
    .select(['m.act', 'm.reason', 'm.acted_at', 'm.before', 'm.after', 'm.subject_kind', 'm.subject_id']);

type Row = Awaited<ReturnType<ReturnType<typeof appealRows>['executeTakeFirstOrThrow']>>;

/** The appeals of one edition among those of the page, with what they are about. */
async function ofEdition(
  ctx: Ctx,
  { site, level }: GrantedSite,
  userId: number,
  rows: readonly Row[],
  origin: string,
): Promise<ShownAppeal[]> {
  const own = rows.filter((row) => row.site === site.code);
  const subjects = await subjectsOf(
    { ...ctx, site },
    own.map((row) => ({ kind: row.subject_kind, id: row.subject_id })),
  );
  const names = await namesIn({ ...ctx, site }, own);
  const viewer = { userId, level };
  return own.map((row) => {
    const state = appealState(row.state);
    const act = actNamed(row.act);
    const cannot = act?.cannot ?? 'It was recorded by an earlier version.';
    return {
      site: row.site,
      actId: row.act_id,
      edition: site.label,
      origin: site.code === ctx.site.code ? '' : onHost(origin, site.host),
      text: row.text,
      at: row.appealed_at,
      state,
      answer: row.answer,
      decidedAt: row.decided_at,
      decidedBy: namedPerson(row.decided_by, row.decider, row.decider_tint),
      person: { UserId: row.user_id, Name: row.name, Tint: row.tint },
      act: {
        label: act?.label ?? row.act,
        reason: row.reason,
        at: row.acted_at,
        by: namedPerson(row.acted_by, row.actor, row.actor_tint),
        before: withNames(row.before && { ...row.before }, names),
        after: withNames(row.after && { ...row.after }, names),
        subjectKind: row.subject_kind,
        subjectId: row.subject_id,
        subject: subjects.get(subjectKey(row.subject_kind, row.subject_id)),
      },
      cannotUndo: act?.undo ? null : cannot,
      verdict: mayDecideAppeal(viewer, { state, appellantId: row.user_id, actedBy: row.acted_by }),
    };
  });
}
