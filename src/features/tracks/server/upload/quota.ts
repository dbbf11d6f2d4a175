import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { Level } from '#lib/codes/level.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';

const dayMs = 86_400_000;

/**
 * Refuses when the edition's limit of uploads per person and 24 hours is reached. Off unless an operator sets it;
 * the crew is not counted.
 */
export async function assertQuota(tx: TxCtx): Promise<void> {
  const { uploads } = tx.site.quotas;
  if (uploads === null || tx.viewer.level >= Level.moderator) return;
  // one at a time per person, or several at once would each count the others as not there
  const key = `quota uploads ${tx.site.code} ${tx.viewer.userId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx.db);
  const since = new Date(tx.clock.now().getTime() - dayMs);
  const oldest = await forSite(tx, 'track')
    .where('uploader_id', '=', tx.viewer.userId)
    .where('uploaded_at', '>', since)
    .orderBy('uploaded_at', 'desc')
    .offset(uploads - 1)
    .limit(1)
    .select('uploaded_at')
    .executeTakeFirst();
  if (!oldest) return;
  const retryAfterSeconds = Math.ceil((oldest.uploaded_at.getTime() - since.getTime()) / 1000);
  const tracks = uploads === 1 ? 'one track' : `${uploads} tracks`;
  throw new Problem(429, `You can upload ${tracks} within 24 hours. Your upload is kept: publish it later.`, {
    retryAfterSeconds,
  });
}
