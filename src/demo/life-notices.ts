import type { NoticeKind } from '#features/notices/kinds.ts';
import { writeChunk } from '#features/notices/server/announce.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import type { TxCtx } from '#platform/context.ts';

/** Writes the notices of what was just announced, as the job does after a commit. */
export async function deliver(tx: TxCtx): Promise<void> {
  while (await writeChunk(tx));
}

/** Users have read their notices of these kinds, apart from those of the last days. */
export async function readOldNotices(tx: TxCtx, kinds: readonly NoticeKind[]): Promise<void> {
  await tx.db
    .updateTable('notice')
    .where('site', '=', tx.site.code)
    .where('kind', 'in', kinds)
    .where('read_at', 'is', null)
    .where('noticed_at', '<', daysBefore(tx.clock.now(), 3))
    .set((eb) => ({ read_at: eb.ref('noticed_at') }))
    .execute();
}
