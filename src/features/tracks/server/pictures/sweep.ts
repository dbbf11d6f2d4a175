import type { Kysely } from 'kysely';
import type { Database } from '#db/database.ts';

/** Pictures staged before this and never used go; one that is being given to a track is locked, and left alone. */
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
