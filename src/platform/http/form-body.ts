import { receiveBody } from '#platform/admission/admitted.ts';
import { badRequest, Problem } from './problem.ts';
import type { HttpRequest } from './types.ts';

const formType = 'application/x-www-form-urlencoded';
/** The longest texts have 20,000 characters of up to 12 bytes, percent-encoded; one of four times that length is read and refused with its form. */
export const maxFormBytes = 1024 * 1024;
/** The largest form on a page, a track with 200 co-authors, has about 450. */
export const maxFormFields = 2000;
export const maxFieldNameCharacters = 200;

/** The fields of a form, read by their names in any letter case: of several spellings, the exact one. */
export class SentForm extends URLSearchParams {
  override get(name: string): string | null {
    return super.get(this.#spelling(name));
  }
  override getAll(name: string): string[] {
    return super.getAll(this.#spelling(name));
  }
  override has(name: string, value?: string): boolean {
    return super.has(this.#spelling(name), value);
  }
  #spelling(name: string): string {
    if (super.has(name)) return name;
    const lower = name.toLowerCase();
    return [...this.keys()].find((key) => key.toLowerCase() === lower) ?? name;
  }
}

/** Reads a whole urlencoded form. An empty body without a type is an empty form. */
export async function readForm(request: HttpRequest, maxFields = maxFormFields): Promise<URLSearchParams> {
  if (request.fields) return request.fields;
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxFormBytes) throw tooLarge();
  const bytes = await readBody(request, maxFormBytes, tooLarge);
  if (bytes.length > 0 && type !== formType) {
    throw new Problem(415, `The form must be sent as ${formType}, not as ${type ?? 'an unnamed type'}.`);
  }
  // counted before they are parsed
  if (countFields(bytes) > maxFields) throw tooManyFields(maxFields);
  const form = new SentForm(bytes.toString('utf8'));
  for (const name of form.keys()) {
    const refusal = nameRefusal(name);
    if (refusal) throw refusal;
  }
  return form;
}

/** Reads a body of at most `limit` bytes; throws `tooLarge()` for a larger one. */
export const readBody = (request: HttpRequest, limit: number, tooLarge: () => Problem): Promise<Buffer> =>
  receiveBody(() => collect(request, limit, tooLarge));

async function collect(request: HttpRequest, limit: number, tooLarge: () => Problem): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  try {
    // left open when it is too large: destroying it would break the connection before the refusal is sent
    for await (const chunk of request.body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      total += chunk.length;
      if (total > limit) break;
      chunks.push(chunk);
    }
  } catch {
    throw badRequest('The request ended before it was complete.');
  }
  if (total > limit) {
    request.body.resume();
    throw tooLarge();
  }
  return Buffer.concat(chunks);
}

function countFields(bytes: Buffer): number {
  let fields = bytes.length > 0 ? 1 : 0;
  for (let at = bytes.indexOf('&'); at >= 0; at = bytes.indexOf('&', at + 1)) fields += 1;
  return fields;
}

const tooLarge = () => new Problem(413, `The form is larger than ${maxFormBytes / 2 ** 20} MiB.`);

/** The refusal of a form with more fields than this. */
export const tooManyFields = (most: number): Problem =>
  new Problem(413, `The form has more than ${most} fields.`);

/** The refusal of a field with a name that no form of ours could have. */
export function nameRefusal(name: string): Problem | null {
  if (name.length <= maxFieldNameCharacters) return null;
  const beginning = name.slice(0, 40).toWellFormed();
  return new Problem(
    413,
    `The form has a field whose name is longer than ${maxFieldNameCharacters} characters: “${beginning}…”.`,
  );
}

/** Whether the text of a field means yes: a ticked checkbox, or what programs send for one. */
export const isYes = (text: string): boolean => /^(true|1|on|yes)$/i.test(text);

/** Fields as zod gets them: one value as text, several as a list. */
export function formFields(form: URLSearchParams): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of form) {
    const before = fields.get(name);
    if (before === undefined) fields.set(name, value);
    else if (typeof before === 'string') fields.set(name, [before, value]);
    else before.push(value);
  }
  return Object.fromEntries(fields);
}
