import { publishHeld, takeBackChange } from '#features/comments/server/moderated.ts';
import {
  publishHeldChange,
  publishHeldPost,
  publishHeldThread,
  removePost,
  restoreRemovedPost,
} from '#features/forum/server/moderated.ts';
import { recordModeration } from '#features/modlog/server/actions.ts';
import { publishHeldComment } from '#features/news/server/moderated.ts';
import type { HeldKind, Published } from '#features/texts/held.ts';
import type { HeldText } from '#features/texts/server/repo.ts';
import type { TxCtx } from '#platform/context.ts';
import { removeCommentAct, restoreCommentAct } from './comments.ts';
import { latestAct } from './stored.ts';

/** How a kind of held text is published and retracted. */
interface Publisher {
  /** calls the function that the author's own request would have called; `at` has the author as viewer */
  publish(at: TxCtx, held: HeldText): Promise<Published>;
  /** Removes what was published; `tx` has the moderator as viewer, `at` the author. */
  retract(tx: TxCtx, at: TxCtx, held: HeldText, reason: string): Promise<unknown>;
  /** Restores what was retracted; null: at its old place. */
  restore(tx: TxCtx, at: TxCtx, held: HeldText, reason: string): Promise<Published | null>;
}

const comment: Publisher = {
  publish: publishHeld,
  retract: (tx, _, { resultId }, reason) => removeCommentAct(tx, resultId ?? 0, reason),
  restore: async (tx, _, { kind, resultId }, reason) => {
    const subject = { kind: 'comment', id: resultId ?? 0 };
    const what = kind === 'award' ? 'award' : 'comment';
    const removal = await latestAct(tx, subject, [`${what}.delete`]);
    const facts = await restoreCommentAct(tx, subject.id);
    await recordModeration(tx, { act: `${what}.restore`, subject, reason, ...facts, undoes: removal?.actId });
    return null;
  },
};

const post = (publish: Publisher['publish']): Publisher => ({
  publish,
  retract: (tx, _, { resultId }, reason) => removePost(tx, resultId ?? 0, reason),
  restore: async (tx, _, { resultId }, reason) => {
    await restoreRemovedPost(tx, resultId ?? 0, reason);
    return null;
  },
});

const publishPostChange: Publisher['publish'] = (at, held) =>
  publishHeldChange(at, held, { from: held.replaced ?? '', to: held.text });

export const publishers: Readonly<Record<HeldKind, Publisher>> = {
  comment,
  award: comment,
  commentchange: {
    publish: publishHeld,
    retract: (_, at, held) => takeBackChange(at, held),
    restore: (_, at, held) => publishHeld(at, held),
  },
  thread: post(publishHeldThread),
  post: post(publishHeldPost),
  postchange: {
    publish: publishPostChange,
    retract: (_, at, held) => publishHeldChange(at, held, { from: held.text, to: held.replaced ?? '' }),
    restore: (_, at, held) => publishPostChange(at, held),
  },
  newscomment: post(publishHeldComment),
};
