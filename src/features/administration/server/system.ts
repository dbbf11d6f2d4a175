import { sql } from 'kysely';
import { acrossSites } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';

const installation = (ctx: Ctx) =>
  acrossSites(ctx.db, 'administrators see the sizes of the whole installation');

export interface TableSize {
  readonly table: string;
  readonly bytes: number;
  readonly rows: number;
}

/** The largest tables with their indexes, the partitions of all editions together; rows as PostgreSQL estimates them. */
async function tableSizes(ctx: Ctx): Promise<readonly TableSize[]> {
  const { rows } = await sql<TableSize>`
    select coalesce(pg_partition_root(c.oid)::regclass, c.oid::regclass)::text as "table",
      sum(pg_total_relation_size(c.oid))::float8 as bytes, sum(greatest(c.reltuples, 0))::float8 as rows
    from pg_class c where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
    group by 1 order by 2 desc limit 15`.execute(installation(ctx));
  return rows;
}

/** Statements that have been running for a second or longer, without the values they were given. */
async function slowStatements(ctx: Ctx) {
  const { rows } = await sql<{ by: string; seconds: number; statement: string }>`
    select application_name as by, extract(epoch from clock_timestamp() - query_start)::float8 as seconds,
      left(regexp_replace(query, '\\s+', ' ', 'g'), 160) as statement
    from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
      and query_start < clock_timestamp() - interval '1 second'
    order by query_start limit 10`.execute(installation(ctx));
  return rows;
}

async function database(ctx: Ctx) {
  const { rows } = await sql<{
    bytes: number;
    version: string;
    connections: number;
    migration: string;
    migrated: Date;
  }>`
    select pg_database_size(current_database())::float8 as bytes, current_setting('server_version') as version,
      (select count(*)::integer from pg_stat_activity where datname = current_database()) as connections,
      m.name as migration, m.timestamp::timestamptz as migrated
    from kysely_migration m order by m.timestamp desc, m.name desc limit 1`.execute(installation(ctx));
  return rows[0];
}

/** Pages of visitors in the memory of this process, since it started; null: it caches none. */
function cachedPages({ caches }: Ctx) {
  if (!caches) return null;
  const { size, bytes, hits, misses, drops } = caches.pages;
  return { size, bytes, hits, misses, drops };
}

/** Health, sizes and what runs now. */
export async function systemPage(ctx: Ctx) {
  const [health, tables, slow, facts] = await Promise.all([
    ctx.health.report(),
    tableSizes(ctx),
    slowStatements(ctx),
    database(ctx),
  ]);
  const paused = ctx.sites.filter(({ code }) => ctx.switches.of(code).paused);
  return { health, tables, slow, database: facts, pages: cachedPages(ctx), paused };
}

export interface StoredFiles {
  /** the table and column that name the files */
  readonly use: string;
  readonly files: number;
  readonly bytes: number;
}

/**
 * How many files are stored and for what: every column that refers to a file, as PostgreSQL knows them, and the files that no
 * column refers to. Reads all of them, so only on request.
 */
export async function storedFiles(ctx: Ctx): Promise<readonly StoredFiles[]> {
  const db = installation(ctx);
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select k.conrelid::regclass::text as "table", a.attname as "column" from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'blob'::regclass and k.conparentid = 0
    order by 1, 2`.execute(db);
  const uses = columns.map(
    ({ table, column }) =>
      sql`select ${`${table}.${column}`}::text as use, ${sql.ref(column)} as sha256 from ${sql.table(table)} where ${sql.ref(column)} is not null`,
  );
  if (uses.length === 0) return [];
  const { rows } = await sql<StoredFiles>`
    with named as (select distinct use, sha256 from (${sql.join(uses, sql` union all `)}) u)
    select coalesce(n.use, 'none') as use, count(*)::integer as files, coalesce(sum(b.size_bytes), 0)::float8 as bytes
    from blob b left join named n on n.sha256 = b.sha256 group by 1 order by 3 desc`.execute(db);
  return rows;
}
