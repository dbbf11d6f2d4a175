import { type CaseRecord, caseRecord } from '#features/cases/server/repo.ts';
import { moderationLog } from '#features/modlog/server/list.ts';
import { onSite } from '#platform/auth/reach.ts';
import type { Ctx } from '#platform/context.ts';
import { onHost } from '#platform/http/address.ts';
import { actLabel } from '../../acts/server/named.ts';
import { offeredActs } from '../../acts/server/offered.ts';
import { templatesFor, usualTemplate } from '../../acts/templates.ts';
import type { CaseAct, Subject } from '../../rows.ts';
import { subjectsOf } from '../../server/subjects.ts';
import { subjectKey } from '../../subjects.ts';
import { personSummary } from './person-summary.ts';

/** The page of a case: /moderation/{site}/{caseId}. Throws the same Problem 404 for unknown ones and for editions without a role. */
export async function shownCase(ctx: Ctx, siteCode: string, caseId: number, origin: string) {
  const there = await onSite(ctx, siteCode);
  const record = await caseRecord(there, caseId);
  const { kind, id } = record.subject;
  const subject = (await subjectsOf(there, [record.subject])).get(subjectKey(kind, id));
  const personId = subject?.owner?.UserId ?? record.personId;
  const [log, person, acts] = await Promise.all([
    moderationLog(there, record.subject),
    personId === null ? null : personSummary(there, personId),
    record.state === 'open' ? actsOf(there, record, subject, personId) : [],
  ]);
  return {
    ctx: there,
    record,
    subject,
    person,
    acts,
    log: log.rows.slice(0, 10).map((act) => ({ ...act, label: actLabel(act.act) })),
    edition: there.site.label,
    /** of the edition, for links; '' on the viewer's own */
    origin: there.site.code === ctx.site.code ? '' : onHost(origin, there.site.host),
    severalEditions: there.sites.length > 1,
  };
}

/** What the viewer can do with the subject, and with its author. */
async function actsOf(
  ctx: Ctx,
  record: CaseRecord,
  subject: Subject | undefined,
  personId: number | null,
): Promise<readonly CaseAct[]> {
  const isAboutPerson = subject?.kind === 'user';
  const refs = personId === null || isAboutPerson ? [] : [{ kind: 'user', id: personId }];
  const people = [...(await subjectsOf(ctx, refs)).values()];
  const targets = [...(subject ? [subject] : []), ...people];
  const offered = await Promise.all(
    targets.map(async (target) =>
      (await offeredActs(ctx, target)).map((act) => ({ act, on: { kind: target.kind, id: target.id } })),
    ),
  );
  const all = offered.flat();
  const reasons = record.reports.map(({ reason }) => reason);
  return all.map(({ act, on }) => {
    const templates = templatesFor(act.isInFavour, on.kind);
    const template = usualTemplate(act.isInFavour, templates, reasons);
    return { ...act, on, templates, template };
  });
}
