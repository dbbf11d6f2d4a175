import { type Kysely, sql } from 'kysely';
import { largestInteger } from '#lib/codes/ids.ts';
import type { Database } from './database.ts';
import { firstId, idKinds } from './ids.ts';

interface Missing {
  sites: string[];
  partitions: { parent: string; site: string }[];
  sequences: string[];
}

/** What is missing in pg_catalog for these sites, in one round trip. */
async function missingFor(db: Kysely<Database>, siteCodes: readonly string[]): Promise<Missing> {
  const { rows } = await sql<Missing>`
    with wanted as (select unnest(${[...siteCodes]}::text[]) as site),
    parents as (
      select c.oid, c.relname::text as parent from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
      where p.partstrat = 'l' and c.relnamespace = current_schema()::regnamespace
    )
    select
      array(select site from wanted where site not in (select code from site) order by 1) as sites,
      array(
        select kind || '_id_' || site from unnest(${[...idKinds]}::text[]) as kind, wanted
        where not exists (select from pg_class where relkind = 'S' and relname = kind || '_id_' || site
          and relnamespace = current_schema()::regnamespace)
        order by 1
      ) as sequences,
      (select coalesce(jsonb_agg(jsonb_build_object('parent', parent, 'site', site) order by parent, site), '[]')
        from parents, wanted
        where not exists (select from pg_inherits i join pg_class child on child.oid = i.inhrelid
          where i.inhparent = parents.oid and child.relname = parent || '_' || site)
      ) as partitions`.execute(db);
  const [missing] = rows;
  if (!missing) throw new Error('pg_catalog gave no answer.');
  return missing;
}

const isComplete = (missing: Missing) =>
  missing.sites.length + missing.partitions.length + missing.sequences.length === 0;

/**
 * Creates every site's row, its partition of each LIST-partitioned table and its id sequences. A second call takes one query and
 * changes nothing; concurrent processes wait for each other.
 */
export async function ensurePartitions(db: Kysely<Database>, siteCodes: readonly string[]): Promise<void> {
  if (isComplete(await missingFor(db, siteCodes))) return;
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('paddock.partitions'))`.execute(tx);
    await createMissing(tx, siteCodes);
  });
}

/**
 * Creates, in the transaction of a migration, what existing sites still lack after the earlier ones. Otherwise a migration could not
 * write to a table that another one has just created.
 */
export async function completeSites(tx: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('site') is not null as there`.execute(tx);
  if (!rows[0]?.there) return;
  const sites = await tx.selectFrom('site').select('code').execute();
  if (sites.length === 0) return;
  await createMissing(
    tx,
    sites.map(({ code }) => code),
  );
}

async function createMissing(tx: Kysely<Database>, siteCodes: readonly string[]): Promise<void> {
  const missing = await missingFor(tx, siteCodes);
  for (const code of missing.sites) await tx.insertInto('site').values({ code }).execute();
  const statements = [
    ...missing.partitions.map(
      ({ parent, site }) =>
        sql`create table ${sql.id(`${parent}_${site}`)} partition of ${sql.id(parent)} for values in (${sql.lit(site)})`,
    ),
    ...missing.sequences.map((sequence) => {
      const kind = idKinds.find((candidate) => sequence.startsWith(`${candidate}_id_`)) ?? 'user';
      return sql`create sequence ${sql.id(sequence)} as integer start with ${sql.lit(firstId(kind))} maxvalue ${sql.lit(largestInteger)}`;
    }),
  ];
  // together: there are hundreds for a new database
  if (statements.length > 0) await sql.join(statements, sql`; `).execute(tx);
}
