import { forSite } from '#db/for-site.ts';
import type { LoggedAct } from '#features/modlog/acts.ts';
import { actsAbout } from '#features/modlog/server/list.ts';
import { ownProfiles } from '#platform/auth/reach.ts';
import type { Ctx } from '#platform/context.ts';
import { onHost } from '#platform/http/address.ts';
import type { WalkedPage } from '#platform/lists/walk.ts';
import type { Site } from '#sites/schema.ts';
import { actNamed, hiddenFromPerson } from '../../acts/server/acts-by-name.ts';
import { appealState, mayAppeal } from '../../appeals/appeals.ts';
import { subjectsOf } from '../../server/subjects.ts';
import { subjectKey } from '../../subjects.ts';
import type { Decision } from '../decision.ts';

/** What the crew decided about the viewer on all editions, newest first. */
export async function ownDecisions(
  ctx: Ctx,
  query: URLSearchParams,
  origin: string,
): Promise<WalkedPage<Decision>> {
  const people = await ownProfiles(ctx);
  const page = await actsAbout(ctx, people, hiddenFromPerson, query);
  const shown = await Promise.all(people.map(({ site }) => ofEdition(ctx, site, page.rows, origin)));
  const byKey = new Map(shown.flat().map((act) => [`${act.site} ${act.actId}`, act]));
  return { ...page, rows: page.rows.flatMap(({ site, actId }) => byKey.get(`${site} ${actId}`) ?? []) };
}

/** The decisions of one edition among those of the page, with their subjects. */
async function ofEdition(
  ctx: Ctx,
  site: Site,
  acts: readonly LoggedAct[],
  origin: string,
): Promise<Decision[]> {
  const own = acts.filter((act) => act.site === site.code);
  const appeals = await appealsOf({ ...ctx, site }, own);
  const subjects = await subjectsOf(
    { ...ctx, site },
    own.map(({ subjectKind, subjectId }) => ({ kind: subjectKind, id: subjectId })),
  );
  return own.map(({ by, person: _person, caseId: _caseId, undoes, undoneBy, ...act }) => {
    const subject = subjects.get(subjectKey(act.subjectKind, act.subjectId));
    const appeal = appeals.get(act.actId) ?? null;
    const known = actNamed(act.act);
    const facts = { isUndone: undoneBy !== null, isAppealed: appeal !== null };
    return {
      ...act,
      label: known?.label ?? act.act,
      edition: site.label,
      origin: site.code === ctx.site.code ? '' : onHost(origin, site.host),
      subject: subject && { title: subject.title, link: subject.isGone ? null : subject.link },
      isAutomatic: by === null,
      isUndo: undoes !== null,
      isUndone: facts.isUndone,
      appeal,
      mayAppeal: known !== undefined && mayAppeal({ effect: known.effect, ...facts }).ok,
    };
  });
}

/** The appeals against these acts, by the id of the act. */
async function appealsOf(
  ctx: Ctx,
  acts: readonly LoggedAct[],
): Promise<ReadonlyMap<number, NonNullable<Decision['appeal']>>> {
  if (acts.length === 0) return new Map();
  const ids = acts.map(({ actId }) => actId);
  const rows = await forSite(ctx, 'appeal')
    .where('act_id', 'in', ids)
    .select(['act_id', 'text', 'appealed_at', 'state', 'answer'])
    .execute();
  return new Map(
    rows.map(({ act_id, text, appealed_at: at, state, answer }) => [
      act_id,
      { text, at, state: appealState(state), answer },
    ]),
  );
}
