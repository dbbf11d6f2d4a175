import { forSite } from '#db/for-site.ts';
import { dayMs, daysBefore } from '#lib/codes/durations.ts';
import { isModerator, Level } from '#lib/codes/level.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { maxBetaTracks } from '../beta.ts';

const newcomerDays = 7;

/**
 * Tracks a user may upload within 24 hours: the edition's `most` for established users, fewer without a confirmed address and in
 * the first week.
 */
export function uploadQuota(most: number, person: { level: Level; days: number }): number {
  if (person.level < Level.standard) return Math.min(2, most);
  return person.days < newcomerDays ? Math.min(10, most) : most;
}

/**
 * Refuses if the user's limit within 24 hours is reached. Off unless an operator sets it; the crew is
 * exempt.
 */
export async function assertQuota(tx: TxCtx): Promise<void> {
  const most = tx.switches.of(tx.site.code).quotas.uploadsPerDay ?? tx.site.quotas.uploads;
  if (most === null || isModerator(tx.viewer)) return;
  // otherwise concurrent uploads would not count each other
  await serialise(tx, 'uploads');
  const now = tx.clock.now();
  const { registered_at } = await forSite(tx, 'profile')
    .where('user_id', '=', tx.viewer.userId)
    .select('registered_at')
    .executeTakeFirstOrThrow();
  const days = (now.getTime() - registered_at.getTime()) / dayMs;
  const uploads = uploadQuota(most, { level: tx.viewer.level, days });
  const since = daysBefore(now, 1);
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
  throw new Problem(
    429,
    `You’ve reached the limit of ${tracks} in 24 hours. Your files are saved; publish them later.`,
    {
      retryAfterSeconds,
    },
  );
}

/** Beta tracks are for testing: only a few per user at the same time. */
export async function assertRoomForBeta(tx: TxCtx): Promise<void> {
  await serialise(tx, 'beta');
  const found = await forSite(tx, 'track')
    .where('uploader_id', '=', tx.viewer.userId)
    .where('is_beta', '=', true)
    .where('deleted_at', 'is', null)
    .limit(maxBetaTracks)
    .select('track_id')
    .execute();
  if (found.length < maxBetaTracks) return;
  throw new Problem(422, `You already have ${maxBetaTracks} beta tracks, which is the limit.`, {
    field: 'Beta',
  });
}

async function serialise(tx: TxCtx, what: string): Promise<void> {
  await lockUntilCommit(tx, `quota ${what} ${tx.site.code} ${tx.viewer.userId}`);
}
