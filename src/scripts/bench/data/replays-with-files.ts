import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { openDb } from '#db/client.ts';
import { acrossSites } from '#db/for-site.ts';
import { findServer } from '#platform/postgres/embedded.ts';
import type { Site } from '#sites/schema.ts';

interface Replays {
  readonly count: number;
  readonly bytes: number;
}

/** Gives a track replays with files of this size, in the database and files of the running server. */
export async function addReplays(
  dataDir: string,
  site: Site,
  trackId: number,
  { count, bytes: size }: Replays,
): Promise<void> {
  const found = await findServer(join(dataDir, 'postgres'));
  if (!found) throw new Error(`No database server of ${dataDir} is running.`);
  const { db, close } = openDb(found.url, { max: 1, statementTimeoutMs: 0 });
  try {
    const files: string[] = [];
    for (let n = 0; n < count; n++) {
      const bytes = randomBytes(size);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const path = join(dataDir, 'files', 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, bytes);
      files.push(sha256);
    }
    const all = acrossSites(db, 'rows are generated');
    const given = sql`jsonb_array_elements_text(${JSON.stringify(files)}::jsonb) with ordinality as f(sha256, n)`;
    await sql`insert into blob (sha256, size_bytes, created_at)
      select sha256, ${size}::integer, now() from ${given}`.execute(all);
    await sql`insert into replay (site, replay_id, track_id, track_version, user_id, replay_time_ms, result, replay_at, track_at,
        is_best, sha256, file_size)
      select ${site.code}, next_id('replay', ${site.code}), t.track_id, t.current_version, t.uploader_id, 40000 + f.n, 40000 + f.n,
        now() - f.n * interval '1 minute', now(), false, f.sha256, ${size}::integer
      from track t, ${given} where t.site = ${site.code} and t.track_id = ${trackId}::integer`.execute(all);
  } finally {
    await close();
    await found.stop();
  }
}
