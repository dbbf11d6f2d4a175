import { hiddenFromPerson } from '#features/modlog/decisions.ts';
import { actsAbout, type LoggedAct } from '#features/modlog/server/list.ts';
import { ownProfiles } from '#platform/auth/reach.ts';
import type { Ctx } from '#platform/context.ts';
import { onHost } from '#platform/http/address.ts';
import { readWalk, type WalkedPage } from '#platform/lists/walk.ts';
import type { Site } from '#sites/schema.ts';
import { subjectKey } from '../../subjects.ts';
import { subjectsOf } from '../subjects.ts';

/** A decision of the crew, as the person concerned sees it: without the moderator's name. */
export interface Decision
  extends Pick<LoggedAct, 'site' | 'actId' | 'act' | 'subjectKind' | 'subjectId' | 'reason' | 'at'> {
  readonly before: LoggedAct['before'];
  readonly after: LoggedAct['after'];
  /** the edition's label */
  readonly edition: string;
  /** the origin of the edition, for links; '' on the viewer's own */
  readonly origin: string;
  readonly subject: { readonly title: string; readonly link: string | null } | undefined;
  /** by a rule of the site rather than by a person */
  readonly isAutomatic: boolean;
  readonly isUndo: boolean;
  readonly isUndone: boolean;
}

/** What the crew decided about the viewer on all editions, newest first. */
export async function ownDecisions(
  ctx: Ctx,
  query: URLSearchParams,
  origin: string,
): Promise<WalkedPage<Decision>> {
  const people = await ownProfiles(ctx);
  const page = await actsAbout(ctx, people, hiddenFromPerson, readWalk(query, 3));
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
  const subjects = await subjectsOf(
    { ...ctx, site },
    own.map(({ subjectKind, subjectId }) => ({ kind: subjectKind, id: subjectId })),
  );
  return own.map(({ by, person: _person, caseId: _caseId, undoes, undoneBy, ...act }) => {
    const subject = subjects.get(subjectKey(act.subjectKind, act.subjectId));
    return {
      ...act,
      edition: site.label,
      origin: site.code === ctx.site.code ? '' : onHost(origin, site.host),
      subject: subject && { title: subject.title, link: subject.isGone ? null : subject.link },
      isAutomatic: by === null,
      isUndo: undoes !== null,
      isUndone: undoneBy !== null,
    };
  });
}
