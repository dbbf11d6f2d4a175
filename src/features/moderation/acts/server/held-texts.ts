import type { ActRef } from '#features/modlog/acts.ts';
import type { ActFacts } from '#features/modlog/model.ts';
import { act } from '#features/modlog/server/act.ts';
import { notify } from '#features/notices/server/actions.ts';
import { heldKinds } from '#features/texts/held.ts';
import { setHeldState } from '#features/texts/server/actions.ts';
import { type HeldText, heldForUpdate, heldText } from '#features/texts/server/repo.ts';
import { oneLine } from '#lib/bbcode/typed.ts';
import { conflict, type Verdict, yes } from '#lib/rules/verdict.ts';
import { asUser } from '#platform/auth/as-user.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import { publishers } from './publish-held.ts';

/** Whether a held text still waits. */
async function mayDecide(ctx: Ctx, { id }: ActRef): Promise<Verdict> {
  const held = await heldText(ctx, id);
  return held?.state === 'waiting' ? yes : conflict('This text is no longer waiting for review.');
}

/** Each of the two undoes the other; a text that was released once is restored rather than written again. */
export const heldTextActs = [
  act({
    name: 'text.release',
    label: 'Published a text',
    group: 'released',
    offer: {
      kinds: ['heldtext'],
      button: 'Publish text',
      key: 'a',
      reasons: 'inFavour',
      allow: mayDecide,
    },
    notifies: true,
    run: async (tx, { id }) => {
      const held = await waitingForUpdate(tx, id);
      const at = await asAuthor(tx, held);
      const { resultId, link } = await whereAllowed(() => publishers[held.kind].publish(at, held));
      await setHeldState(tx, id, 'released', resultId);
      await notifyReleased(tx, held, link);
      return facts(held);
    },
    undo: {
      as: 'text.refuse',
      notifies: true,
      run: async (tx, { subject, caseId }, reason) => {
        const held = await storedForUpdate(tx, subject.id, 'released');
        const at = await asAuthor(tx, held);
        await whereAllowed(() => publishers[held.kind].retract(tx, at, held, { reason, caseId }));
        await setHeldState(tx, held.heldId, 'refused');
        await notifyRefused(tx, held, reason);
        return facts(held);
      },
    },
  }),
  act({
    name: 'text.refuse',
    label: 'Rejected a text',
    group: 'removed',
    offer: { kinds: ['heldtext'], button: 'Reject text', key: 'b', allow: mayDecide },
    notifies: true,
    run: async (tx, { id }, _, { reason }) => {
      const held = await waitingForUpdate(tx, id);
      await setHeldState(tx, id, 'refused');
      await notifyRefused(tx, held, reason);
      return facts(held);
    },
    undo: {
      as: 'text.release',
      notifies: true,
      run: async (tx, { subject, caseId }, reason) => {
        const held = await storedForUpdate(tx, subject.id, 'refused');
        const at = await asAuthor(tx, held);
        const publisher = publishers[held.kind];
        const isNew = held.resultId === null || held.replaced !== null;
        const published = await whereAllowed(() =>
          isNew ? publisher.publish(at, held) : publisher.restore(tx, at, held, { reason, caseId }),
        );
        await setHeldState(tx, held.heldId, 'released', published?.resultId);
        await notifyReleased(tx, held, published?.link ?? routes.heldText(held.heldId));
        return facts(held);
      },
    },
  }),
];

async function waitingForUpdate(tx: TxCtx, heldId: number): Promise<HeldText> {
  const held = await heldForUpdate(tx, heldId);
  if (held.state !== 'waiting') throw new Problem(409, 'This text is no longer waiting for review.');
  return held;
}

async function storedForUpdate(tx: TxCtx, heldId: number, state: 'released' | 'refused'): Promise<HeldText> {
  const held = (await heldText(tx, heldId)) && (await heldForUpdate(tx, heldId));
  if (held?.state !== state) throw new Problem(409, 'This text is no longer stored as it was decided.');
  if (held.text === '' && (held.resultId === null || held.replaced !== null))
    throw new Problem(409, 'This text is no longer stored.');
  return held;
}

async function asAuthor(tx: TxCtx, { userId }: HeldText): Promise<TxCtx> {
  const at = await asUser(tx, userId);
  if (!at) throw new Problem(409, 'Its author’s account is closed.');
  return at;
}

/** The rules for the author apply when a text is published; the moderator reads why one of them refuses it. */
async function whereAllowed<T>(publish: () => Promise<T>): Promise<T> {
  try {
    return await publish();
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    throw new Problem(409, `This isn’t possible now: ${error.body.detail}`);
  }
}

/** What the log stores: the text itself, because nothing else has it once it is refused. */
const facts = ({ kind, title, text, userId }: HeldText): ActFacts => ({
  before: {
    Kind: heldKinds[kind],
    ...(title !== null && { Title: title }),
    ...(text !== '' && { Text: text }),
  },
  personId: userId,
});

const notifyAuthor = (
  tx: TxCtx,
  { userId }: HeldText,
  kind: 'text.released' | 'text.refused',
  text: string,
  link: string,
) => notify(tx, { to: [userId], kind, text, link });

const notifyReleased = (tx: TxCtx, held: HeldText, link: string) =>
  notifyAuthor(tx, held, 'text.released', `A moderator approved your ${heldKinds[held.kind]}.`, link);

const notifyRefused = (tx: TxCtx, held: HeldText, reason: string) =>
  notifyAuthor(
    tx,
    held,
    'text.refused',
    `A moderator rejected your ${heldKinds[held.kind]}: ${oneLine(reason)}`,
    routes.heldText(held.heldId),
  );
