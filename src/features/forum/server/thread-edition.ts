import { sql } from 'kysely';
import { isModerator, Level } from '#lib/codes/level.ts';
import { ensureProfile } from '#platform/auth/profile.ts';
import {
  assertSanctionedNowhere,
  isRoleIneffective,
  mutedUntil,
  type Sanctions,
  sanctionsInForce,
  suspensionProblem,
} from '#platform/auth/sanctions.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { assertWritable } from '#platform/switches/rules.ts';
import type { Viewer } from '#platform/viewer.ts';

/**
 * The edition where a thread of a shared board was started, seen by the same person with their profile there. A thread stays on
 * its edition; others show it under their own host. `on` null, or the edition itself: nothing changes.
 */
export async function placeOf<C extends Ctx>(ctx: C, on: string | null): Promise<C> {
  if (on === null || on === ctx.site.code) return ctx;
  const site = ctx.sites.find(({ code }) => code === on);
  if (!site) throw notFound('This edition');
  const there = { ...ctx, site };
  return { ...there, viewer: await viewerThere(there) };
}

/**
 * The same for a write: the viewer gets a profile there if they have none. A suspension of that edition applies, and it must not be
 * read-only. Mutes are judged by `assertMayPost`: a muted user may still watch or report.
 */
export async function placeToWrite(tx: TxCtx, on: string | null): Promise<TxCtx> {
  const at = await placeOf(tx, on);
  if (at.site.code === tx.site.code || tx.viewer.accountId === null) return at;
  const suspended = await suspensionProblem(at, tx.viewer.accountId);
  if (suspended) throw suspended;
  assertWritable(at);
  if (at.viewer.userId !== 0) return at;
  await ensureProfile(at, { account_id: tx.viewer.accountId, name: tx.viewer.name });
  return { ...at, viewer: await viewerThere({ ...at, viewer: tx.viewer }) };
}

/**
 * Refuses what others read on a shared board to a user who is muted or suspended on any edition: all editions show it. Other boards
 * belong to the edition of the request, whose mutes every write is refused by.
 */
export async function assertMayPost(tx: TxCtx, { isShared }: { readonly isShared: boolean }): Promise<void> {
  if (isShared) await assertSanctionedNowhere(tx, 'board');
}

/** Whether threads of this place are read from another edition, so that only shared boards are open. */
export const isElsewhere = (ctx: Ctx, at: Ctx): boolean => at.site.code !== ctx.site.code;

/** The profile on another edition. A role applies only where it was granted; everything else belongs to the account. */
async function viewerThere({ db, site, viewer, settings, clock }: Ctx): Promise<Viewer> {
  if (viewer.accountId === null) return viewer;
  const { rows } = await sql<{
    user_id: number | null;
    name: string | null;
    granted: number | null;
    sanctions: Sanctions;
  }>`
    select p.user_id, p.name, (select max(g.level) from role_grant g where g.account_id = a.account_id
      and (g.site is null or g.site = ${site.code})) as granted,
      ${sanctionsInForce('a.account_id', site, clock.now())} as sanctions
    from account a left join profile p on p.site = ${site.code} and p.account_id = a.account_id
    where a.account_id = ${viewer.accountId}`.execute(db);
  const [row] = rows;
  const granted = row?.granted ?? 0;
  const mayUseRole = settings.requireSecondFactor === 'off' || viewer.session?.hasFactor === true;
  const own = Math.min(viewer.level, Level.trusted);
  const sanctions = row?.sanctions ?? null;
  const isCrew = isModerator({ level: granted }) && mayUseRole && !isRoleIneffective(sanctions, site);
  const level = isCrew ? granted : own;
  return {
    ...viewer,
    ...mutedUntil(sanctions),
    userId: row?.user_id ?? 0,
    name: row?.name ?? viewer.name,
    level: level as Level, // one of two levels
  };
}
