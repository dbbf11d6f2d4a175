import type { Ctx } from '#platform/context.ts';
import { bytesInWords } from '#platform/files/limits.ts';
import { Problem } from '#platform/http/problem.ts';
import { limits } from '#platform/rate-limits.ts';
import { formBounds } from './bounds.ts';

/** Bytes that each account is currently sending to this process. */
const sending = new Map<number, number>();

/**
 * Reserves room for a form that is about to be received. Throws a Problem 429 if the account sends too much concurrently. Call the
 * result to release the room.
 */
export function takeRoom(accountId: number, bytes: number): () => void {
  const before = sending.get(accountId) ?? 0;
  if (before + bytes > formBounds.concurrentBytes) {
    const most = bytesInWords(formBounds.concurrentBytes);
    throw new Problem(
      429,
      `You are sending more than ${most} at the same time: wait until your other files have arrived.`,
      { retryAfterSeconds: 30 },
    );
  }
  sending.set(accountId, before + bytes);
  return () => {
    const left = (sending.get(accountId) ?? 0) - bytes;
    if (left > 0) sending.set(accountId, left);
    else sending.delete(accountId);
  };
}

/** Counts the bytes of a form towards the account's hourly limit. */
export async function countBytes(ctx: Ctx, bytes: number): Promise<void> {
  try {
    const sender = { subject: `account ${ctx.viewer.accountId}` };
    await ctx.limits.consume('upload-kib', sender, Math.ceil(bytes / 1024));
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 429) throw error;
    const most = bytesInWords(limits['upload-kib'].points * 1024);
    const minutes = Math.ceil((error.extra.retryAfterSeconds ?? 60) / 60);
    throw new Problem(
      429,
      `Files of at most ${most} are accepted from one account within an hour. Try again in ${minutes === 1 ? 'one minute' : `${minutes} minutes`}.`,
      { retryAfterSeconds: error.extra.retryAfterSeconds ?? 60 },
    );
  }
}
