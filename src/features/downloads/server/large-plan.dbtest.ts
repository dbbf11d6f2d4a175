import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { acrossSites } from '#db/for-site.ts';
import { makeTrack } from '#demo/make.ts';
import type { TestCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { longestBlock } from '#testing/longest-block.ts';
import { asMember } from '#testing/tracks.ts';
import { zipWorld } from '#testing/zips.ts';

const { db } = await testDb({ statementTimeoutMs: 0 });
const { world, files, end, requested, stored } = await zipWorld(db);
afterAll(end);
const ann = await asMember(world);
const replays = 7416;
const trackId = await makeTrack(world, ann.viewer, {
  track: { name: 'Many' },
  version: await stored('a track'),
});
const { sha256, file_size } = await stored('a replay');
await acrossSites(db, 'rows are generated')
  .transaction()
  .execute(async (tx) => {
    // generated rows are valid, so triggers and foreign-key checks are disabled
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into replay (site, replay_id, track_id, track_version, user_id, replay_time_ms, result, replay_at, track_at,
        is_best, sha256, file_size)
      select 'tmnf', 1000000 + n, ${trackId}, 1, ${ann.viewer.userId}, 60000 + n, 60000 + n, now(), now(), n = 1, lpad(n::text, 64, '0'), ${file_size}
      from generate_series(1, ${sql.lit(replays)}) n`.execute(tx);
  });
/** Each replay has its own hash; on the disk they are one file. */
const many: TestCtx = {
  ...world,
  files: { open: () => files.open(sha256) } as unknown as TestCtx['files'], // nothing else is used before a zip is sent
};
const zip = `/trackreplays/${trackId}.zip`;

test.each(['HEAD', 'GET'])(
  '%s of a zip of 7,416 replays never keeps others waiting for long',
  async (method) => {
    await requested(many, zip, { method }).then(({ body }) => (body as Readable).destroy()); // compiled now
    const { result, blockMs } = await longestBlock(() => requested(many, zip, { method }));
    expect(result.status).toBe(200);
    (result.body as Readable).destroy();
    expect(blockMs.longest).toBeLessThan(blockMs.total / 3); // in one piece it is more than half
  },
);
