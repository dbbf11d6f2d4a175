import { removeText, restoreText } from '#features/comments/server/acts.ts';
import { publishHeld, takeBackChange } from '#features/comments/server/moderated.ts';
import { deletePost, restorePost } from '#features/forum/server/acts.ts';
import { publishHeldChange, publishHeldPost, publishHeldThread } from '#features/forum/server/moderated.ts';
import type { ActRef } from '#features/modlog/acts.ts';
import type { Act, Nothing, Why } from '#features/modlog/server/act.ts';
import { recordAct, runOn } from '#features/modlog/server/actions.ts';
import { latestAct } from '#features/modlog/server/repo.ts';
import { publishHeldComment } from '#features/news/server/moderated.ts';
import type { HeldKind, Published } from '#features/texts/held.ts';
import type { HeldText } from '#features/texts/server/repo.ts';
import type { TxCtx } from '#platform/context.ts';

/** How a kind of held text is published and retracted. */
interface Publisher {
  /** calls the function that the author's own request would have called; `at` has the author as viewer */
  publish(at: TxCtx, held: HeldText): Promise<Published>;
  /** Removes what was published; `tx` has the moderator as viewer, `at` the author. */
  retract(tx: TxCtx, at: TxCtx, held: HeldText, why: Why): Promise<unknown>;
  /** Restores what was retracted; null: at its old place. */
  restore(tx: TxCtx, at: TxCtx, held: HeldText, why: Why): Promise<Published | null>;
}

/** Performs an act on what was published, as part of the decision about the held text. */
async function performOn<Found>(
  tx: TxCtx,
  act: Act<Nothing, Found>,
  subject: ActRef,
  why: Why,
  undoes?: number,
): Promise<void> {
  const facts = await runOn(tx, act, subject, {}, why);
  if (facts) await recordAct(tx, act, { subject, ...why, ...facts, undoes });
}

const comment: Publisher = {
  publish: publishHeld,
  retract: async (tx, _, { kind, resultId }, why) => {
    const subject = { kind: 'comment', id: resultId ?? 0 };
    await performOn(tx, removeText[kind === 'award' ? 'award' : 'comment'], subject, why);
  },
  restore: async (tx, _, { kind, resultId }, why) => {
    const subject = { kind: 'comment', id: resultId ?? 0 };
    const what = kind === 'award' ? 'award' : 'comment';
    const removal = await latestAct(tx, subject, [removeText[what].name]);
    await performOn(tx, restoreText[what], subject, why, removal?.actId);
    return null;
  },
};

const post = (publish: Publisher['publish']): Publisher => ({
  publish,
  retract: (tx, _, { resultId }, why) => performOn(tx, deletePost, { kind: 'post', id: resultId ?? 0 }, why),
  restore: async (tx, _, { resultId }, why) => {
    await performOn(tx, restorePost, { kind: 'post', id: resultId ?? 0 }, why);
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
