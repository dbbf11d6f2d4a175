import { LIMITS } from '#lib/gbx/read/limits.ts';
import { replayKindRefusal } from '#lib/gbx/read/replay.ts';
import type { Ctx } from '#platform/context.ts';
import type { FormLimits } from '#platform/http/multipart.ts';
import { Problem } from '#platform/http/problem.ts';
import type { HttpRequest, Reply } from '#platform/http/types.ts';
import { withArrived } from '#platform/uploads/arrival.ts';
import { formBounds } from '#platform/uploads/bounds.ts';
import { FormEntries } from '#platform/uploads/entries.ts';
import { safeFileName } from '#platform/uploads/file-name.ts';
import type { ArrivedReplay } from './analyse.ts';

/** A file of a form: received, or refused, which affects its entry only. */
export type ReceivedReplay = { readonly field: string } & (
  | { readonly ok: true; readonly file: ArrivedReplay }
  | { readonly ok: false; readonly problem: Problem }
);

const { fieldBytes, textBytes, formBytes } = formBounds;

/** A form with one replay, or with many. */
const replayForm = (most: number): FormLimits => ({
  fieldBytes,
  textBytes,
  files: most,
  fileBytes: LIMITS.replayFileBytes,
  fields: 3 * most + 20,
  // more than the limit of a file, so that one that is slightly too large gets its own message
  formBytes: most === 1 ? 4 * LIMITS.replayFileBytes : formBytes,
});

interface Form {
  readonly most: number;
  /** the page with the form */
  readonly page: string;
}

/** Receives a form with replays, or one without files; see withArrived. */
export const withReplays = (
  ctx: Ctx,
  request: HttpRequest,
  { most, page }: Form,
  run: (fields: URLSearchParams, files: readonly ReceivedReplay[]) => Promise<Reply>,
): Promise<Reply> =>
  withArrived<ReceivedReplay>(
    ctx,
    request,
    {
      limits: replayForm(most),
      page,
      async keep({ field, fileName: name, stream }) {
        const fileName = safeFileName(name);
        const limit = { bytes: LIMITS.replayFileBytes, what: fileName, reasonFor: notAReplay(fileName) };
        try {
          return { ok: true, field, file: { fileName, blob: await ctx.files.putTemp(stream, limit) } };
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          const { status, message, extra } = error;
          return {
            ok: false,
            field,
            problem: new Problem(status, message, { ...extra, file: fileName, field }),
          };
        }
      },
      discard: async (received) => {
        if (received.ok) await ctx.files.discard(received.file.blob);
      },
    },
    run,
  );

/** The message should name what a large file is, not its size. */
const notAReplay = (fileName: string) => (head: Buffer) => {
  const refusal = replayKindRefusal(head);
  return refusal && new Problem(422, `${fileName}: ${refusal.message}`);
};

/** The source of an entry's replay. */
type ReplaySource =
  | { readonly from: 'file'; readonly received: ReceivedReplay }
  | { readonly from: 'upload'; readonly key: string }
  | { readonly from: 'nothing' };

export interface ReplayEntry {
  /** as sent: ReplayEntries[index] */
  readonly index: number;
  readonly source: ReplaySource;
}

const entryName = 'ReplayEntries';
const entryField = /^ReplayEntries\[(\d+)\]\.(\w{1,40})$/i;

/** The entries of a form by index. Throws a Problem 413 for too many. */
export function readEntries(fields: URLSearchParams, files: readonly ReceivedReplay[]): ReplayEntry[] {
  const entries = new FormEntries<{ source: ReplaySource }>({
    name: entryName,
    noun: 'replays',
    make: () => ({ source: { from: 'nothing' } }),
  });
  for (const [name, text] of fields) {
    const [, index, own = ''] = entryField.exec(name) ?? [];
    if (index !== undefined && own.toLowerCase() === 'uploadkey' && text.trim() !== '')
      entries.at(index).source = { from: 'upload', key: text.trim() };
  }
  for (const received of files) {
    const [, index, own = ''] = entryField.exec(received.field) ?? [];
    if (index === undefined || own.toLowerCase() !== 'replayfile') continue;
    const entry = entries.at(index);
    if (entry.source.from === 'nothing') entry.source = { from: 'file', received };
  }
  return entries.sorted().map(([index, { source }]) => ({ index, source }));
}

/** A plain file input with several files sends them under one name: each becomes an entry. */
export const inSequence = (files: readonly ReceivedReplay[]): ReceivedReplay[] =>
  files.map((file, index) =>
    /^ReplayFiles?$/i.test(file.field) ? { ...file, field: `${entryName}[${index}].ReplayFile` } : file,
  );
