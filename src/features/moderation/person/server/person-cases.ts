import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import type { Site } from '#sites/schema.ts';
import type { CaseAbout } from '../../rows.ts';
import { subjectsOf } from '../../server/subjects.ts';
import { isSubjectKind, subjectKey, subjectLabels } from '../../subjects.ts';

/** Enough for an overview; the queue has all of them. */
const perEdition = 20;

/** The latest cases about a person on some editions, newest first. */
export async function casesAbout(
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
