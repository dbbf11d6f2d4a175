import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { receiveBody } from '#platform/admission/admitted.ts';
import { bytesInWords } from '#platform/files/limits.ts';
import { nameRefusal, tooManyFields } from './form-body.ts';
import { badRequest, Problem } from './problem.ts';
import type { HttpRequest } from './types.ts';

/** Limits of a form with files. */
export interface FormLimits {
  /** maximum number of files in one form, empty file inputs included */
  readonly files: number;
  /** maximum size of one file; the stream that `keep` gets is cut one byte beyond it, so that `keep` sees the excess */
  readonly fileBytes: number;
  /** maximum number of fields that are not files */
  readonly fields: number;
  /** maximum size of one such field, and of all of them together */
  readonly fieldBytes: number;
  readonly textBytes: number;
  /** maximum size of the form as it is sent */
  readonly formBytes: number;
}

/** A file of a form while it is received. */
export interface SentFile {
  readonly field: string;
  /** as sent; see safeFileName */
  readonly fileName: string;
  readonly stream: Readable;
}

/** How a form with files is received. */
export interface FormRules<Stored> {
  readonly limits: FormLimits;
  /** Filled while the form is read, so that a refused form can be shown again with what was typed. */
  readonly fields: URLSearchParams;
  /** If `admit` refuses: true reads the remaining fields, but no file; false reads nothing more. */
  readonly readsOn: boolean;
  /** Called once, before the first file or, without one, at the end of the form; rejects to refuse the form. */
  admit(before: 'files' | 'end'): Promise<void>;
  /** Reads the stream to its end, or rejects; never destroys it. Called once `admit` has resolved. */
  keep(file: SentFile): Promise<Stored>;
  /** Called for every stored file when the form as a whole is refused. */
  discard(stored: Stored): Promise<void>;
}

/** A file of a form and the result of `keep`. */
interface ReceivedFile<Stored> {
  readonly field: string;
  readonly fileName: string;
  readonly stored: Stored;
}

interface ReceivedForm<Stored> {
  readonly files: readonly ReceivedFile<Stored>[];
  /** size of the form as it was sent */
  readonly bytes: number;
}

/**
 * Reads a multipart form as it arrives: files are passed to `keep` and never held in memory, and none is read
 * before `admit`. A refused form leaves nothing behind. An empty file input (no name) counts as absent.
 */
export async function receiveMultipart<Stored>(
  request: HttpRequest,
  rules: FormRules<Stored>,
): Promise<ReceivedForm<Stored>> {
  const { limits } = rules;
  if (Number(request.headers['content-length'] ?? 0) > limits.formBytes) throw formTooLarge(limits);
  const parser = openParser(request, limits);
  const reader = new FormReader(parser, rules);
  const files = await receiveBody(async () => {
    await reader.read(request.body);
    return Promise.all(reader.files);
  });
  if (reader.refusal === undefined) await reader.isAdmitted('end');
  if (reader.refusal === undefined) {
    return { files: files.filter((file) => file !== null), bytes: reader.bytes };
  }
  request.body.resume();
  for (const file of files) if (file) await rules.discard(file.stored);
  throw reader.refusal;
}

/** One form while it is received. The first refusal applies; everything that is open at that time is still finished. */
class FormReader<Stored> {
  readonly files: Promise<ReceivedFile<Stored> | null>[] = [];
  refusal: unknown;
  bytes = 0;
  #stopped = false;
  #textBytes = 0;
  #admission: Promise<boolean> | undefined;
  /** the file that is being received, or the last one */
  #file: Readable | undefined;
  readonly #parser: BusboyInstance;
  readonly #rules: FormRules<Stored>;

  constructor(parser: BusboyInstance, rules: FormRules<Stored>) {
    this.#parser = parser;
    this.#rules = rules;
    const { limits } = rules;
    parser.on('field', (name = '', value, _, isCut) => this.#takeField(name, value, isCut));
    parser.on('file', (field = '', stream, fileName = '') => {
      this.#file = stream;
      this.files.push(this.#takeFile(field, fileName, stream));
    });
    parser.on('filesLimit', () => this.#stop(tooManyFiles(limits.files)));
    parser.on('fieldsLimit', () => this.#stop(tooManyFields(limits.fields)));
    parser.on('partsLimit', () => this.#stop(new Problem(413, 'The form has too many parts.')));
    parser.on('error', () => this.#stop(damaged()));
  }

  /** Feeds the parser chunk by chunk, no faster than files are stored, until the end of the form or a refusal. */
  async read(body: Readable): Promise<void> {
    let complete = 0;
    try {
      for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        this.bytes += chunk.length;
        if (this.bytes > this.#rules.limits.formBytes) this.#stop(formTooLarge(this.#rules.limits));
        if (this.#stopped) break;
        await new Promise<void>((resolve) => this.#parser.write(chunk, () => resolve()));
        // every file but the last has been parsed to its end
        while (complete < this.files.length - 1) await this.files[complete++];
        await this.#admission;
        if (this.#stopped) break;
      }
    } catch {
      this.#stop(badRequest('The form ended before it was complete.'));
    }
    if (this.#stopped) {
      this.#parser.destroy();
      if (!this.#file?.readableEnded) this.#file?.destroy(new Error('The form ended early.'));
    } else {
      await new Promise<void>((resolve) => {
        this.#parser.once('finish', resolve).once('error', () => resolve());
        this.#parser.end();
      });
    }
  }

  /** Calls `admit` once; later calls get the same result. */
  isAdmitted(before: 'files' | 'end'): Promise<boolean> {
    this.#admission ??= this.#rules.admit(before).then(
      () => true,
      (reason: unknown) => {
        this.#refuse(reason);
        this.#stopped ||= !this.#rules.readsOn;
        return false;
      },
    );
    return this.#admission;
  }

  #takeField(name: string, value: string, isCut: boolean): void {
    if (this.#stopped) return;
    this.#textBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    const refusal = fieldRefusal(name, isCut, this.#textBytes, this.#rules.limits);
    if (refusal) this.#stop(refusal);
    else this.#rules.fields.append(name, value);
  }

  async #takeFile(field: string, fileName: string, stream: Readable): Promise<ReceivedFile<Stored> | null> {
    // an error without a listener would end the process
    stream.on('error', () => undefined);
    try {
      if (field.includes('\0') || fileName.includes('\0')) throw damaged();
      if (fileName === '' || !(await this.isAdmitted('files'))) return null;
      const refusal = nameRefusal(field);
      if (refusal) throw refusal;
      return { field, fileName, stored: await this.#rules.keep({ field, fileName, stream }) };
    } catch (reason) {
      this.#stop(reason);
      return null;
    } finally {
      // the parser waits for the end of every file, even of one that failed
      await finished(stream.resume()).catch(() => undefined);
    }
  }

  #refuse(reason: unknown): void {
    this.refusal ??= reason;
  }

  #stop(reason: unknown): void {
    this.#refuse(reason);
    this.#stopped = true;
  }
}

function openParser(request: HttpRequest, limits: FormLimits): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: {
        files: limits.files,
        fields: limits.fields,
        // one more, so that the refusal names the limit that was exceeded; parts without a valid header count here only
        parts: limits.files + limits.fields + 1,
        fileSize: limits.fileBytes + 1,
        fieldSize: limits.fieldBytes,
      },
    });
  } catch {
    throw new Problem(415, 'The form must be sent as multipart/form-data.');
  }
}

function fieldRefusal(name: string, isCut: boolean, textBytes: number, limits: FormLimits): Problem | null {
  if (name.includes('\0')) return damaged();
  const tooLongName = nameRefusal(name);
  if (tooLongName) return tooLongName;
  if (isCut) return fieldTooLong(name, limits.fieldBytes);
  return textBytes > limits.textBytes ? tooMuchText(limits.textBytes) : null;
}

const damaged = () => badRequest('The form is damaged: its parts could not be told apart.');
const tooManyFiles = (most: number) =>
  new Problem(413, `At most ${most === 1 ? 'one file is' : `${most} files are`} accepted at once.`);
const formTooLarge = ({ formBytes, files }: FormLimits) =>
  new Problem(
    413,
    `The form is larger than ${bytesInWords(formBytes)}: ${files === 1 ? 'choose a smaller file' : 'send fewer files at once'}.`,
  );
const fieldTooLong = (name: string, most: number) =>
  new Problem(413, `The field ${name} is too long: at most ${bytesInWords(most)} are accepted.`, {
    field: name,
  });
const tooMuchText = (most: number) =>
  new Problem(413, `The fields of the form are larger than ${bytesInWords(most)} together.`);
