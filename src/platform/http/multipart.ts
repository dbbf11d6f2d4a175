import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { badRequest, Problem } from './problem.ts';
import type { HttpRequest } from './types.ts';

/** How the files of a form are taken in. */
export interface FileRules<Kept> {
  /** most files in one form */
  files: number;
  /** most bytes of one file; what is passed to `keep` ends with a Problem 413 beyond it */
  fileBytes: number;
  /** Takes the whole stream, or rejects. Runs while the body arrives. */
  keep(file: { field: string; fileName: string; stream: Readable }): Promise<Kept>;
  /** Called for every kept file when the form as a whole is refused. */
  discard(kept: Kept): Promise<void>;
}

export interface ReceivedForm<Kept> {
  readonly fields: URLSearchParams;
  readonly files: readonly { field: string; fileName: string; kept: Kept }[];
}

const fieldLimits = { fieldSize: 64 * 1024, fields: 2000, fieldNameSize: 200, headerPairs: 50 };

/**
 * Reads a multipart form as it arrives: files go through `keep`, one after the other, and never rest in memory.
 * Nothing stays behind a refusal. An empty file input (no name, no bytes) counts as absent.
 */
export async function receiveMultipart<Kept>(
  request: HttpRequest,
  rules: FileRules<Kept>,
): Promise<ReceivedForm<Kept>> {
  const parser = openParser(request, rules);
  const fields = new URLSearchParams();
  const arriving: Promise<{ field: string; fileName: string; kept: Kept } | null>[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    const refuse = (error: unknown) => {
      request.body.unpipe(parser);
      request.body.resume();
      reject(error);
    };
    parser.on('field', (name, value, facts) => {
      if (facts.valueTruncated) refuse(new Problem(413, `The field ${name} is too long.`, { field: name }));
      else fields.append(name, value);
    });
    parser.on('file', (field, stream, { filename }) => {
      const kept = keepFile(field, filename, stream, rules);
      kept.catch(refuse);
      arriving.push(kept);
    });
    parser.on('filesLimit', () =>
      refuse(new Problem(413, `At most ${rules.files} files are accepted at once.`)),
    );
    parser.on('fieldsLimit', () => refuse(new Problem(413, 'The form has too many fields.')));
    parser.on('partsLimit', () => refuse(new Problem(413, 'The form has too many parts.')));
    parser.on('error', () => refuse(badRequest('The form is damaged: its parts could not be told apart.')));
    parser.on('close', resolve);
    request.body.once('error', () => refuse(badRequest('The form ended before it was complete.')));
    request.body.once('aborted', () => refuse(badRequest('The form ended before it was complete.')));
  });
  request.body.pipe(parser);
  try {
    await finished;
    const files = await Promise.all(arriving);
    return { fields, files: files.filter((file) => file !== null) };
  } catch (error) {
    parser.destroy();
    await discardAll(arriving, rules);
    throw error;
  }
}

function openParser<Kept>(request: HttpRequest, rules: FileRules<Kept>): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: { ...fieldLimits, files: rules.files, fileSize: rules.fileBytes },
    });
  } catch {
    throw new Problem(415, 'The form must be sent as multipart/form-data.');
  }
}

async function keepFile<Kept>(
  field: string,
  fileName: string | undefined,
  stream: Readable & { truncated?: boolean },
  rules: FileRules<Kept>,
) {
  // busboy's streams must have a listener at all times: an error without one ends the process
  stream.on('error', () => undefined);
  const name = fileName ?? '';
  const tooLarge = new Problem(413, `${name || 'The file'} is too large.`, { field, file: name });
  stream.once('limit', () => stream.destroy(tooLarge));
  if (name === '') {
    stream.resume();
    return null;
  }
  try {
    const kept = await rules.keep({ field, fileName: name, stream });
    return { field, fileName: name, kept };
  } catch (error) {
    stream.resume();
    throw stream.truncated ? tooLarge : error;
  }
}

async function discardAll<Kept>(
  arriving: readonly Promise<{ kept: Kept } | null>[],
  rules: FileRules<Kept>,
): Promise<void> {
  for (const outcome of await Promise.allSettled(arriving)) {
    if (outcome.status === 'fulfilled' && outcome.value) await rules.discard(outcome.value.kept);
  }
}
