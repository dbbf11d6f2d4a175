import { bytesInWords } from '#platform/files/limits.ts';
import { readBody } from './form-body.ts';
import { badRequest, Problem } from './problem.ts';
import type { HttpRequest } from './types.ts';

/** Reads a whole JSON document of at most `limitBytes`. Its content is checked by the caller. */
export async function readJson(request: HttpRequest, limitBytes: number): Promise<unknown> {
  assertJson(request);
  return parseJson(await readBytes(request, limitBytes));
}

/** The same for documents without a required field: an empty body without a type is an empty object. */
export async function readOptionalJson(request: HttpRequest, limitBytes: number): Promise<unknown> {
  if (request.headers['content-type'] !== undefined) assertJson(request);
  const bytes = await readBytes(request, limitBytes);
  if (bytes.length === 0) return {};
  assertJson(request);
  return parseJson(bytes);
}

function assertJson({ headers }: HttpRequest): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new Problem(
      415,
      `The request must be sent as application/json, not as ${type ?? 'an unnamed type'}.`,
    );
  }
}

function readBytes(request: HttpRequest, limitBytes: number): Promise<Buffer> {
  const tooLarge = () => new Problem(413, `The request is larger than ${bytesInWords(limitBytes)}.`);
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge();
  return readBody(request, limitBytes, tooLarge);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw badRequest('The request is not valid JSON in UTF-8.');
  }
}
