import { badRequest, Problem } from './problem.ts';
import type { HttpRequest } from './types.ts';

const formType = 'application/x-www-form-urlencoded';
/** Comments of 4000 characters, percent-encoded, fit many times. */
const limitBytes = 256 * 1024;

/** Reads a whole urlencoded form. An empty body without a type is an empty form. */
export async function readForm(request: HttpRequest): Promise<URLSearchParams> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limitBytes) throw tooLarge();
  const bytes = await readBody(request, limitBytes);
  if (bytes.length > 0 && type !== formType) {
    throw new Problem(415, `The form must be sent as ${formType}, not as ${type ?? 'an unnamed type'}.`);
  }
  return new URLSearchParams(bytes.toString('utf8'));
}

async function readBody(request: HttpRequest, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  try {
    for await (const chunk of request.body) {
      total += chunk.length;
      if (total > limit) break;
      chunks.push(chunk);
    }
  } catch {
    throw badRequest('The form ended before it was complete.');
  }
  if (total > limit) throw tooLarge();
  return Buffer.concat(chunks);
}

const tooLarge = () => new Problem(413, `The form is larger than ${limitBytes / 1024} kB.`);

/** Fields as zod gets them: one value as text, several as a list. */
export function formFields(form: URLSearchParams): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name);
    Object.defineProperty(fields, name, {
      value: values.length === 1 ? values[0] : values,
      enumerable: true,
    });
  }
  return fields;
}
