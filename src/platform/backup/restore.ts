import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openDb } from '#db/client.ts';
import { migrateUp } from '#db/migrate.ts';
import { migrations } from '#db/migrations/index.ts';
import { type FilePlaces, openFiles } from '#platform/files/open-files.ts';
import { atMost } from '#platform/lanes/at-most.ts';
import { pauseEditions } from '#platform/switches/write.ts';
import type { Site } from '#sites/schema.ts';
import { type Archive, BackupError, linesOf, type Manifest } from './archive.ts';
import { connected, type FileRow, filesOf, jobsObject, readTables } from './tables.ts';

interface Choice {
  readonly archive: Archive;
  readonly manifest: Manifest;
  /** of an empty database */
  readonly url: string;
  readonly dataDir: string;
  readonly files: FilePlaces;
  /** all editions of this version */
  readonly sites: readonly Pick<Site, 'code'>[];
  readonly now: () => Date;
  /** adds a job; rejects if this version does not know it */
  readonly addJob: (name: string, payload: object) => Promise<void>;
  /** progress */
  readonly say?: (line: string) => void;
}

/** Throws unless this version can read the backup: it must know all migrations that had run. */
export function assertKnownVersion({ migrations: ran }: Pick<Manifest, 'migrations'>): void {
  const unknown = ran.find((name) => !Object.hasOwn(migrations, name));
  if (unknown !== undefined)
    throw new BackupError(
      `The backup is from a newer version, which has the migration ${unknown}. Install that version first.`,
    );
}

/** Throws unless the database has no tables. */
export async function assertEmptyDatabase(url: string): Promise<void> {
  const client = await connected(url);
  try {
    const { rows } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c where relkind in ('r', 'p')
        and (relnamespace = current_schema()::regnamespace or relnamespace::regnamespace::text = 'pgboss') limit 1`,
    );
    if (rows.length > 0)
      throw new BackupError(
        'The database is not empty. A backup is restored into an empty one only, so that it replaces nothing: create another database.',
      );
  } finally {
    await client.end();
  }
}

/**
 * Restores a backup into an empty database and an empty data folder: the files, then the rows that name them, in the schema of the
 * backup, which is then migrated. Mails, webhooks and online records are paused on all its editions.
 */
export async function restore(choice: Choice): Promise<void> {
  const { archive, manifest, url, dataDir, sites, say = () => {} } = choice;
  assertKnownVersion(manifest);
  await assertEmptyDatabase(url);
  await mkdir(dataDir, { recursive: true });
  for (const [name, text] of Object.entries(manifest.dataFiles))
    await writeFile(join(dataDir, name), text, { mode: 0o600, flush: true });
  await restoreFiles(choice);
  say(`${manifest.files.count} files`);
  const { db, close } = openDb(url, { max: 2, statementTimeoutMs: 0, applicationName: 'paddock restore' });
  try {
    const steps = Object.entries(migrations).filter(([name]) => manifest.migrations.includes(name));
    await migrateUp(
      db,
      manifest.sites.map((code) => ({ code })),
      Object.fromEntries(steps),
    );
    const client = await connected(url);
    await readTables(client, archive, manifest).finally(() => client.end());
    say(`${manifest.tables.length} tables`);
    await pauseEditions(db, choice.now());
    for (const name of await migrateUp(db, sites)) say(`migrated ${name}`);
  } finally {
    await close();
  }
  await restoreJobs(choice);
}

const filesAtOnce = 8;

async function restoreFiles({ archive, manifest, files, dataDir, now }: Choice): Promise<void> {
  const store = await openFiles(files, { dataDir, now: now() });
  const place = atMost(filesAtOnce);
  const lost = new Set(manifest.lostFiles);
  const one = async ({ sha256, bytes }: FileRow) => {
    const stored = await store
      .putTemp(Readable.from(archive.readFile(sha256)), { bytes, what: sha256 })
      .catch((cause: unknown) => {
        throw new BackupError(`The file ${sha256} of the backup is missing or damaged.`, { cause });
      });
    if (stored.sha256 !== sha256) throw new BackupError(`The file ${sha256} of the backup is damaged.`);
    await store.makePermanent(stored);
  };
  try {
    let running: Promise<void>[] = [];
    for await (const file of filesOf(archive, manifest)) {
      if (lost.has(file.sha256)) continue;
      running.push(place(() => one(file)));
      if (running.length < 100 * filesAtOnce) continue;
      await Promise.all(running);
      running = [];
    }
    await Promise.all(running);
  } finally {
    await store.close();
  }
}

async function restoreJobs({ archive, manifest, addJob, say = () => {} }: Choice): Promise<void> {
  for await (const line of linesOf(archive.read(jobsObject(manifest.id)))) {
    const { name, data } = JSON.parse(line) as { name: string; data: object }; // written by writeJobs
    await addJob(name, data).catch((error: unknown) =>
      say(`a waiting job ${name} is left out: ${error instanceof Error ? error.message : String(error)}`),
    );
  }
}
