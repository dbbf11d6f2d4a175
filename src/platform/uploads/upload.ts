import type { Verdict } from '#lib/rules/verdict.ts';
import type { Ctx } from '#platform/context.ts';
import type { FormLimits, SentFile } from '#platform/http/multipart.ts';
import { badRequest, Problem } from '#platform/http/problem.ts';
import type { ApiAddress, HttpRequest } from '#platform/http/types.ts';
import { takesUploads } from '#platform/switches/rules.ts';
import type { Viewer } from '#platform/viewer.ts';
import { type EntryNames, type FieldValues, type FormEntry, readEntries } from './entries.ts';
import { type FileAction, fileAction } from './file-action.ts';
import type { EntryFile, ReceivedFile } from './received-file.ts';
import { hasError, type Issue, problemOf, type Result, resultOf, resultsReply } from './results.ts';

/** What was read from a file. */
interface FileRead {
  readonly issues: readonly Issue[];
}

/** How a kind of file is read and staged. `Place`: what the address of the request says. */
export interface FileKind<Place, Read extends FileRead> {
  /** reads and checks a file; throws a Problem that names it if it is not of this kind */
  read(ctx: Ctx, file: ReceivedFile, place: Place): Promise<Read>;
  /** stores a file without errors by `stageUpload`, and returns its key */
  stage(ctx: Ctx, file: ReceivedFile, read: Read): Promise<string>;
}

/** A file that was read and, unless it has an error, staged under a key. */
export interface Analysed<Read> {
  readonly read: Read;
  readonly uploadKey: string | null;
}

/** An entry whose file is staged. */
interface StagedEntry<Settings, Read> {
  readonly uploadKey: string;
  readonly settings: Settings;
  readonly moreFiles: FormEntry['moreFiles'];
  /** null if an earlier request staged the file */
  readonly read: Read | null;
}

/** A kind of file that users upload: everything in which kinds differ. */
export interface UploadKind<Place, Settings, Read extends FileRead, Done extends object>
  extends FileKind<Place, Read> {
  readonly names: EntryNames;
  /** e.g. .Challenge.Gbx */
  readonly fileType: string;
  /** of a form with entries, and of one with a file to analyse */
  readonly limits: { readonly many: FormLimits; readonly one: FormLimits };
  /** who may upload; judged before anything is received */
  allow(viewer: Viewer): Verdict;
  /** Reads the address before anything is received. Throws a Problem if it is invalid. */
  place(request: HttpRequest): Place;
  /** the page that holds the form */
  page(place: Place): string;
  /** receives one file, usually by receiveEntryFile */
  receive(ctx: Ctx, file: SentFile): Promise<EntryFile>;
  /** the response to a file that was analysed */
  analysis(ctx: Ctx, file: ReceivedFile, analysed: Analysed<Read>): object | Promise<object>;
  /** the settings of an entry; `shared`: fields that apply to all entries */
  settings(ctx: Ctx, entry: FormEntry, shared: FieldValues): Promise<Settings>;
  /** throws a Problem if the settings are invalid, so that no file is staged in vain */
  check?(ctx: Ctx, fileName: string, settings: Settings): void;
  /** turns a staged file into what it is for, in one transaction; the same key again returns the same */
  publish(ctx: Ctx, entry: StagedEntry<Settings, Read>, place: Place): Promise<Done>;
  /** where a browser is sent when all entries are published */
  next(done: readonly Done[], place: Place): string;
  /** the field of the page's form that an entry took this one from, if it is not its own */
  sharedField?(field: string): string;
  /** e.g. "2 of 3 tracks were published." */
  counted(published: number, all: number): string;
  /** where programs do both */
  readonly api: { readonly analyse: ApiAddress; readonly publish: ApiAddress };
}

/**
 * The two writes of a kind. `analyse` reads one file, stages it and says what it is. `publish` publishes every valid entry of a
 * form, each with the key of an analysed file or with a file in the form itself; see resultsReply for the response.
 */
export function uploads<Place, Settings, Read extends FileRead, Done extends object>(
  kind: UploadKind<Place, Settings, Read, Done>,
): { readonly analyse: FileAction; readonly publish: FileAction } {
  const { names, limits } = kind;
  const both = {
    touches: 'edition',
    allow: (ctx: Ctx): Verdict => {
      const verdict = kind.allow(ctx.viewer);
      return verdict.ok ? takesUploads(ctx) : verdict;
    },
    receive: kind.receive,
    // evaluated before anything is received, so an invalid address is refused early
    form: ({ request }: { readonly request: HttpRequest }) => kind.page(kind.place(request)),
  } as const;
  const analyse = fileAction({
    ...both,
    api: [kind.api.analyse],
    limits: limits.one,
    async run(ctx, { files: [file], request }) {
      if (!file) throw badRequest(`${names.file}: choose a ${kind.fileType} file.`, names.file);
      if (!file.blob) throw file.problem;
      return kind.analysis(ctx, file, await analyseFile(ctx, kind, file, kind.place(request)));
    },
  });
  const publish = fileAction({
    ...both,
    api: [kind.api.publish],
    limits: limits.many,
    async run(ctx, { request, ...form }) {
      const { entries, shared } = readEntries(form, names);
      if (entries.length === 0)
        throw badRequest(`No ${names.noun} were sent. Choose at least one file.`, names.entries);
      const place = kind.place(request);
      const results: Result<Done>[] = [];
      for (const entry of entries) {
        const where = { name: names.entries, index: entry.index, usualField: names.file };
        // sequential, because one entry may be a duplicate of another
        results.push(await resultOf(where, () => publishEntry(ctx, entry, shared, place)));
      }
      return { results, place };
    },
    reply({ results, place }, { request, fields: form }) {
      const next = (done: readonly Done[]) => kind.next(done, place);
      const { counted, sharedField } = kind;
      return resultsReply({ request, form, page: kind.page(place), next, counted, sharedField }, results);
    },
  });

  async function publishEntry(ctx: Ctx, entry: FormEntry, shared: FieldValues, place: Place): Promise<Done> {
    const { source, moreFiles } = entry;
    const settings = await kind.settings(ctx, entry, shared);
    const staged = (uploadKey: string, read: Read | null) =>
      kind.publish(ctx, { uploadKey, settings, moreFiles, read }, place);
    switch (source.from) {
      case 'nothing':
        throw new Problem(422, 'No file was sent. Choose one.', { field: names.file });
      case 'refused':
        throw source.problem;
      case 'upload':
        return staged(source.key, null);
      case 'file': {
        const { file } = source;
        kind.check?.(ctx, file.fileName, settings);
        const { read, uploadKey } = await analyseFile(ctx, kind, file, place);
        if (uploadKey === null) throw problemOf(file.fileName, read.issues, names.file);
        return staged(uploadKey, read);
      }
      default:
        return source satisfies never;
    }
  }
  return { analyse, publish };
}

/** Reads a file and, unless it has an error, stages it for a day. The caller discards the received file. */
export async function analyseFile<Place, Read extends FileRead>(
  ctx: Ctx,
  kind: FileKind<Place, Read>,
  file: ReceivedFile,
  place: Place,
): Promise<Analysed<Read>> {
  await ctx.limits.consume('upload', { subject: `account ${ctx.viewer.accountId}` });
  const read = await kind.read(ctx, file, place);
  return { read, uploadKey: hasError(read.issues) ? null : await kind.stage(ctx, file, read) };
}
