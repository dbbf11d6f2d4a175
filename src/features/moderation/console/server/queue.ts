import { type QueuedCase, type QueueFilters, readQueueFilters } from '#features/cases/queue.ts';
import { caseQueue, openCases } from '#features/cases/server/list.ts';
import { userList } from '#features/users/list/server/list.ts';
import { isModerator } from '#lib/codes/level.ts';
import { type GrantedSite, grantedSites } from '#platform/auth/reach.ts';
import type { Ctx } from '#platform/context.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import { reader } from '#platform/lists/run.ts';
import type { WalkedPage } from '#platform/lists/walk.ts';
import type { FoundUser } from '../../person/record.ts';
import { mayModerateSomewhere } from '../../server/policy.ts';
import { subjectsOf } from '../../server/subjects.ts';
import { type Subject, subjectKey } from '../../subjects.ts';

/** The number of cases that nobody has taken, on all editions of the viewer's roles: at most 100, and 0 for everybody else. */
export async function openReports(ctx: Ctx): Promise<number> {
  if (!isModerator(ctx.viewer)) return 0;
  return openCases(
    ctx,
    (await grantedSites(ctx)).map(({ site }) => site),
  );
}

const readUsers = reader(userList);
/** A longer list helps nobody: they type more of the name. */
const maxFound = 20;

/** Users by a part of their name, on all editions of the viewer's roles. Throws a Problem 403 without one. */
export async function usersNamed(ctx: Ctx, name: string): Promise<readonly FoundUser[]> {
  const granted = await grantedSites(ctx);
  assertAllowed(mayModerateSomewhere(granted.length));
  const fields = ['UserId', 'Name', 'Tint', 'RegisteredAt'] as const;
  const found = await Promise.all(
    granted.map(async ({ site }) => {
      const { Results } = await readUsers({ ...ctx, site }, { fields, name, count: maxFound });
      return Results.map(({ RegisteredAt, ...user }) => ({
        ...user,
        site: site.code,
        registeredAt: new Date(RegisteredAt),
      }));
    }),
  );
  // the names of accounts are unique; the page of a user shows all editions
  const byName = new Map(found.flat().map((user) => [user.Name, user]));
  return [...byName.values()].toSorted((a, b) => a.Name.localeCompare(b.Name)).slice(0, maxFound);
}

export interface ShownCase extends QueuedCase {
  /** the edition's label */
  readonly edition: string;
  /** undefined: it no longer exists */
  readonly about: Subject | undefined;
}

/** A page of the queue of every edition where the viewer has a role. Throws a Problem 403 without one. */
export async function shownQueue(
  ctx: Ctx,
  query: URLSearchParams,
): Promise<{ granted: readonly GrantedSite[]; filters: QueueFilters; page: WalkedPage<ShownCase> }> {
  const granted = await grantedSites(ctx);
  assertAllowed(mayModerateSomewhere(granted.length));
  const filters = readQueueFilters(query);
  const sites = granted.map(({ site }) => site);
  const page = await caseQueue(ctx, sites, filters, query);
  const subjects = await Promise.all(
    sites.map(async (site): Promise<readonly [string, ReadonlyMap<string, Subject>]> => {
      const own = page.rows.filter((row) => row.site === site.code);
      return [
        site.code,
        await subjectsOf(
          { ...ctx, site },
          own.map(({ subject }) => subject),
        ),
      ];
    }),
  );
  const bySite = new Map(subjects);
  const labels = new Map(sites.map(({ code, label }) => [code, label]));
  const rows = page.rows.map((row) => ({
    ...row,
    edition: labels.get(row.site) ?? row.site,
    about: bySite.get(row.site)?.get(subjectKey(row.subject.kind, row.subject.id)),
  }));
  return { granted, filters, page: { ...page, rows } };
}
