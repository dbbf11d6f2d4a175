import { personById, toggleFavorite } from '#features/users/server/actions.ts';
import { mayFavorite } from '#features/users/server/policy.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import { actAs, named, type Scene } from './scene.ts';

/** Favourites and former crew. */
export async function seedPages(scene: Scene): Promise<void> {
  const { tx } = scene;
  const now = tx.clock.now();
  for (const member of scene.people.slice(0, 20)) {
    const favourite = scene.pick(scene.people.slice(0, 8));
    if (favourite.userId === member.userId) continue;
    const since = favourite.since > member.since ? favourite.since : member.since;
    const memberTx = actAs(tx, member, scene.between(since, now));
    assertAllowed(mayFavorite(member.viewer, favourite.userId));
    await toggleFavorite(memberTx, await personById(memberTx, favourite.userId));
  }
  for (const [name, title, from, to] of [
    ['Kestrel', 'Moderator', 14, 9],
    ['tarmac_tom', 'Site Leader', 11, 6],
  ] as const)
    await tx.db
      .insertInto('former_crew')
      .values({
        site: tx.site.code,
        user_id: named(scene, name).userId,
        title,
        from_year: now.getUTCFullYear() - from,
        to_year: now.getUTCFullYear() - to,
      })
      .execute();
}
