import { forSite } from '#db/for-site.ts';
import { notify } from '#features/notices/server/actions.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import { lockTrack } from '../../server/counters.ts';
import { countPeople } from '../../server/recount-people.ts';

/** A co-author with role. */
export interface WantedAuthor {
  readonly userId: number;
  readonly role: string;
}

/**
 * Replaces the co-authors of a track with these users, in this order. New ones are invited and pending until they accept;
 * existing ones keep their state; missing ones are removed. The uploader is not affected. Requires the result of
 * `parseSettings`: without duplicates and without the uploader.
 */
export async function setAuthors(tx: TxCtx, trackId: number, wanted: readonly WantedAuthor[]): Promise<void> {
  await lockTrack(tx, trackId); // serialises changes, otherwise concurrent editors would both add
  await assertPeople(tx, wanted);
  const before = await forSite(tx, 'track_author')
    .where('track_id', '=', trackId)
    .where('is_uploader', '=', false)
    .select(['user_id', 'position', 'role', 'is_pending'])
    .execute();
  const ids = new Set(wanted.map(({ userId }) => userId));
  const gone = before.filter(({ user_id }) => !ids.has(user_id));
  await remove(
    tx,
    trackId,
    gone.map(({ user_id }) => user_id),
  );
  const existing = new Map(before.map((row) => [row.user_id, row]));
  await write(
    tx,
    trackId,
    wanted
      .map(({ userId, role }, index) => ({ userId, role, position: index + 1 }))
      .filter(({ userId, role, position }) => {
        const old = existing.get(userId);
        return !old || old.role !== role || old.position !== position;
      }),
  );
  const invited = wanted.filter(({ userId }) => !existing.has(userId)).map(({ userId }) => userId);
  const parted = gone.filter(({ is_pending }) => !is_pending).map(({ user_id }) => user_id);
  await notifyAuthors(tx, trackId, invited, parted);
  await countPeople(tx, parted);
}

async function remove(tx: TxCtx, trackId: number, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx.db
    .deleteFrom('track_author')
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .where('is_uploader', '=', false)
    .where('user_id', 'in', userIds)
    .execute();
}

type Place = WantedAuthor & { readonly position: number };

async function write(tx: TxCtx, trackId: number, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return;
  const invited_at = tx.clock.now();
  await tx.db
    .insertInto('track_author')
    .values(
      places.map(({ userId, role, position }) => ({
        site: tx.site.code,
        track_id: trackId,
        user_id: userId,
        position,
        role,
        is_pending: true,
        invited_at,
      })),
    )
    // state and date of existing ones do not change
    .onConflict((conflict) =>
      conflict.columns(['site', 'track_id', 'user_id']).doUpdateSet((eb) => ({
        position: eb.ref('excluded.position'),
        role: eb.ref('excluded.role'),
      })),
    )
    .execute();
}

async function notifyAuthors(
  tx: TxCtx,
  trackId: number,
  invited: readonly number[],
  parted: readonly number[],
): Promise<void> {
  if (invited.length === 0 && parted.length === 0) return;
  const { name } = await forSite(tx, 'track')
    .where('track_id', '=', trackId)
    .select('name')
    .executeTakeFirstOrThrow();
  const track = `“${stripGameText(name)}”`;
  const link = routes.trackShow(trackId);
  await notify(tx, {
    to: invited,
    kind: 'author.invited',
    text: `${tx.viewer.name} added you as a co-author of ${track}. Accept or decline.`,
    link,
  });
  await notify(tx, {
    to: parted,
    kind: 'author.removed',
    text: `You’re no longer a co-author of ${track}.`,
    link,
  });
}

/** Throws for the first unknown user id. */
async function assertPeople(tx: TxCtx, wanted: readonly WantedAuthor[]): Promise<void> {
  if (wanted.length === 0) return;
  const ids = wanted.map(({ userId }) => userId);
  const known = await forSite(tx, 'profile').where('user_id', 'in', ids).select('user_id').execute();
  const there = new Set(known.map(({ user_id }) => user_id));
  const missing = ids.find((id) => !there.has(id));
  if (missing === undefined) return;
  throw new Problem(422, `Authors: user ${missing} doesn’t exist on ${tx.site.label}.`, {
    field: 'Authors',
  });
}
