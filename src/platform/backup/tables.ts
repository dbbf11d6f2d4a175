import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type Archive, BackupError, linesOf, type Manifest, measured, type TablePart } from './archive.ts';
import type { Bytes } from './store.ts';

/** A connection without limits of time, whose texts for values do not depend on settings of the server. */
export async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'paddock backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: [
      'timezone=UTC',
      'datestyle=ISO',
      'intervalstyle=postgres',
      'statement_timeout=0',
      'idle_in_transaction_session_timeout=0',
      'jit=off',
    ]
      .map((setting) => `-c ${setting}`)
      .join(' '),
  });
  client.on('error', () => {}); // the next statement reports it
  await client.connect();
  return client;
}

/** Belong to running processes: what has just changed, and who migrates. */
const leftOut = [
  'kysely_migration_lock',
  'page_change',
  'track_change',
  'public_change',
  'public_change_pending',
];

export const tableObject = (id: string, table: string): string => `backups/${id}/tables/${table}`;
export const jobsObject = (id: string): string => `backups/${id}/jobs`;

const list = (columns: readonly string[]) => columns.map((name) => pg.escapeIdentifier(name)).join(', ');

/** All tables with the columns that are stored, the partitions of a table together. */
async function storedTables(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all ($1) group by 1 order by 1`,
    [leftOut],
  );
  return rows;
}

/** Writes every table as it is in the transaction of this connection. */
export async function writeTables(client: pg.Client, archive: Archive, id: string): Promise<TablePart[]> {
  const parts: TablePart[] = [];
  for (const { name, columns } of await storedTables(client)) {
    const rows = client.query(
      copyTo(`copy (select ${list(columns)} from ${pg.escapeIdentifier(name)}) to stdout`),
    );
    const { found, content } = measured(rows);
    await archive.write(tableObject(id, name), content);
    if (found.lines !== rows.rowCount)
      throw new Error(`${rows.rowCount} rows of ${name} were copied as ${found.lines} lines.`);
    parts.push({ name, columns, rows: found.lines, sha256: found.sha256 });
  }
  return parts;
}

/** The last value of every sequence. Read after the tables: sequences belong to no transaction, and only grow. */
export async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<Manifest['sequences'][number]>(
    `select * from (
      select s.relname::text as name, t.relname::text as "table", a.attname::text as "column",
        pg_sequence_last_value(s.oid)::text as value
      from pg_class s
      left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0
      left join pg_class t on t.oid = d.refobjid
      left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace) s
    where value is not null order by name`,
  );
  return rows;
}

/** Writes the jobs that have not run, one of them in each line. */
export async function writeJobs(client: pg.Client, archive: Archive, id: string): Promise<Manifest['jobs']> {
  const { found, content } = measured(waitingJobs(client));
  await archive.write(jobsObject(id), content);
  return { rows: found.lines, sha256: found.sha256 };
}

async function* waitingJobs(client: pg.Client): AsyncGenerator<Uint8Array> {
  const { rows: there } = await client.query(`select where to_regclass('pgboss.job') is not null`);
  if (there.length === 0) return;
  const { rows } = await client.query<{ name: string; data: unknown }>(
    `select name, data from pgboss.job
    where state in ('created', 'retry', 'active') and not starts_with(name, '__pgboss') order by created_on, id`,
  );
  for (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`);
}

export interface FileRow {
  readonly sha256: string;
  readonly bytes: number;
}

/** The files that the rows of a backup name. */
export async function* filesOf(archive: Archive, { id, tables }: Pick<Manifest, 'id' | 'tables'>) {
  const blobs = tables.find(({ name }) => name === 'blob');
  if (!blobs) return;
  const [hashAt, bytesAt] = ['sha256', 'size_bytes'].map((column) => blobs.columns.indexOf(column));
  for await (const line of linesOf(archive.read(tableObject(id, 'blob')))) {
    const values = line.split('\t');
    const file: FileRow = { sha256: values[hashAt ?? 0] ?? '', bytes: Number(values[bytesAt ?? 1]) };
    yield file;
  }
}

interface ForeignKey {
  readonly on: string;
  readonly name: string;
  readonly rule: string;
}

/**
 * Fills an empty schema of the same version in one transaction. Foreign keys are made anew afterwards, which checks all rows, and
 * triggers do not run: what they would write is among the rows.
 */
export async function readTables(client: pg.Client, archive: Archive, manifest: Manifest): Promise<void> {
  await client.query('begin');
  const { rows: keys } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as "on", quote_ident(conname) as name, pg_get_constraintdef(oid) as rule
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`,
  );
  const { rows: triggered } = await client.query<{ table: string }>(
    `select distinct tgrelid::regclass::text as "table" from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and c.relnamespace = current_schema()::regnamespace`,
  );
  const tables = (await storedTables(client)).map(({ name }) => pg.escapeIdentifier(name));
  for (const { on, name } of keys) await client.query(`alter table ${on} drop constraint ${name}`);
  for (const { table } of triggered) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`truncate ${tables.join(', ')}`);
  for (const part of manifest.tables)
    await readTable(client, archive.read(tableObject(manifest.id, part.name)), part);
  for (const { table } of triggered) await client.query(`alter table ${table} enable trigger user`);
  for (const { on, name, rule } of keys)
    await client.query(`alter table ${on} add constraint ${name} ${rule}`);
  for (const { name, table, column, value } of manifest.sequences)
    await client.query(
      table === null
        ? `select setval($1::regclass, $2::bigint)`
        : `select setval(pg_get_serial_sequence($1, '${column}'), $2::bigint)`,
      [pg.escapeIdentifier(table ?? name), value],
    );
  await client.query('commit');
  await client.query('analyze');
}

async function readTable(
  client: pg.Client,
  rows: Bytes,
  { name, columns, sha256 }: TablePart,
): Promise<void> {
  const { found, content } = measured(rows);
  const into = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${list(columns)}) from stdin`));
  await pipeline(content, into);
  if (found.sha256 !== sha256) throw new BackupError(`The rows of ${name} are not those of the backup.`);
}
