import { createHash } from 'node:crypto';
import { directoryEntryBytes, endOfZip, localHeaderBytes, type ZipEntry } from '#lib/zip/records.ts';
import { inSlices } from '#platform/slices.ts';

/** A file of the blob store, or made text. */
export type ZipFile = ZipEntry & ({ readonly sha256: string } | { readonly bytes: Uint8Array });

/** Where everything in a zip is, before any file is read. */
export interface ZipPlan {
  readonly files: readonly ZipFile[];
  /** of each file's local header */
  readonly offsets: Float64Array;
  readonly directoryAt: number;
  readonly end: Uint8Array;
  readonly sizeBytes: number;
  /** of all that determines the bytes: equal tags mean equal zips */
  readonly sha256: string;
}

/** Plans a zip of these files, in this order, in slices. Names must be unique, sizes those of the files. */
export async function zipPlan(files: readonly ZipFile[]): Promise<ZipPlan> {
  const offsets = new Float64Array(files.length);
  const hash = createHash('sha256');
  let offset = 0;
  let directoryBytes = 0;
  let index = 0;
  for await (const slice of inSlices(files)) {
    for (const file of slice) {
      offsets[index++] = offset;
      directoryBytes += directoryEntryBytes(file, offset);
      offset += localHeaderBytes(file) + file.sizeBytes;
      hash.update(`${file.name}\0${file.sizeBytes} ${file.modifiedAt.getTime()} `);
      hash.update('sha256' in file ? file.sha256 : file.bytes);
    }
  }
  const end = endOfZip({ entries: files.length, offset, sizeBytes: directoryBytes });
  return {
    files,
    offsets,
    directoryAt: offset,
    end,
    sizeBytes: offset + directoryBytes + end.length,
    sha256: hash.digest('hex'),
  };
}

/** The index of the file that contains this byte. */
export function fileAt({ offsets }: ZipPlan, byte: number): number {
  let low = 0;
  let high = offsets.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) <= byte) low = middle;
    else high = middle;
  }
  return low;
}
