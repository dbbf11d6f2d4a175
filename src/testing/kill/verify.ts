import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { DiskBlobStore } from '#platform/files/disk.ts';
import type { Visitor } from './visitor.ts';
import type { Tally } from './work.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Checks every acknowledged write; returns violations as text. */
export async function verify(db: Kysely<Database>, dataDir: string, visitor: Visitor, tally: Tally) {
  const wrong = [...tally.wrong];
  const ids = new Set(tally.acknowledged.map(({ trackId }) => trackId));
  if (ids.size !== tally.acknowledged.length) wrong.push('two uploads were acknowledged as the same track');
  for (const { trackId, file } of tally.acknowledged) {
    const { status, body } = await visitor.get(`/trackgbx/${trackId}`);
    if (status !== 200 || !body.equals(file))
      wrong.push(`track ${trackId} was acknowledged and is lost: ${status}`);
  }
  wrong.push(...(await incompleteRows(db)));
  const { rows, orphans, complaints } = await filesOf(db, dataDir);
  wrong.push(...complaints);
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from track`.execute(db);
  const tracks = counted[0]?.n ?? 0;
  if (tracks !== ids.size) wrong.push(`${tracks} tracks are there, ${ids.size} were acknowledged`);
  return { wrong, tracks, blobRows: rows, orphanFiles: orphans };
}

/** Tracks without a file, author or upload; uploads without the track they produced. */
async function incompleteRows(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ track_id: number; versions: number; authors: number; uploads: number }>`
    select t.track_id,
      (select count(*) from track_version v where v.site = t.site and v.track_id = t.track_id) as versions,
      (select count(*) from track_author a where a.site = t.site and a.track_id = t.track_id) as authors,
      (select count(*) from upload u where u.site = t.site and u.track_id = t.track_id) as uploads
    from track t`.execute(db);
  return rows
    .filter(({ versions, authors, uploads }) => versions !== 1 || authors !== 1 || uploads !== 1)
    .map((row) => `half made: ${JSON.stringify(row)}`);
}

async function filesOf(db: Kysely<Database>, dataDir: string) {
  const files = await DiskBlobStore.open(join(dataDir, 'files'), new Date());
  const complaints: string[] = [];
  const rows = await db.selectFrom('blob').selectAll().execute();
  for (const row of rows) {
    const blob = await files.open(row.sha256);
    const bytes = blob && Buffer.concat(await blob.stream().toArray());
    if (!bytes) complaints.push(`a row without its file: ${row.sha256}`);
    else if (bytes.length !== row.size_bytes || sha256(bytes) !== row.sha256) {
      complaints.push(`a file that is not what its row says: ${row.sha256}`);
    }
  }
  const named = new Set(rows.map((row) => row.sha256));
  let orphans = 0;
  for await (const file of files.list()) if (!named.has(file.sha256)) orphans += 1;
  return { rows: rows.length, orphans, complaints };
}
