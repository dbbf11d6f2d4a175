import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/database.ts';
import { acrossSites } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { removeUnusedBlobs } from '#platform/files/unused-blobs.ts';
import { defineJob, type Job } from '#platform/jobs/registry.ts';

/** A staged file is removed by the first run of the nightly sweep a day after it was received. */
export const sweepAt = { hour: 4, minute: 23 } as const;

/** The tables of staged files. A row is staged as long as it belongs to nothing: its `owner` is null. */
const staged = {
  upload: {
    key: 'upload_key',
    at: 'created_at',
    owner: 'track_id',
    files: ['sha256', 'thumbnail_sha256'],
  },
  replay_upload: { key: 'upload_key', at: 'created_at', owner: 'replay_id', files: ['sha256'] },
  // its files are rows of picture_file
  picture: { key: 'reference', at: 'staged_at', owner: 'track_id', files: [] },
} as const;
type StagedTable = keyof typeof staged;
const stagedTables = Object.keys(staged) as readonly StagedTable[]; // the keys of a constant

interface StagedRow {
  readonly table: StagedTable;
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
  const parts = stagedTables.map((table) => {
    const { key, at, owner } = staged[table];
    return sql`
      select ${sql.lit(table)}::text as "table", f.site, f.${sql.ref(key)} as key, f.stored_bytes as bytes, f.${sql.ref(at)} as at
      from profile p join ${sql.table(table)} f on f.site = p.site and f.user_id = p.user_id
      where p.account_id = ${accountId} and f.${sql.ref(owner)} is null
        ${before === null ? sql`` : sql`and f.${sql.ref(at)} < ${before}`}
        ${sites === null ? sql`` : sql`and f.site = any(${sites}::text[])`}`;
  });
  const { rows } = await sql<StagedRow>`${sql.join(parts, sql` union all `)}
    order by at, key limit ${batchRows}`.execute(db);
  return rows;
}

/** The number of files that an account has staged, and when the oldest was. */
export async function stagedSummary(
  db: Kysely<Database>,
  accountId: number,
): Promise<{ readonly files: number; readonly oldestAt: Date | null }> {
  const parts = stagedTables.map((table) => {
    const { at, owner } = staged[table];
    return sql`
      select f.${sql.ref(at)} as at from profile p
      join ${sql.table(table)} f on f.site = p.site and f.user_id = p.user_id
      where p.account_id = ${accountId} and f.${sql.ref(owner)} is null`;
  });
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
async function removeRow(db: Kysely<Database>, { table, site, key }: StagedRow): Promise<string[] | null> {
  const of = staged[table];
  const files = table === 'picture' ? await filesOfPicture(db, site, key) : null;
  const { rows } = await sql<Record<string, string | null>>`
    delete from ${sql.table(table)}
    where site = ${site} and ${sql.ref(of.key)} = ${key} and ${sql.ref(of.owner)} is null
    returning ${sql.join(['site', ...of.files].map((name) => sql.ref(name)))}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  return files ?? of.files.flatMap((name) => row[name] ?? []);
}

/**
 * Removes rows staged before this time, or `all` rows of that age, and returns their number. A row that is just being published is
 * locked and skipped. In batches, because each removal locks the account's count of staged bytes until the end of its transaction,
 * which new uploads of the account wait for.
 */
export async function removeOld(
  db: Kysely<Database>,
  table: StagedTable,
  before: Date,
  which: 'staged' | 'all',
): Promise<number> {
  const of = staged[table];
  const key = sql`site, ${sql.ref(of.key)}`;
  const isStaged = which === 'all' ? sql`` : sql`and ${sql.ref(of.owner)} is null`;
  const batch = sql`
    delete from ${sql.table(table)} where (${key}) in (
      select ${key} from ${sql.table(table)} where ${sql.ref(of.at)} < ${before} ${isStaged}
      limit ${batchRows} for update skip locked)`;
  for (let removed = 0; ; ) {
    const rows = Number((await batch.execute(db)).numAffectedRows ?? 0);
    removed += rows;
    if (rows < batchRows) return removed;
  }
}

/** Removes the files of staged rows that were removed, unless other rows reference them. The nightly sweep would only do so later. */
export const removeUnusedFiles: Job = defineJob({
  name: 'remove-unused-files',
  input: z.object({ hashes: z.array(z.string()) }),
  run: async (ctx, { hashes }) => void (await removeUnusedBlobs(allEditions(ctx), ctx.files, hashes)),
});

async function filesOfPicture(db: Kysely<Database>, site: string, reference: string): Promise<string[]> {
  const rows = await db
    .selectFrom('picture_file')
    .where('site', '=', site)
    .where('reference', '=', reference)
    .select('sha256')
    .execute();
  return rows.map(({ sha256 }) => sha256);
}
