import { visibleMessage } from '#features/messages/server/repo.ts';
import { packList } from '#features/packs/server/list.ts';
import { visibleTrack } from '#features/tracks/server/repo.ts';
import type { Ctx } from '#platform/context.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { reader } from '#platform/lists/rows.ts';
import { routes } from '#routes.ts';
import { type SubjectRef, subjectKey, subjectWords } from '../subjects.ts';
import { type Subject, subjectsOf } from './subjects.ts';

const listPacks = reader(packList);

/** The subject if it exists and this viewer may see it; otherwise throws the same 404. */
export async function visibleSubject(ctx: Ctx, ref: SubjectRef, key: string | null): Promise<Subject> {
  const missing = notFound(`This ${subjectWords[ref.kind]}`);
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
    owner: { UserId: senderId, Name: senderName },
    quote: null,
    isGone: false,
    readLevel: 0,
    key: null,
  };
}
