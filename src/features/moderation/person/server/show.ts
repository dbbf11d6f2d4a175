import { forSite } from '#db/for-site.ts';
import type { ShownAct } from '#features/modlog/acts.ts';
import { actsAbout } from '#features/modlog/server/list.ts';
import { hasRecords } from '#features/replays/server/moderated.ts';
import type { Sanction } from '#features/sanctions/model.ts';
import { sanctionsOf, sanctionTarget } from '#features/sanctions/server/repo.ts';
import type { Level } from '#lib/codes/level.ts';
import { type SharingAccount, sharingAccounts } from '#platform/auth/addresses.ts';
import { type GrantedSite, grantedSites } from '#platform/auth/reach.ts';
import type { Ctx } from '#platform/context.ts';
import { onHost } from '#platform/http/address.ts';
import { notFound } from '#platform/http/problem.ts';
import type { WalkedPage } from '#platform/lists/walk.ts';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import type { OfferedAct } from '../../acts/offered-act.ts';
import { offeredActs } from '../../acts/server/offered-acts.ts';
import { shownActs } from '../../log/server/show.ts';
import { subjectsOf } from '../../server/subjects.ts';
import { isSubjectKind, type Subject, subjectKey, subjectLabels } from '../../subjects.ts';
import type { CaseAbout, ShownProfile } from '../record.ts';

/** Enough for an overview; the queue has all of them. */
const perEdition = 20;

/** The latest cases about a person on some editions, newest first. */
async function casesAbout(
  ctx: Ctx,
  people: readonly { readonly site: Site; readonly userId: number }[],
): Promise<readonly CaseAbout[]> {
  const found = await Promise.all(people.map(({ site, userId }) => ofEdition(ctx, site, userId)));
  return found.flat().sort((one, other) => other.openedAt.getTime() - one.openedAt.getTime());
}

async function ofEdition(ctx: Ctx, site: Site, userId: number): Promise<CaseAbout[]> {
  const there = { ...ctx, site };
  const rows = await forSite(there, 'moderation_case')
    .where('moderation_case.person_id', '=', userId)
    .orderBy('moderation_case.case_id', 'desc')
    .limit(perEdition)
    .select(['case_id', 'subject_kind', 'subject_id', 'state', 'sources', 'outcome', 'opened_at'])
    .execute();
  const subjects = await subjectsOf(
    there,
    rows.map((row) => ({ kind: row.subject_kind, id: row.subject_id })),
  );
  return rows.map((row) => {
    const word = isSubjectKind(row.subject_kind) ? subjectLabels[row.subject_kind] : row.subject_kind;
    return {
      site: site.code,
      label: site.label,
      caseId: row.case_id,
      title: subjects.get(subjectKey(row.subject_kind, row.subject_id))?.title ?? `${word} ${row.subject_id}`,
      state: row.state === 'settled' ? 'settled' : 'open',
      sources: row.sources,
      outcome: row.outcome,
      openedAt: row.opened_at,
    };
  });
}

export interface PersonRecord {
  readonly name: string;
  readonly userId: number;
  /** the edition of the page */
  readonly site: { readonly code: string; readonly label: string };
  /** the highest role there; 0 without one */
  readonly role: number;
  readonly subject: Subject;
  readonly profiles: readonly ShownProfile[];
  readonly sanctions: readonly Sanction[];
  readonly cases: readonly CaseAbout[];
  /** accounts on the same network within 30 days, a hint, not proof */
  readonly sharing: readonly SharingAccount[];
  readonly acts: WalkedPage<ShownAct>;
  readonly offered: readonly OfferedAct[];
  /** to the online records that this account sent and that wait; null: it sends none */
  readonly recordsLink: string | null;
}

/**
 * What the crew knows about a person, on all editions where the viewer has a role. Throws the same Problem 404 for an edition without
 * one, whether it has this user or not.
 */
export async function personRecord(
  ctx: Ctx,
  code: string,
  userId: number,
  query: URLSearchParams,
  origin: string,
): Promise<PersonRecord> {
  const granted = await grantedSites(ctx);
  const at = granted.find(({ site }) => site.code === code);
  if (!at) throw notFound('This user');
  const there = seenAt(ctx, at);
  const target = await sanctionTarget(there, userId);
  const key = subjectKey('user', userId);
  const subject = (await subjectsOf(there, [{ kind: 'user', id: userId }])).get(key);
  if (!target || !subject) throw notFound('This user');
  const profiles = (
    await Promise.all(granted.map(({ site }) => profileOn(ctx, site, target.accountId, origin)))
  ).flat();
  const people = granted.flatMap(({ site }) =>
    profiles.filter((one) => one.site === site.code).map((one) => ({ site, userId: one.person.UserId })),
  );
  const codes = granted.map(({ site }) => site.code);
  const [sanctions, cases, page, offered, sharing, sendsRecords] = await Promise.all([
    sanctionsOf(ctx, target.accountId, codes),
    casesAbout(ctx, people),
    actsAbout(ctx, people, [], query),
    offeredActs(there, subject),
    sharingAccounts(there, target.accountId),
    hasRecords(there, { kind: 'user', id: userId, server: null }),
  ]);
  const acts = { ...page, rows: await shownActs(ctx, granted, page.rows, origin) };
  const { site } = at;
  const about = { name: target.name, userId, role: target.roleHere };
  const host = site.code === ctx.site.code ? '' : onHost(origin, site.host);
  const recordsLink = sendsRecords ? `${host}${routes.onlineRecords(userId)}` : null;
  return { ...about, recordsLink, site, subject, profiles, sanctions, cases, sharing, acts, offered };
}

/** The viewer on another edition, only to check what they may do: nothing is written. */
const seenAt = (ctx: Ctx, { site, level }: { site: GrantedSite['site']; level: Level }): Ctx => ({
  ...ctx,
  site,
  viewer: { ...ctx.viewer, level, userId: site.code === ctx.site.code ? ctx.viewer.userId : 0 },
});

async function profileOn(
  ctx: Ctx,
  site: GrantedSite['site'],
  accountId: number,
  origin: string,
): Promise<ShownProfile[]> {
  const there = { ...ctx, site };
  const row = await forSite(there, 'profile')
    .where('profile.account_id', '=', accountId)
    .select([
      'user_id',
      'profile.name',
      'tint',
      'registered_at',
      'closed_at',
      'tracks',
      'replays',
      'comments_given',
      'forum_posts',
    ])
    .executeTakeFirst();
  if (!row) return [];
  return [
    {
      site: site.code,
      label: site.label,
      name: site.name,
      origin: site.code === ctx.site.code ? '' : onHost(origin, site.host),
      person: { UserId: row.user_id, Name: row.name, Tint: row.tint },
      registeredAt: row.registered_at,
      isClosed: row.closed_at !== null,
      tracks: row.tracks,
      replays: row.replays,
      comments: row.comments_given,
      posts: row.forum_posts,
      reports: await reportsBy(there, row.user_id),
    },
  ];
}

async function reportsBy(ctx: Ctx, userId: number): Promise<ShownProfile['reports']> {
  const rows = await forSite(ctx, 'report')
    .where('report.user_id', '=', userId)
    .innerJoin('moderation_case as c', (join) =>
      join.onRef('c.site', '=', 'report.site').onRef('c.case_id', '=', 'report.case_id'),
    )
    .groupBy('c.outcome')
    .select((eb) => ['c.outcome', eb.fn.countAll<number>().as('reports')])
    .execute();
  const of = (outcome: string) => Number(rows.find((row) => row.outcome === outcome)?.reports ?? 0);
  const written = rows.reduce((sum, { reports }) => sum + Number(reports), 0);
  return { written, solved: of('solved'), rejected: of('rejected') };
}
