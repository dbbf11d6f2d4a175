import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { acrossSites } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';

/** Where staged files are: tables whose rows are staged as long as they belong to nothing. */
const sources = [
  {
    table: 'upload',
    key: 'upload_key',
    at: 'created_at',
    owner: 'track_id',
    files: ['sha256', 'thumbnail_sha256'],
  },
  { table: 'replay_upload', key: 'upload_key', at: 'created_at', owner: 'replay_id', files: ['sha256'] },
  { table: 'picture', key: 'reference', at: 'staged_at', owner: 'track_id', files: [] },
] as const;

interface StagedRow {
  readonly source: number;
  readonly site: string;
  readonly key: string;
  readonly bytes: number;
  readonly at: Date;
}

/** Rows removed in one transaction. */
const batchRows = 1000;

/** The database without the site guard. */
export const allEditions = (ctx: Pick<Ctx, 'db'>): Kysely<Database> =>
  acrossSites(ctx.db, 'the cap of staged bytes is for an account on all editions');

/** Which staged files of an account: by default all. */
interface Which {
  /** staged before this time */
  readonly before?: Date | null;
  /** on these editions */
  readonly sites?: readonly string[] | null;
}

/** What an account has staged, the oldest first. */
async function stagedRows(
  db: Kysely<Database>,
  accountId: number,
  { before = null, sites = null }: Which,
): Promise<StagedRow[]> {
  const parts = sources.map(
    ({ table, key, at, owner }, source) => sql`
      select ${sql.lit(source)}::integer as source, f.site, f.${sql.ref(key)} as key, f.stored_bytes as bytes, f.${sql.ref(at)} as at
      from profile p join ${sql.table(table)} f on f.site = p.site and f.user_id = p.user_id
      where p.account_id = ${accountId} and f.${sql.ref(owner)} is null
        ${before === null ? sql`` : sql`and f.${sql.ref(at)} < ${before}`}
        ${sites === null ? sql`` : sql`and f.site = any(${sites}::text[])`}`,
  );
  const { rows } = await sql<StagedRow>`${sql.join(parts, sql` union all `)}
    order by at, key limit ${batchRows}`.execute(db);
  return rows;
}

/** The number of files that an account has staged, and when the oldest was. */
export async function stagedSummary(
  db: Kysely<Database>,
  accountId: number,
): Promise<{ readonly files: number; readonly oldestAt: Date | null }> {
  const parts = sources.map(
    ({ table, at, owner }) => sql`
      select f.${sql.ref(at)} as at from profile p
      join ${sql.table(table)} f on f.site = p.site and f.user_id = p.user_id
      where p.account_id = ${accountId} and f.${sql.ref(owner)} is null`,
  );
  const { rows } = await sql<{ files: number; oldestAt: Date | null }>`
    select count(*) as files, min(at) as "oldestAt" from (${sql.join(parts, sql` union all `)}) staged`.execute(
    db,
  );
  return rows[0] ?? { files: 0, oldestAt: null };
}

/**
 * Removes staged files of an account until so many bytes are given back, the oldest first. Returns the bytes and the hashes of their
 * files, which other rows may still reference. One that is just being posted stays.
 */
export async function removeStagedOf(
  db: Kysely<Database>,
  accountId: number,
  { bytes = Number.POSITIVE_INFINITY, ...which }: Which & { readonly bytes?: number },
): Promise<{ readonly files: number; readonly bytes: number; readonly hashes: readonly string[] }> {
  let removed = { files: 0, bytes: 0, hashes: [] as string[] };
  for (const row of await stagedRows(db, accountId, which)) {
    if (removed.bytes >= bytes) break;
    const hashes = await removeRow(db, row);
    if (hashes === null) continue;
    removed = {
      files: removed.files + 1,
      bytes: removed.bytes + row.bytes,
      hashes: [...removed.hashes, ...hashes],
    };
  }
  return removed;
}

/** The hashes of its files; null if it was posted or removed meanwhile. */
async function removeRow(db: Kysely<Database>, { source, site, key }: StagedRow): Promise<string[] | null> {
  const of = sources[source];
  if (!of) throw new RangeError(`There is no source ${source} of staged files.`);
  const files = of.files.length > 0 ? null : await filesOfPicture(db, site, key);
  const { rows } = await sql<Record<string, string | null>>`
    delete from ${sql.table(of.table)}
    where site = ${site} and ${sql.ref(of.key)} = ${key} and ${sql.ref(of.owner)} is null
    returning ${sql.join(of.files.length > 0 ? of.files.map((name) => sql.ref(name)) : [sql.ref('site')])}`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return null;
  return files ?? of.files.flatMap((name) => row[name] ?? []);
}

async function filesOfPicture(db: Kysely<Database>, site: string, reference: string): Promise<string[]> {
  const rows = await db
    .selectFrom('picture_file')
    .where('site', '=', site)
    .where('reference', '=', reference)
    .select('sha256')
    .execute();
  return rows.map(({ sha256 }) => sha256);
}
