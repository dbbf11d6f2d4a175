import { nextId } from '#db/ids.ts';
import { openCase, settleCase } from '#features/cases/server/actions.ts';
import { hourSeconds } from '#lib/codes/durations.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { type ForeignPart, foreignPartsOf, namesForeignHost } from '../foreign.ts';
import {
  type HeldKind,
  type HeldState,
  heldStateLabels,
  isHeld,
  isHeldLevel,
  maxWaiting,
  whyHeld,
} from '../held.ts';
import { noteText } from './hints.ts';
import { ownHosts, releasedTexts, waitingOf } from './repo.ts';

export { noteText };

/** A text that a user submits. The caller has checked everything else about it. */
export interface NewText {
  readonly kind: HeldKind;
  /** the track, board, thread or news post that it is written on */
  readonly placeId: number;
  readonly title?: string;
  readonly text: string;
  /** what is needed to publish it later */
  readonly payload: Readonly<Record<string, string | number | null>>;
  /** of a change: the comment or post, and its text until now */
  readonly changed?: { readonly id: number; readonly text: string };
}

/**
 * Holds a text if a moderator must read it first, and returns its number; returns null if it may be published now. Only the new
 * writer's first texts with links or pictures are held. Throws a Problem if the same text already waits, or too many texts do.
 */
export async function holdText(tx: TxCtx, written: NewText): Promise<number | null> {
  const { viewer, site } = tx;
  if (!isHeldLevel(viewer.level)) return null;
  const parts = newPartsOf(tx, written);
  if (parts.length === 0) return null;
  if (!isHeld(viewer.level, { parts, released: await releasedTexts(tx, viewer.userId) })) return null;
  await assertRoom(tx, written);
  const { kind, placeId, title = null, text, payload, changed } = written;
  const { held_id: heldId } = await tx.db
    .insertInto('held_text')
    .values({
      site: site.code,
      held_id: nextId('held_text', site.code),
      user_id: viewer.userId,
      kind,
      place_id: placeId,
      title,
      text,
      payload: JSON.stringify(payload),
      parts: [...parts],
      state: 'waiting',
      held_at: tx.clock.now(),
      ended_at: null,
      result_id: changed?.id ?? null,
      replaced: changed?.text ?? null,
    })
    .returning('held_id')
    .executeTakeFirstOrThrow();
  await openCase(tx, {
    subject: heldSubject(heldId),
    source: 'held',
    score: heldScore,
    text: whyHeld(parts),
    personId: viewer.userId,
  });
  return heldId;
}

/** What of other hosts a text shows; of a change, only what it adds. */
function newPartsOf(ctx: Ctx, { title = '', text, changed }: NewText): readonly ForeignPart[] {
  const own = ownHosts(ctx);
  const parts = foreignPartsOf(text, own, changed?.text);
  return namesForeignHost(title, own) && !parts.includes('link') ? ['link', ...parts] : parts;
}

async function assertRoom(tx: TxCtx, { kind, placeId, text, changed }: NewText): Promise<void> {
  const waiting = await waitingOf(tx, tx.viewer.userId);
  const here = waiting.filter((one) => one.kind === kind && one.placeId === placeId);
  if (kind === 'award' && here.length > 0)
    throw new Problem(409, 'Your award for this track is already waiting for review.');
  if (changed && here.some(({ resultId }) => resultId === changed.id))
    throw new Problem(409, 'Your last edit of this text is still waiting for review. Take it back first.');
  if (here.some((one) => one.text === text))
    throw new Problem(409, 'You’ve already posted this here. It’s waiting for review.');
  if (waiting.length >= maxWaiting) {
    throw new Problem(
      429,
      `${maxWaiting} of your texts are waiting for review, which is the limit. Your text is saved here.`,
      { retryAfterSeconds: hourSeconds },
    );
  }
}

/** A held text as the subject of cases and acts. */
const heldSubject = (id: number) => ({ kind: 'heldtext', id });

/** The score of a case about a held text: low, because nothing suggests that the text is wrong, but its author is waiting. */
const heldScore = 25;

/**
 * Changes the state of a text that was read with `heldForUpdate`, and settles its case. `resultId`: the comment or post that it
 * became.
 */
export async function setHeldState(
  tx: TxCtx,
  heldId: number,
  state: Exclude<HeldState, 'waiting'>,
  resultId?: number,
): Promise<void> {
  await tx.db
    .updateTable('held_text')
    .where('site', '=', tx.site.code)
    .where('held_id', '=', heldId)
    .set({ state, ended_at: tx.clock.now(), ...(resultId !== undefined && { result_id: resultId }) })
    .execute();
  const outcome = outcomes[state];
  await settleCase(tx, heldSubject(heldId), { outcome, text: `${heldStateLabels[state]}.` });
}

const outcomes = { released: 'solved', refused: 'rejected', withdrawn: 'void', expired: 'void' } as const;
