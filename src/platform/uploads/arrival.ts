import { tokenField, tokenHeader } from '#platform/anti-forgery.ts';
import type { Ctx } from '#platform/context.ts';
import { guardWrite, refusedForm } from '#platform/http/action.ts';
import { readForm, SentForm } from '#platform/http/form-body.ts';
import {
  type FormLimits,
  type FormRules,
  type ReceivedForm,
  receiveMultipart,
} from '#platform/http/multipart.ts';
import { prefersHtml } from '#platform/http/negotiate.ts';
import { badRequest } from '#platform/http/problem.ts';
import type { HttpRequest, Reply, WriteScope } from '#platform/http/types.ts';
import { countBytes, takeRoom } from './room.ts';

/** What is received, and how its files are handled. */
interface Reception<Stored> extends Pick<FormRules<Stored>, 'keep' | 'discard'> {
  readonly limits: FormLimits;
  /** the page that shows a refused form again; null: the refusal is thrown */
  readonly page: string | null;
  readonly scope?: WriteScope;
}

/**
 * Receives a form with files from a viewer who may send it. The token, the rate limits and the account's limit of concurrent bytes
 * are checked before the first byte of a file is written, so the token must be a header or come before the first file. When
 * `run` has finished, nothing of the form is left in the store's temporary folder.
 */
export async function withArrived<Stored>(
  ctx: Ctx,
  request: HttpRequest,
  reception: Reception<Stored>,
  run: (fields: URLSearchParams, stored: readonly Stored[]) => Promise<Reply>,
): Promise<Reply> {
  const { page, discard } = reception;
  const fields = new SentForm();
  const room = { giveBack: () => {} };
  try {
    const { files } = isMultipart(request)
      ? await receiveFiles(ctx, request, { ...reception, fields }, room)
      : await receiveFields(ctx, request, { ...reception, fields });
    try {
      return await run(
        fields,
        files.map(({ stored }) => stored),
      );
    } finally {
      for (const { stored } of files) await discard(stored);
    }
  } catch (error) {
    if (page === null) throw error;
    return refusedForm(page, fields, error, request);
  } finally {
    room.giveBack();
  }
}

type Receiving<Stored> = Reception<Stored> & { readonly fields: URLSearchParams };

const guardForm = (
  ctx: Ctx,
  request: HttpRequest,
  { fields, scope = { touches: 'edition' } }: Pick<Receiving<unknown>, 'fields' | 'scope'>,
): Promise<void> => guardWrite(ctx, request, fields, { ...scope, limit: 'upload-form' });

export const isMultipart = ({ headers }: HttpRequest): boolean =>
  /^multipart\//i.test(headers['content-type'] ?? '');

async function receiveFields(
  ctx: Ctx,
  request: HttpRequest,
  reception: Pick<Receiving<unknown>, 'limits' | 'fields' | 'scope'>,
): Promise<ReceivedForm<never>> {
  const { limits, fields } = reception;
  for (const [name, value] of await readForm(request, limits.fields)) fields.append(name, value);
  await guardForm(ctx, request, reception);
  return { files: [], bytes: 0 };
}

async function receiveFiles<Stored>(
  ctx: Ctx,
  request: HttpRequest,
  reception: Receiving<Stored>,
  room: { giveBack: () => void },
): Promise<ReceivedForm<Stored>> {
  const { fields, limits } = reception;
  // without a length it may be as long as the limit, and is counted when it has arrived
  const announced = request.headers['content-length'];
  const received = await receiveMultipart(request, {
    ...reception,
    // browsers show the form again, including fields after the first file
    readsOn: prefersHtml(request.headers.accept),
    async admit(before) {
      if (before === 'files' && !fields.has(tokenField) && request.headers[tokenHeader] === undefined) {
        throw badRequest(
          'The token of this form is missing: it must come before the first file, or as a header.',
          tokenField,
        );
      }
      await guardForm(ctx, request, reception);
      if (before === 'end') return;
      room.giveBack = takeRoom(accountOf(ctx), Number(announced ?? limits.formBytes));
      if (announced !== undefined) await countBytes(ctx, Number(announced));
    },
  });
  if (announced === undefined && received.files.length > 0) {
    await countBytes(ctx, received.bytes).catch(async (refusal: unknown) => {
      for (const { stored } of received.files) await reception.discard(stored);
      throw refusal;
    });
  }
  return received;
}

function accountOf({ viewer }: Ctx): number {
  if (viewer.accountId === null) throw new Error('Files are received from accounts only.');
  return viewer.accountId;
}
