import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { mutedSentence, type SharedBy, sanctionedSentence, suspendedSentence } from '#lib/rules/sanctions.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Site } from '#sites/schema.ts';

/** A sanction that has neither ended nor been lifted, as JSON. */
interface SanctionInForce {
  readonly kind: Database['sanction']['kind'];
  /** null: on every edition */
  readonly site: string | null;
  readonly ends_at: string | null;
  readonly reason: string;
}
export type Sanctions = readonly SanctionInForce[] | null;

/**
 * The sanctions in force of an account, as a column of a query: null without any. Those of one edition and those of all; without `site`, those
 * of any edition. An end is compared with the clock, so that no job is needed.
 */
export const sanctionsInForce = (
  accountId: string,
  site: Pick<Site, 'code'> | null,
  now: Date,
): RawBuilder<Sanctions> =>
  sql<Sanctions>`(
    select json_agg(json_build_object('kind', s.kind, 'site', s.site, 'ends_at', s.ends_at, 'reason', s.reason))
    from sanction s
    where s.account_id = ${sql.ref(accountId)} and s.lifted_at is null and (s.ends_at is null or s.ends_at > ${now})
      and ${site === null ? sql.lit(true) : sql`(s.site is null or s.site = ${sql.lit(site.code)})`}
  )`;

/** Whether an account is suspended on this edition, as a column of a query. */
export const isSuspended = (
  accountId: string,
  { code }: Pick<Site, 'code'>,
  now: Date,
): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from sanction s
    where s.account_id = ${sql.ref(accountId)} and s.kind = 'suspension' and s.lifted_at is null
      and (s.ends_at is null or s.ends_at > ${now}) and (s.site is null or s.site = ${sql.lit(code)})
  )`;

/** The sanction of this kind that lasts longest. */
function longest(sanctions: Sanctions, kind: SanctionInForce['kind']): SanctionInForce | undefined {
  const end = ({ ends_at }: SanctionInForce) =>
    ends_at === null ? Number.POSITIVE_INFINITY : Date.parse(ends_at);
  return sanctions?.filter((one) => one.kind === kind).sort((one, other) => end(other) - end(one))[0];
}

/** The suspension that lasts longest, if there is one. */
export const suspensionIn = (sanctions: Sanctions) => longest(sanctions, 'suspension');

/** The part of the viewer that contains when their mute ends. */
export function mutedUntil(sanctions: Sanctions): Pick<Viewer, 'mutedUntil'> {
  const end = longest(sanctions, 'mute')?.ends_at;
  return end ? { mutedUntil: new Date(end) } : {};
}

/** True if a role has no effect on this edition: a suspended or muted member of the crew does not moderate. */
export const isRoleIneffective = (sanctions: Sanctions, { code }: Pick<Site, 'code'>): boolean =>
  sanctions?.some(({ kind, site }) => kind !== 'warning' && (site === null || site === code)) ?? false;

/** Whether the viewer can write anything on this edition that others read. The only place that decides it. */
export const mayWrite = ({ viewer, site }: Pick<Ctx, 'viewer' | 'site'>): Verdict =>
  viewer.mutedUntil ? no(mutedSentence(site.name, viewer.mutedUntil)) : yes;

/** The refusal of a suspended person. */
export const suspendedProblem = (
  { name }: Pick<Site, 'name'>,
  { site, ends_at, reason }: SanctionInForce,
): Problem =>
  new Problem(
    403,
    suspendedSentence(site === null ? null : name, ends_at === null ? null : new Date(ends_at), reason),
  );

/**
 * Refuses a write that concerns all editions to an account that is muted or suspended on one of them. The sentence names the edition
 * and the end.
 */
export async function assertSanctionedNowhere(
  { db, sites, clock, viewer }: Pick<Ctx, 'db' | 'sites' | 'clock' | 'viewer'>,
  shared: SharedBy,
): Promise<void> {
  if (viewer.accountId === null) return;
  const row = await db
    .selectFrom('account')
    .where('account_id', '=', viewer.accountId)
    .select(sanctionsInForce('account.account_id', null, clock.now()).as('sanctions'))
    .executeTakeFirst();
  const sanctions = row?.sanctions ?? null;
  for (const kind of ['suspension', 'mute'] as const) {
    const found = longest(sanctions, kind);
    if (!found) continue;
    const where =
      found.site === null ? null : (sites.find(({ code }) => code === found.site)?.name ?? found.site);
    const endsAt = found.ends_at === null ? null : new Date(found.ends_at);
    throw new Problem(403, sanctionedSentence(kind, { where, endsAt }, shared));
  }
}

/** The refusal with which a sign-in ends, if the account is suspended on this edition: why, and until when. */
export async function suspensionProblem(
  { db, site, clock }: Ctx,
  accountId: number,
): Promise<Problem | null> {
  const row = await db
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select(sanctionsInForce('account.account_id', site, clock.now()).as('sanctions'))
    .executeTakeFirst();
  const suspension = suspensionIn(row?.sanctions ?? null);
  return suspension ? suspendedProblem(site, suspension) : null;
}
