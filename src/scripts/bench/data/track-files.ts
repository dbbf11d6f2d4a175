import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/database.ts';

/** Number of tracks that have a file. */
export const filesOfBench = 5000;

/** The files of the newest tracks, of real size, in the store of a server with this DATA_DIR. Returns their paths. */
export async function storeTrackFiles(
  db: Kysely<Database>,
  site: string,
  dataDir: string,
): Promise<string[]> {
  const newest = await db
    .selectFrom('track')
    .where('site', '=', site)
    .select('track_id')
    .orderBy('uploaded_at', 'desc')
    .limit(filesOfBench)
    .execute();
  const noise = randomBytes(120_000);
  const rows: { track_id: number; sha256: string; bytes: number }[] = [];
  const paths: string[] = [];
  for (const { track_id } of newest) {
    const bytes = noise.subarray(0, 20_000 + ((track_id * 7919) % 80_000));
    const sha256 = createHash('sha256').update(`track ${track_id}`).digest('hex');
    const path = join(dataDir, 'files', 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
    rows.push({ track_id, sha256, bytes: bytes.length });
    paths.push(path);
  }
  const given = sql`json_to_recordset(${JSON.stringify(rows)}::json) as n(track_id integer, sha256 text, bytes integer)`;
  await sql`insert into blob (sha256, size_bytes, created_at) select sha256, bytes, now() from ${given}`.execute(
    db,
  );
  await sql`update track_version v set sha256 = n.sha256, file_size = n.bytes from ${given}
    where v.site = ${site} and v.track_id = n.track_id`.execute(db);
  return paths;
}
