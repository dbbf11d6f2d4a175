import type { Kysely } from 'kysely';
import type { Database } from '#db/database.ts';

const batchSize = 1000;

/** Removes unused pictures staged before this time, in batches like uploads. */
export async function removeStaged(db: Kysely<Database>, before: Date): Promise<number> {
  let removed = 0;
  for (let last = batchSize; last === batchSize; removed += last) last = await removeSome(db, before);
  return removed;
}

/** A picture that is just being attached to a track is locked and skipped. */
async function removeSome(db: Kysely<Database>, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('picture')
    .where((eb) =>
      eb(
        eb.refTuple('site', 'reference'),
        'in',
        eb
          .selectFrom('picture')
          .where('track_id', 'is', null)
          .where('staged_at', '<', before)
          .select(['site', 'reference'])
          .limit(batchSize)
          .forUpdate()
          .skipLocked()
          .$asTuple('site', 'reference'),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
