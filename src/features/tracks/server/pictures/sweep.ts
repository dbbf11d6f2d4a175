import type { Kysely } from 'kysely';
import type { Database } from '#db/database.ts';

/** Removes unused pictures staged before this time; one that is just being attached to a track is locked and skipped. */
export async function removeStaged(db: Kysely<Database>, before: Date): Promise<number> {
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
          .forUpdate()
          .skipLocked()
          .$asTuple('site', 'reference'),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
