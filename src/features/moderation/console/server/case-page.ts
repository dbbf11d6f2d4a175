import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { type CaseRecord, caseRecord } from '#features/cases/server/repo.ts';
import { moderationLog } from '#features/modlog/server/list.ts';
import { onSite } from '#platform/auth/reach.ts';
import type { Ctx } from '#platform/context.ts';
import { onHost } from '#platform/http/address.ts';
import type { CaseAct } from '../../acts/offered-act.ts';
import { actLabel } from '../../acts/server/acts-by-name.ts';
import { offeredActs } from '../../acts/server/offered-acts.ts';
import { templatesFor, usualTemplate } from '../../acts/templates.ts';
import type { PersonSummary } from '../../person/record.ts';
import { subjectsOf } from '../../server/subjects.ts';
import { type Subject, subjectKey } from '../../subjects.ts';

const maxCounted = 100;

/** The short record of a user of this edition; null for one who does not exist. */
export async function personSummary(ctx: Ctx, userId: number): Promise<PersonSummary | null> {
  const cases = forSite(ctx, 'moderation_case')
    .where('person_id', '=', userId)
    .select('state')
    .limit(maxCounted);
  const acts = forSite(ctx, 'moderation_act')
    .where('person_id', '=', userId)
    .select('act_id')
    .limit(maxCounted);
  const [person, ofCases, ofActs] = await Promise.all([
    forSite(ctx, 'profile')
      .where('user_id', '=', userId)
      .select(['name', 'tint', 'registered_at', 'closed_at', 'tracks', 'comments_given', 'forum_posts'])
      .executeTakeFirst(),
    ctx.db
      .selectFrom(cases.as('c'))
      .select([
        sql<number>`count(*)::int`.as('all'),
        sql<number>`(count(*) filter (where c.state = 'open'))::int`.as('open'),
      ])
      .executeTakeFirstOrThrow(),
    ctx.db.selectFrom(acts.as('a')).select(sql<number>`count(*)::int`.as('all')).executeTakeFirstOrThrow(),
  ]);
  if (!person) return null;
  return {
    UserId: userId,
    Name: person.name,
    Tint: person.tint,
    registeredAt: person.registered_at,
    isClosed: person.closed_at !== null,
    tracks: person.tracks,
    comments: person.comments_given,
    posts: person.forum_posts,
    acts: ofActs.all,
    cases: ofCases.all,
    openCases: ofCases.open,
  };
}

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
