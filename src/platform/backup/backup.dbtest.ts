import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { expect, inject, onTestFinished, test } from 'vitest';
import { app } from '#app.ts';
import type { Database } from '#db/database.ts';
import { acrossSites } from '#db/for-site.ts';
import { migrateUp } from '#db/migrate.ts';
import { migrations } from '#db/migrations/index.ts';
import type { BlobStore } from '#platform/files/blob-store.ts';
import { DiskBlobStore } from '#platform/files/disk.ts';
import { removeUnusedBlobs } from '#platform/files/unused-blobs.ts';
import { openJobQueue } from '#platform/jobs/pg-boss.ts';
import { allSites, siteByCode } from '#sites/all.ts';
import { testCtx } from '#testing/ctx.ts';
import { cloneDb, testDb } from '#testing/db.ts';
import { asMember, trackFile } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';
import { Archive } from './archive.ts';
import { backUp } from './back-up.ts';
import { backupStore } from './open-store.ts';
import { assertKnownVersion, restore } from './restore.ts';
import { newKeyRule } from './seal.ts';
import { verify } from './verify.ts';

// one edition: most of the time of a restore is that of the partitions of each
const sites = [siteByCode(await allSites(), 'tmnf')];
const { db, url } = await testDb({ empty: true });
await migrateUp(db, sites);
const site = await testCtx({ db, site: 'tmnf' });
const ann = await Uploader.of(await asMember(site));

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'paddock-backup-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

/** A data folder as the server has it, apart from the files of the store. */
async function dataFolder(): Promise<string> {
  const made = await folder();
  await writeFile(join(made, 'factor-key'), 'the key\n');
  return made;
}

async function open(at: string, passphrase: string | null = null): Promise<Archive> {
  const rule = { ...newKeyRule(), N: 2 ** 10 }; // quick to derive
  return Archive.open(backupStore(at), passphrase, { create: true, rule });
}

const publish = async () => {
  const key = await ann.key(trackFile());
  await ann.publish(entry(0, { UploadKey: key }));
};

let seconds = 0;
/** Backups have their time as name. */
const now = () => new Date(Date.UTC(2026, 10, 27, 12, 0, seconds++));

const backUpTo = async (
  archive: Archive,
  { files = site.files, keep }: { files?: Pick<BlobStore, 'open'>; keep?: number } = {},
) => backUp({ source: { url, files, dataDir: await dataFolder() }, archive, now, ...(keep && { keep }) });

const problemsOf = async (archive: Archive, id: string) =>
  Array.fromAsync(verify(archive, await archive.manifest(id)));

/** Each table as a number that depends on all its rows. */
async function rowsOf(of: Kysely<Database>): Promise<Record<string, string>> {
  const all = acrossSites(of, 'a backup contains the rows of all editions');
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'p') and not relispartition
      and relname not in ('kysely_migration_lock', 'page_change', 'track_change', 'public_change', 'public_change_pending') order by 1`.execute(
    all,
  );
  const sums = tables.map(
    ({ name }) => sql`select ${name} as name,
      count(*) || ' ' || coalesce(md5(string_agg(r::text, '|' order by r::text)), '') as rows from ${sql.table(name)} r`,
  );
  const { rows } = await sql<{ name: string; rows: string }>`${sql.join(sums, sql` union all `)}`.execute(
    all,
  );
  return Object.fromEntries(rows.map(({ name, rows: sum }) => [name, sum]));
}

const hashesIn = async (files: Pick<BlobStore, 'list'>) =>
  (await Array.fromAsync(files.list())).map(({ sha256 }) => sha256).sort();

const onDisk = { place: 'disk', former: null } as const;

async function restored(archive: Archive, id: string) {
  const target = await cloneDb(inject('testServerUrl'), { empty: true, guard: false });
  onTestFinished(() => target.drop());
  const dataDir = await folder();
  const jobs: unknown[] = [];
  await restore({
    archive,
    manifest: await archive.manifest(id),
    url: target.url,
    dataDir,
    files: onDisk,
    sites,
    now,
    addJob: async (name, payload) => void jobs.push({ name, payload }),
  });
  return { target, dataDir, jobs };
}

/** Uploads a track that is not published yet, and returns the hash of its file. */
async function stage(): Promise<string> {
  const { analysis } = await ann.analyse(trackFile());
  const { sha256 } = await db
    .selectFrom('upload')
    .where('site', '=', 'tmnf')
    .where('upload_key', '=', analysis.UploadKey ?? '')
    .select('sha256')
    .executeTakeFirstOrThrow();
  return sha256;
}

/** Removes such an upload as the nightly sweep does; returns how many files were removed. */
async function unstage(sha256: string): Promise<number> {
  await db.deleteFrom('upload').where('site', '=', 'tmnf').where('sha256', '=', sha256).execute();
  return removeUnusedBlobs(acrossSites(db, 'as the sweep'), site.files, [sha256]);
}

test('a site that is written to is backed up and restored as it was at one moment, with every file', async () => {
  const queue = await openJobQueue({ url, jobs: app.jobs, log: pino({ level: 'silent' }) });
  await queue.add('mail-notices', { site: 'tmnf' });
  await queue.stop();
  await publish();
  const staged = await stage();
  const before = await rowsOf(db);
  const filesBefore = await hashesIn(site.files);

  // once the tables are copied, a track is added and the staged file is no longer needed
  let removed: Promise<number> | undefined;
  const archive = await open(await folder(), 'correct horse battery');
  const { manifest } = await backUpTo(archive, {
    files: {
      async open(hash) {
        removed ??= publish().then(() => unstage(staged));
        await removed;
        return site.files.open(hash);
      },
    },
  });
  expect(await removed).toBe(0);
  expect(manifest.lostFiles).toEqual([]);
  expect(await problemsOf(archive, manifest.id)).toEqual([]);

  const { target, dataDir, jobs } = await restored(archive, manifest.id);
  const { rows: paused } =
    await sql`delete from edition_setting where name = 'Paused' returning value`.execute(target.db);
  expect(paused).toEqual([{ value: true }]);
  expect(await rowsOf(target.db)).toEqual(before);
  expect(await hashesIn(await DiskBlobStore.open(join(dataDir, 'files'), now()))).toEqual(filesBefore);
  expect(await readFile(join(dataDir, 'factor-key'), 'utf8')).toBe('the key\n');
  expect(jobs).toEqual([{ name: 'mail-notices', payload: { site: 'tmnf' } }]);
  // ids continue after those that were given before the end of the copy, and rows are checked and counted again
  const next = sql<{ id: number }>`select next_id('track', 'tmnf') as id`;
  const [there, here] = await Promise.all([next.execute(target.db), next.execute(db)]);
  expect(there.rows[0]?.id).toBe((here.rows[0]?.id ?? 0) - 1);
  const orphan = sql`insert into edition_setting values ('none', 'Banner', '""', now())`.execute(target.db);
  await expect(orphan).rejects.toThrow();
  // only what is empty is written to
  const again = restore({
    archive,
    manifest,
    url: target.url,
    dataDir,
    files: onDisk,
    sites,
    now,
    addJob: async () => {},
  });
  await expect(again).rejects.toThrow('not empty');
  // no backup runs any more
  expect(await removeUnusedBlobs(acrossSites(db, 'as the sweep'), site.files, [staged])).toBe(1);
});

test('files are copied once, and old backups are removed with the files that only they have', async () => {
  await publish();
  const gone = await stage();
  const archive = await open(await folder());
  const first = await backUpTo(archive);
  expect(first.newFiles).toBe(first.manifest.files.count);
  await unstage(gone);
  await publish();
  const second = await backUpTo(archive, { keep: 2 });
  expect(second.removed).toEqual({ backups: [], files: 0 });
  expect(second.newFiles).toBe(second.manifest.files.count - first.manifest.files.count + 1);
  const third = await backUpTo(archive, { keep: 2 });
  expect(third.newFiles).toBe(0);
  expect(third.removed).toEqual({ backups: [first.manifest.id], files: 1 });
  expect(await archive.backups()).toEqual([second.manifest.id, third.manifest.id]);
  expect(await problemsOf(archive, second.manifest.id)).toEqual([]);
});

test('what was flipped, shortened or lost is named, and a backup that was interrupted is none', async () => {
  await publish();
  const at = await folder();
  const archive = await open(at);
  const lost = await stage();
  const { manifest } = await backUpTo(archive, {
    files: { open: async (hash) => (hash === lost ? null : site.files.open(hash)) },
  });
  expect(manifest.lostFiles).toEqual([lost]);
  const [flipped = '', short = '', missing = ''] = (await hashesIn(site.files)).filter(
    (hash) => hash !== lost,
  );
  const path = (hash: string) => join(at, 'files', hash.slice(0, 2), hash);
  await flip(path(flipped));
  await truncate(path(short), 10);
  await rm(path(missing));
  await flip(join(at, 'backups', manifest.id, 'tables', 'track'));
  const table = join(at, 'backups', manifest.id, 'tables', 'comment');
  await truncate(table, (await readFile(table)).length - 4);
  const problems = (await problemsOf(archive, manifest.id)).map((sentence) =>
    sentence.replace(/\d+\.$/, 'n.'),
  );
  expect(problems).toHaveLength(6);
  expect(problems).toEqual(
    expect.arrayContaining([
      `File ${flipped}: its content was changed.`,
      `File ${short}: it has 10 bytes instead of n.`,
      `File ${missing}: it is missing.`,
      `File ${lost}: it is missing, and was so on the site when the backup was made.`,
      "Table track: Restored data doesn't match checksum.",
      'Table comment: unexpected end of file.',
    ]),
  );
  // the next backup copies what is visibly missing again
  const next = await backUpTo(archive);
  expect(next.newFiles).toBe(3); // a changed byte is only found by reading

  await rm(join(at, 'backups', next.manifest.id, 'manifest'));
  expect(await archive.backups()).toEqual([manifest.id]);
  await expect(archive.manifest(next.manifest.id)).rejects.toThrow('no backup');
  await archive.removeIncomplete();
  expect(await readdir(join(at, 'backups', next.manifest.id, 'tables')).catch(() => [])).toEqual([]);
});

async function flip(path: string): Promise<void> {
  const bytes = await readFile(path);
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path, bytes);
}

test('a backup of an older version is migrated, one of a newer version is refused', async () => {
  const older = await cloneDb(inject('testServerUrl'), { empty: true, guard: false });
  onTestFinished(() => older.drop());
  const steps = Object.entries(migrations).slice(0, -1);
  await migrateUp(older.db, sites, Object.fromEntries(steps));
  const archive = await open(await folder());
  const source = { url: older.url, files: site.files, dataDir: await dataFolder() };
  const { manifest } = await backUp({ source, archive, now });
  const { target } = await restored(archive, manifest.id);
  const ran = sql<{ name: string }>`select name from kysely_migration order by name`;
  expect((await ran.execute(target.db)).rows.map(({ name }) => name)).toEqual(Object.keys(migrations));
  const newer = { migrations: [...manifest.migrations, '9999-of-the-future'] };
  expect(() => assertKnownVersion(newer)).toThrow(
    'from a newer version, which has the migration 9999-of-the-future',
  );
});

test.each([
  [null, 'correct horse battery', 'not encrypted'],
  ['correct horse battery', null, 'name the file with the passphrase'],
  ['correct horse battery', 'wrong horse battery', 'not that of the backups'],
])('backups made with the passphrase %s are not opened with %s', async (made, tried, why) => {
  const at = await folder();
  await open(at, made);
  await expect(open(at, tried)).rejects.toThrow(why);
});
