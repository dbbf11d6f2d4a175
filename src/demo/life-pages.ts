import { personById, toggleFavorite } from '#features/users/server/actions.ts';
import { mayFavorite } from '#features/users/server/policy.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { below } from '#lib/gbx/random.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import { commentTexts, replyTexts, threadTitles } from './life-words.ts';
import { makeThread } from './make-community.ts';
import { actAs, named, type Scene } from './scene.ts';

/** The forum, favourites and former crew; returns the threads. */
export async function seedPages(scene: Scene): Promise<number[]> {
  const { tx, random } = scene;
  const now = tx.clock.now();
  const crew = named(scene, 'mo');
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
  const threads: number[] = [];
  for (const [index, { board, title, text }] of threadTitles.entries()) {
    const isCrew = board === 1 || board === 13;
    const starter = isCrew ? crew : scene.pick(scene.people.slice(0, 12));
    const answers = board === 13 || board === 1 ? 0 : below(random, 9);
    const posts = Array.from({ length: answers }, () => ({
      userId: scene.pick(scene.people).userId,
      text: scene.pick(random() < 0.5 ? commentTexts : replyTexts),
    }));
    threads.push(
      await makeThread(tx, {
        boardId: board,
        userId: starter.userId,
        title,
        at: daysBefore(now, 3 + 5 * index),
        isPinned: board === 1,
        isLocked: board === 1,
        posts: [{ userId: starter.userId, text }, ...posts],
      }),
    );
  }
  return threads;
}
