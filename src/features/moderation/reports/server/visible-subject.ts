import { postReportedOn } from '#features/forum/server/moderated.ts';
import { visibleMessage } from '#features/messages/server/repo.ts';
import { packList } from '#features/packs/list/server/list.ts';
import { visibleTrack } from '#features/tracks/server/repo.ts';
import type { Ctx } from '#platform/context.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { reader } from '#platform/lists/run.ts';
import { routes } from '#routes/routes.ts';
import { subjectsOf } from '../../server/subjects.ts';
import { type Subject, type SubjectRef, subjectKey, subjectLabels } from '../../subjects.ts';

const listPacks = reader(packList);

/** The subject if it exists and this viewer may see it; otherwise throws the same 404. */
async function visibleSubject(ctx: Ctx, ref: SubjectRef, key: string | null): Promise<Subject> {
  const missing = notFound(`This ${subjectLabels[ref.kind]}`);
  if (ref.kind === 'message') return messageSubject(ctx, ref.id);
  const subject = (await subjectsOf(ctx, [ref])).get(subjectKey(ref.kind, ref.id));
  if (!subject || subject.isGone || subject.readLevel > ctx.viewer.level) throw missing;
  if (subject.key !== null && subject.key !== key) throw missing;
  if (subject.trackId !== null) {
    await visibleTrack(ctx, subject.trackId, key).catch((error: unknown) => {
      // with the same message, which must not reveal that it exists
      throw error instanceof Problem && error.status === 404 ? missing : error;
    });
  }
  if (subject.kind === 'pack') {
    const seen = await listPacks(ctx, { fields: ['PackId'], id: [subject.id], count: 1 });
    if (seen.Results.length === 0) throw missing;
  }
  return subject;
}

/** A private message, for a member of its conversation who sees it; not for moderators, who see it once it is reported. */
async function messageSubject(ctx: Ctx, id: number): Promise<Subject> {
  const { conversationId, senderId, senderName, isDeleted } = await visibleMessage(ctx, id);
  if (isDeleted) throw notFound('This message');
  return {
    kind: 'message',
    id,
    title: `A message from ${senderName}`,
    link: routes.conversation(conversationId, id),
    trackId: null,
    owner: { UserId: senderId, Name: senderName, Tint: 0 },
    quote: null,
    isGone: false,
    readLevel: 0,
    key: null,
  };
}

/**
 * The subject of a report. `on`: a post in a thread of another edition, on a board that all editions share; its report belongs to that
 * edition, too. Links then lead to the thread as this edition shows it.
 */
export async function reportable(
  ctx: Ctx,
  ref: SubjectRef,
  { key, on }: { readonly key: string | null; readonly on: string | null },
): Promise<Subject> {
  if (on === null || on === ctx.site.code) return visibleSubject(ctx, ref, key);
  if (ref.kind !== 'post') throw notFound(`This ${subjectLabels[ref.kind]}`);
  const { at, link } = await postReportedOn(ctx, ref.id, on);
  return { ...(await visibleSubject(at, ref, key)), link };
}
