import { forSite } from '#db/for-site.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';

/** Who is meant to be a co-author, and for what. */
export interface WantedAuthor {
  readonly userId: number;
  readonly role: string;
}

/**
 * Makes these people, in this order, the co-authors of a track. Who is new is asked and pends until they accept; who
 * was there keeps their state; who is missing is no author any more. The uploader stays as they are. Give it what
 * `authorsSettings` parsed: nobody twice, the uploader not among them.
 */
export async function setAuthors(tx: TxCtx, trackId: number, wanted: readonly WantedAuthor[]): Promise<void> {
  // one change after the other, or two editors at once would both add
  await forSite(tx, 'track')
    .where('track_id', '=', trackId)
    .select('track_id')
    .forUpdate()
    .executeTakeFirst();
  await assertPeople(tx, wanted);
  const before = await forSite(tx, 'track_author')
    .where('track_id', '=', trackId)
    .where('is_uploader', '=', false)
    .select(['user_id', 'position', 'role'])
    .execute();
  const kept = new Map(before.map((row) => [row.user_id, row]));
  const ids = new Set(wanted.map(({ userId }) => userId));
  const gone = before.filter(({ user_id }) => !ids.has(user_id)).map(({ user_id }) => user_id);
  if (gone.length > 0) {
    await tx.db
      .deleteFrom('track_author')
      .where('site', '=', tx.site.code)
      .where('track_id', '=', trackId)
      .where('is_uploader', '=', false)
      .where('user_id', 'in', gone)
      .execute();
  }
  const now = tx.clock.now();
  const changed = wanted
    .map(({ userId, role }, index) => ({ userId, role, position: index + 1 }))
    .filter(({ userId, role, position }) => {
      const old = kept.get(userId);
      return !old || old.role !== role || old.position !== position;
    });
  if (changed.length === 0) return;
  await tx.db
    .insertInto('track_author')
    .values(
      changed.map(({ userId, role, position }) => ({
        site: tx.site.code,
        track_id: trackId,
        user_id: userId,
        position,
        role,
        is_pending: true,
        invited_at: now,
      })),
    )
    // state and date of who was there stay as they are
    .onConflict((conflict) =>
      conflict.columns(['site', 'track_id', 'user_id']).doUpdateSet((eb) => ({
        position: eb.ref('excluded.position'),
        role: eb.ref('excluded.role'),
      })),
    )
    .execute();
}

/** A sentence for the first number that is nobody's here. */
async function assertPeople(tx: TxCtx, wanted: readonly WantedAuthor[]): Promise<void> {
  if (wanted.length === 0) return;
  const ids = wanted.map(({ userId }) => userId);
  const known = await forSite(tx, 'profile').where('user_id', 'in', ids).select('user_id').execute();
  const there = new Set(known.map(({ user_id }) => user_id));
  const missing = ids.find((id) => !there.has(id));
  if (missing === undefined) return;
  throw new Problem(422, `Authors: there is no user number ${missing} on ${tx.site.label}.`, {
    field: 'Authors',
  });
}
