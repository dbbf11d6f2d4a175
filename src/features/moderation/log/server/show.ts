import type { LoggedAct, ShownAct } from '#features/modlog/acts.ts';
import { type LogFilters, readLogFilters } from '#features/modlog/filters.ts';
import { editionsLog } from '#features/modlog/server/list.ts';
import { namesPerson, titleOf } from '#features/modlog/titles.ts';
import type { Level } from '#lib/codes/level.ts';
import { type GrantedSite, grantedSites } from '#platform/auth/reach.ts';
import type { Ctx } from '#platform/context.ts';
import { onHost } from '#platform/http/address.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import type { WalkedPage } from '#platform/lists/walk.ts';
import { actLabel, actNamed } from '../../acts/server/acts-by-name.ts';
import { allActs } from '../../acts/server/all-acts.ts';
import { mayModerateSomewhere } from '../../server/policy.ts';
import { subjectsOf } from '../../server/subjects.ts';
import { subjectKey } from '../../subjects.ts';

/** The moderation log of every edition where the viewer has a role. Throws a Problem 403 without one. */
export async function shownLog(
  ctx: Ctx,
  query: URLSearchParams,
  origin: string,
): Promise<{
  granted: readonly GrantedSite[];
  filters: LogFilters;
  /** to choose from */
  acts: readonly { readonly name: string; readonly label: string }[];
  page: WalkedPage<ShownAct>;
}> {
  const granted = await grantedSites(ctx);
  assertAllowed(mayModerateSomewhere(granted.length));
  const read = readLogFilters(query);
  const filters = { ...read, act: read.act !== null && actNamed(read.act) ? read.act : null };
  const acts = allActs.toSorted((a, b) => a.label.localeCompare(b.label));
  const sites = granted.map(({ site }) => site);
  const page = await editionsLog(ctx, sites, filters, query);
  return {
    granted,
    filters,
    acts,
    page: { ...page, rows: await shownActs(ctx, granted, page.rows, origin) },
  };
}

/** The act with this number if the viewer did it, with its label; `ctx` is that of the edition. */
export async function savedAct(ctx: Ctx, number: string) {
  const filters = { ...readLogFilters(new URLSearchParams({ number })), by: ctx.viewer.name };
  if (filters.actId === null) return null;
  const [act] = (await editionsLog(ctx, [ctx.site], filters, new URLSearchParams())).rows;
  return act ? { ...act, label: actLabel(act.act) } : null;
}

/** Acts of these editions with their subjects and whether the viewer may undo them. */
export async function shownActs(
  ctx: Ctx,
  granted: readonly GrantedSite[],
  acts: readonly LoggedAct[],
  origin: string,
): Promise<readonly ShownAct[]> {
  const shown = await Promise.all(granted.map((at) => ofEdition(ctx, at, acts, origin)));
  const byKey = new Map(shown.flat().map((act) => [`${act.site} ${act.actId}`, act]));
  return acts.flatMap(({ site, actId }) => byKey.get(`${site} ${actId}`) ?? []);
}

/** The acts of one edition among those of the page, with their subjects. */
async function ofEdition(
  ctx: Ctx,
  { site, level }: GrantedSite,
  acts: readonly LoggedAct[],
  origin: string,
): Promise<ShownAct[]> {
  const own = acts.filter((act) => act.site === site.code);
  const subjects = await subjectsOf(
    { ...ctx, site },
    own.map(({ subjectKind, subjectId }) => ({ kind: subjectKind, id: subjectId })),
  );
  return own.map((act) => {
    const subject = subjects.get(subjectKey(act.subjectKind, act.subjectId));
    return {
      ...act,
      label: actLabel(act.act),
      edition: site.label,
      origin: site.code === ctx.site.code ? '' : onHost(origin, site.host),
      title: subject?.title ?? titleOf(act, site.label),
      namesPerson: subject !== undefined && namesPerson(act),
      subject,
      undo: undoOf(act, level),
    };
  });
}

function undoOf({ act: name, undoneBy }: LoggedAct, level: Level): ShownAct['undo'] {
  const act = actNamed(name);
  if (undoneBy !== null || !act) return { is: 'none' };
  if (!act.undo) return { is: 'cannot', why: act.cannot };
  return level >= act.level ? { is: 'offered' } : { is: 'none' };
}
