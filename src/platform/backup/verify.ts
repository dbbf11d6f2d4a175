import { type Archive, type Manifest, measured } from './archive.ts';
import type { Bytes } from './store.ts';
import { filesOf, jobsObject, tableObject } from './tables.ts';

/** Reads all of a backup: every file against its hash, every table against its hash and its number of rows. Yields what is wrong. */
export async function* verify(archive: Archive, manifest: Manifest): AsyncGenerator<string> {
  const { id, tables, jobs, lostFiles } = manifest;
  let hasFiles = true;
  for (const part of tables) {
    const problem = await wrong(archive.read(tableObject(id, part.name)), part);
    if (problem === null) continue;
    yield `Table ${part.name}: ${problem}.`;
    if (part.name === 'blob') hasFiles = false;
  }
  const problem = await wrong(archive.read(jobsObject(id)), jobs);
  if (problem !== null) yield `Jobs: ${problem}.`;
  if (!hasFiles) return yield 'The files were not read: their names are in a table that is damaged.';
  for await (const { sha256, bytes } of filesOf(archive, manifest)) {
    const problem = await wrong(archive.readFile(sha256), { sha256, bytes });
    if (problem === null) continue;
    const since = lostFiles.includes(sha256) ? ', and was so on the site when the backup was made' : '';
    yield `File ${sha256}: ${problem}${since}.`;
  }
}

async function wrong(
  read: Bytes,
  { sha256, rows, bytes }: { sha256: string; rows?: number; bytes?: number },
): Promise<string | null> {
  const { found, content } = measured(read);
  try {
    for await (const _ of content); // read for its hash
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'it is missing';
    return error instanceof Error ? error.message : String(error);
  }
  if (rows !== undefined && found.lines !== rows) return `it has ${found.lines} rows instead of ${rows}`;
  if (bytes !== undefined && found.bytes !== bytes) return `it has ${found.bytes} bytes instead of ${bytes}`;
  return found.sha256 === sha256 ? null : 'its content was changed';
}
