import { tokenField, tokenHeader } from '#platform/anti-forgery.ts';
import type { Ctx } from '#platform/context.ts';
import { bytesInWords } from '#platform/files/limits.ts';
import { guardWrite } from '#platform/http/action.ts';
import { readForm } from '#platform/http/form-body.ts';
import { type FormRules, receiveMultipart } from '#platform/http/multipart.ts';
import { prefersHtml } from '#platform/http/negotiate.ts';
import { badRequest, Problem } from '#platform/http/problem.ts';
import type { HttpRequest, WriteScope } from '#platform/http/types.ts';
import { limits } from '#platform/rate-limits.ts';
import { formBounds } from './bounds.ts';

/** What is received, and how its files are handled. `scope`: of the write. */
interface Reception<File> extends Pick<FormRules<File>, 'limits' | 'fields' | 'keep' | 'discard'> {
  readonly scope: WriteScope;
}

/**
 * Receives a form and calls `run` with its files. The token, the rate limits and the account's limit of concurrent bytes are checked
 * before the first byte of a file is written, so the token must be a header or come before the first file. Afterwards nothing of the
 * form is left in the store's temporary folder.
 */
export async function withReceivedForm<File, Result>(
  ctx: Ctx,
  request: HttpRequest,
  reception: Reception<File>,
  run: (files: readonly File[]) => Promise<Result>,
): Promise<Result> {
  const room = { giveBack: () => {} };
  try {
    if (!isMultipart(request)) {
      await receiveFields(ctx, request, reception);
      return await run([]);
    }
    const files = await receiveFiles(ctx, request, reception, room);
    try {
      return await run(files);
    } finally {
      for (const file of files) await reception.discard(file);
    }
  } finally {
    room.giveBack();
  }
}

/** Whether a form can contain files. */
export const isMultipart = ({ headers }: HttpRequest): boolean =>
  /^multipart\//i.test(headers['content-type'] ?? '');

type Fields = Pick<Reception<never>, 'limits' | 'fields' | 'scope'>;

const guardForm = (ctx: Ctx, request: HttpRequest, { fields, scope }: Fields): Promise<void> =>
  guardWrite(ctx, request, fields, { ...scope, limit: 'upload-form' });

async function receiveFields(ctx: Ctx, request: HttpRequest, reception: Fields): Promise<void> {
  const { fields } = reception;
  for (const [name, value] of await readForm(request, reception.limits.fields)) fields.append(name, value);
  await guardForm(ctx, request, reception);
}

async function receiveFiles<File>(
  ctx: Ctx,
  request: HttpRequest,
  reception: Reception<File>,
  room: { giveBack: () => void },
): Promise<readonly File[]> {
  const { fields, discard } = reception;
  // without a length it may be as long as the limit, and is counted when it has been received
  const announced = request.headers['content-length'];
  const received = await receiveMultipart(request, {
    ...reception,
    // browsers show the form again, including fields after the first file
    readsOn: prefersHtml(request.headers.accept),
    async admit(before) {
      const hasToken =
        ctx.byToken === true || fields.has(tokenField) || request.headers[tokenHeader] !== undefined;
      if (before === 'files' && !hasToken) {
        throw badRequest(
          'The token of this form is missing: it must come before the first file, or as a header.',
          tokenField,
        );
      }
      await guardForm(ctx, request, reception);
      if (before === 'end') return;
      room.giveBack = takeRoom(accountOf(ctx), Number(announced ?? reception.limits.formBytes));
      if (announced !== undefined) await countBytes(ctx, Number(announced));
    },
  });
  const files = received.files.map(({ stored }) => stored);
  if (announced === undefined && files.length > 0) {
    await countBytes(ctx, received.bytes).catch(async (refusal: unknown) => {
      for (const file of files) await discard(file);
      throw refusal;
    });
  }
  return files;
}

function accountOf({ viewer }: Ctx): number {
  if (viewer.accountId === null) throw new Error('Files are received from accounts only.');
  return viewer.accountId;
}

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
async function countBytes(ctx: Ctx, bytes: number): Promise<void> {
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
