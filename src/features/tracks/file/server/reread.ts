import { sql } from 'kysely';
import { z } from 'zod';
import { acrossSites } from '#db/for-site.ts';
import { defineJob, type JobCtx } from '#platform/jobs/registry.ts';
import { fileFacts } from './file-facts.ts';

const batchSize = 50;
/** Per run, so that a run takes seconds and other jobs do not wait long. */
const maxBatches = 40;

/** Every minute, reads the files in `track_reread` again. Without rows there it is a single query. */
export const rereadTracks = defineJob({
  name: 'reread-tracks',
  input: z.object({}),
  cron: '* * * * *',
  run: async (ctx) => {
    for (let batch = 0; batch < maxBatches; batch++) if ((await rereadBatch(ctx)) < batchSize) return;
  },
});

/**
 * Reads some stored files again and corrects type and author score of their tracks. Returns how many rows of
 * `track_reread` were removed. Other processes skip the rows that this one has locked.
 */
async function rereadBatch(ctx: JobCtx): Promise<number> {
  const db = acrossSites(ctx.db, 'one list of tracks to read again for all editions');
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('track_reread as waiting')
      .leftJoin('track', (join) =>
        join.onRef('track.site', '=', 'waiting.site').onRef('track.track_id', '=', 'waiting.track_id'),
      )
      .leftJoin('track_version as file', (join) =>
        join
          .onRef('file.site', '=', 'track.site')
          .onRef('file.track_id', '=', 'track.track_id')
          .onRef('file.version', '=', 'track.current_version'),
      )
      .select(['waiting.site', 'waiting.track_id', 'file.version', 'file.sha256'])
      .orderBy('waiting.site')
      .orderBy('waiting.track_id')
      .limit(batchSize)
      .forUpdate('waiting')
      .skipLocked()
      .execute();
    for (const { site, track_id: trackId, version, sha256 } of rows) {
      const file = sha256 === null ? null : await factsOf(ctx, sha256);
      if (file) {
        await tx
          .updateTable('track')
          .set({ primary_type: file.primaryType, author_score: file.authorScore })
          .where('site', '=', site)
          .where('track_id', '=', trackId)
          .where('current_version', '=', version)
          .where(
            sql<boolean>`(primary_type, author_score) is distinct from (${file.primaryType}::smallint, ${file.authorScore}::integer)`,
          )
          .execute();
      }
      await tx.deleteFrom('track_reread').where('site', '=', site).where('track_id', '=', trackId).execute();
    }
    return rows.length;
  });
}

/** The facts of a stored file; null if it is missing or would be refused today. */
async function factsOf(ctx: JobCtx, sha256: string) {
  const blob = await ctx.files.open(sha256);
  if (!blob) return null;
  const read = await ctx.gbx.challenge(Buffer.concat(await blob.stream().toArray()));
  return read.ok ? fileFacts(read) : null;
}
