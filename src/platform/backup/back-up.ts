import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '#platform/files/blob-store.ts';
import { atMost } from '#platform/lanes/at-most.ts';
import { factorKeyFile } from '#platform/secrets.ts';
import { type Archive, BackupError, type Manifest, measured } from './archive.ts';
import { beginBackup } from './lock.ts';
import { connected, type FileRow, filesOf, readSequences, writeJobs, writeTables } from './tables.ts';

interface Source {
  readonly url: string;
  readonly files: Pick<BlobStore, 'open'>;
  readonly dataDir: string;
}

interface Choice {
  readonly source: Source;
  readonly archive: Archive;
  readonly now: () => Date;
  /** how many backups remain, this one included; without it, all */
  readonly keep?: number;
  /** progress */
  readonly say?: (line: string) => void;
}

export interface Made {
  readonly manifest: Manifest;
  /** files that no earlier backup had */
  readonly newFiles: number;
  readonly removed: { readonly backups: readonly string[]; readonly files: number };
}

/**
 * Makes a backup while the site is in use: all tables as they are at one moment, then the files that their rows name. Until it ends, no
 * process removes a file (see removeUnusedBlobs).
 */
export async function backUp({ source, archive, now, keep, say = () => {} }: Choice): Promise<Made> {
  const dataFiles = await filesDirectlyIn(source.dataDir);
  const holder = await connected(source.url);
  try {
    await beginBackup(holder);
    await archive.removeIncomplete();
    const startedAt = now();
    const id = startedAt.toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const part = await writeDatabase(source.url, archive, id);
    say(`${part.tables.length} tables with ${part.tables.reduce((sum, { rows }) => sum + rows, 0)} rows`);
    const { newFiles, ...files } = await copyFiles(source.files, archive, { id, tables: part.tables });
    say(`${files.files.count} files, ${newFiles} of them new`);
    await holder.query('commit'); // a lost connection means that files may have been removed
    const manifest: Manifest = {
      id,
      ...part,
      ...files,
      startedAt: startedAt.toISOString(),
      finishedAt: now().toISOString(),
      dataFiles,
    };
    await archive.writeManifest(manifest);
    return { manifest, newFiles, removed: await removeOld(archive, keep) };
  } finally {
    await holder.end();
  }
}

/** Their contents by their names. */
async function filesDirectlyIn(dataDir: string): Promise<Record<string, string>> {
  const entries = await readdir(dataDir, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
  if (!names.includes(factorKeyFile))
    throw new BackupError(
      `There is no file ${factorKeyFile} in ${dataDir}. Set DATA_DIR as for the server: the backup needs its files.`,
    );
  const read = async (name: string) => [name, await readFile(join(dataDir, name), 'utf8')] as const;
  return Object.fromEntries(await Promise.all(names.map(read)));
}

async function writeDatabase(url: string, archive: Archive, id: string) {
  const client = await connected(url);
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows: steps } = await client.query<{ name: string }>(
      'select name from kysely_migration order by name',
    );
    const { rows: sites } = await client.query<{ code: string }>('select code from site order by code');
    const { rows: versions } = await client.query<{ server_version: string }>('show server_version');
    const tables = await writeTables(client, archive, id);
    const jobs = await writeJobs(client, archive, id);
    const sequences = await readSequences(client);
    await client.query('commit');
    return {
      postgres: versions[0]?.server_version ?? '',
      migrations: steps.map(({ name }) => name),
      sites: sites.map(({ code }) => code),
      tables,
      jobs,
      sequences,
    };
  } finally {
    await client.end();
  }
}

const filesAtOnce = 8;

async function copyFiles(files: Source['files'], archive: Archive, of: Pick<Manifest, 'id' | 'tables'>) {
  const place = atMost(filesAtOnce);
  const lostFiles: string[] = [];
  let [count, bytes, newFiles] = [0, 0, 0];
  let running: Promise<void>[] = [];
  const copy = async (file: FileRow) => {
    if (await archive.hasFile(file.sha256, file.bytes)) return;
    if (await copyFile(files, archive, file)) newFiles += 1;
    else lostFiles.push(file.sha256);
  };
  for await (const file of filesOf(archive, of)) {
    count += 1;
    bytes += file.bytes;
    running.push(place(() => copy(file)));
    if (running.length < 100 * filesAtOnce) continue;
    await Promise.all(running);
    running = [];
  }
  await Promise.all(running);
  return { files: { count, bytes }, newFiles, lostFiles: lostFiles.sort() };
}

class Damaged extends Error {}

/** False if the file is missing or is not what its name says. */
async function copyFile(files: Source['files'], archive: Archive, { sha256 }: FileRow): Promise<boolean> {
  const stored = await files.open(sha256);
  if (!stored) return false;
  async function* checked(stream: AsyncIterable<Uint8Array>) {
    const { found, content } = measured(stream);
    yield* content;
    if (found.sha256 !== sha256) throw new Damaged();
  }
  try {
    await archive.writeFile(sha256, checked(stored.stream()));
    return true;
  } catch (error) {
    if (error instanceof Damaged) return false;
    throw error;
  }
}

async function removeOld(archive: Archive, keep = Number.POSITIVE_INFINITY): Promise<Made['removed']> {
  const all = await archive.backups();
  const backups = all.slice(0, Math.max(0, all.length - keep));
  if (backups.length === 0) return { backups, files: 0 };
  const needed = new Set<string>();
  for (const id of all.slice(backups.length))
    for await (const { sha256 } of filesOf(archive, await archive.manifest(id))) needed.add(sha256);
  for (const id of backups) await archive.remove(id);
  return { backups, files: await archive.removeFilesExcept(needed) };
}
