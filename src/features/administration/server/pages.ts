import { forSite } from '#db/for-site.ts';
import { crewOf } from '#features/accounts/roles/server/moderated.ts';
import { boardRows } from '#features/forum/server/moderated.ts';
import { formerCrewRows } from '#features/users/server/moderated.ts';
import { Level } from '#lib/codes/level.ts';
import type { EditionSwitches } from '#lib/switches/model.ts';
import { limitedClients, usedUpLimits } from '#platform/admission/limited-clients.ts';
import { administersAll, type GrantedSite, grantedSites, onSite } from '#platform/auth/reach.ts';
import type { Ctx } from '#platform/context.ts';
import { denied, notFound } from '#platform/http/problem.ts';
import { failedJobs, queueSizes } from '#platform/jobs/failed.ts';
import { mentionsAsTyped } from '#platform/mentions.ts';
import { isOfInstallation, isSection, type SectionName, sections } from '../sections.ts';

export interface Administered {
  /** the request on the edition that is administered, with the viewer's role there */
  readonly at: Ctx;
  /** the editions where the viewer is site leader or administrator */
  readonly granted: readonly GrantedSite[];
  /** the sections that the viewer may open */
  readonly open: readonly SectionName[];
}

/**
 * The edition in the address, otherwise the current one. Throws a Problem 403 if the viewer administers no edition, and 404 if
 * they do not administer this one.
 */
export async function administered(ctx: Ctx, wanted: string | null): Promise<Administered> {
  const granted = (await grantedSites(ctx)).filter(({ level }) => level >= Level.siteLeader);
  const [first] = granted;
  if (!first) throw denied('The administration is for site leaders and administrators.');
  const code =
    wanted ?? (granted.some(({ site }) => site.code === ctx.site.code) ? ctx.site.code : first.site.code);
  const here = granted.find(({ site }) => site.code === code);
  if (!here) throw notFound('This edition');
  const isEverywhere = await administersAll(ctx);
  const names = Object.keys(sections).filter(isSection);
  const open = names.filter(
    (name) => here.level >= sections[name].level && (isEverywhere || !isOfInstallation(name)),
  );
  return { at: await onSite(ctx, code), granted, open };
}

/** The texts of the edition as their fields show them. */
export async function textsPage(at: Ctx): Promise<EditionSwitches['texts']> {
  const { texts } = at.switches.of(at.site.code);
  const typed = await mentionsAsTyped(at, Object.values(texts));
  // the same keys
  return Object.fromEntries(Object.keys(texts).map((name, index) => [name, typed[index]])) as typeof texts;
}

/** The roles on the edition. */
export const rolesPage = (at: Ctx) => crewOf(at);

export const formerPage = (at: Ctx) => formerCrewRows(at);

/** The names of those who come first on the crew page. */
export async function crewOrderNames(at: Ctx): Promise<readonly string[]> {
  const { crewOrder } = at.switches.of(at.site.code);
  if (crewOrder.length === 0) return [];
  const rows = await forSite(at, 'profile')
    .where('user_id', 'in', crewOrder)
    .select(['user_id', 'name'])
    .execute();
  const names = new Map(rows.map((row) => [row.user_id, row.name]));
  return crewOrder.flatMap((userId) => names.get(userId) ?? []);
}

export const boardsPage = (at: Ctx) => boardRows(at);

/** Tracks with their own leaderboard: Nadeo and Star. */
export const namedTracks = (at: Ctx) =>
  forSite(at, 'track')
    .where('replay_type', 'in', [2, 5])
    .where('deleted_at', 'is', null)
    .orderBy('replay_type')
    .orderBy('track_id', 'desc')
    .limit(200)
    .select(['track_id', 'name', 'replay_type'])
    .execute();

export const jobsPage = async (at: Ctx) => {
  const [failed, queues] = await Promise.all([failedJobs(at), queueSizes(at)]);
  return { failed, queues };
};

/** The queue of this process, and whom all processes have limited. */
export const limitsPage = async (at: Ctx) => {
  const [clients, usedUp] = await Promise.all([limitedClients(at), usedUpLimits(at)]);
  const { running, waiting } = at.admission.requests;
  return { running, waiting, clients, usedUp };
};
