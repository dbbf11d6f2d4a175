import type { Ctx } from '#platform/context.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import type { ZipFile } from '#platform/zip/plan.ts';
import { failedName } from '../file-names.ts';
import { type FailedFile, failedText } from '../manifest.ts';

/** What a zip contains, and what it should contain but does not. */
export interface ZipContent {
  readonly files: readonly ZipFile[];
  readonly failed: readonly FailedFile[];
  /** The TrackIds of the first files, in their order; empty if downloads are not counted. */
  readonly trackIds: readonly number[];
}

/** A row that names a file of the store. */
interface StoredRow {
  readonly sha256: string;
  readonly file_size: number;
}

/**
 * The reason why a file cannot be zipped; null if it can. Called before the length is announced. A request for the head does not look
 * at the files, which costs more than everything else: its length is that of the zip without damaged files.
 */
export async function problemOf(
  ctx: Ctx,
  { method }: Pick<HttpRequest, 'method'>,
  { sha256, file_size }: StoredRow,
): Promise<string | null> {
  if (method === 'HEAD') return null;
  const blob = await ctx.files.open(sha256);
  if (!blob) return 'The file is missing on the server.';
  return blob.sizeBytes === file_size ? null : 'The file on the server is damaged.';
}

const utf8 = new TextEncoder();

/** A text in the zip, as old as its newest file: the same files always make the same zip. */
export function textFile(name: string, text: string, files: readonly ZipFile[]): ZipFile {
  const bytes = utf8.encode(text);
  const newest = files.reduce((latest, { modifiedAt }) => Math.max(latest, modifiedAt.getTime()), 0);
  return { name, sizeBytes: bytes.length, modifiedAt: new Date(newest), bytes };
}

/** The files of a zip, with failed.txt if some are missing. */
export const withFailures = ({ files, failed }: ZipContent): readonly ZipFile[] =>
  failed.length === 0 ? files : [...files, textFile(failedName, failedText(failed), files)];
