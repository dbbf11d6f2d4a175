import { readBody } from './form-body.ts';
import { badRequest, Problem } from './problem.ts';
import type { HttpRequest } from './types.ts';

/** Reads a whole JSON document of at most `limitBytes`. Its content is checked by the caller. */
export async function readJson(request: HttpRequest, limitBytes: number): Promise<unknown> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new Problem(
      415,
      `The request must be sent as application/json, not as ${type ?? 'an unnamed type'}.`,
    );
  }
  const tooLarge = () => new Problem(413, `The request is larger than ${limitBytes / 1024} kB.`);
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge();
  const bytes = await readBody(request, limitBytes, tooLarge);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw badRequest('The request is not valid JSON in UTF-8.');
  }
}
