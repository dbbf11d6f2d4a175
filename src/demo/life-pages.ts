import { createHash } from 'node:crypto';
import { personById, toggleFavorite } from '#features/users/server/actions.ts';
import { mayFavorite } from '#features/users/server/policy.ts';
import { daysBefore, hourMs } from '#lib/codes/durations.ts';
import { below } from '#lib/gbx/random.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import { commentTexts, newsItems, replyTexts, threadTitles, videoTitles } from './life-words.ts';
import { makeNews, makeThread, makeVideo } from './make-community.ts';
import { actAs, type LivedTrack, named, openTracks, type Scene } from './scene.ts';

/** News, videos, the forum, favourites and former crew; returns the threads. */
export async function seedPages(scene: Scene): Promise<number[]> {
  const { tx, random } = scene;
  const now = tx.clock.now();
  const crew = named(scene, 'mo');
  for (const [index, { title, message }] of newsItems.toReversed().entries())
    await makeNews(tx, { userId: crew.userId, title, message, at: daysBefore(now, 90 - 21 * index) });
  for (const [index, title] of videoTitles.entries())
    await seedVideo(scene, title, daysBefore(now, 6 + 11 * index));
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

async function seedVideo(scene: Scene, title: string, at: Date): Promise<void> {
  const { tx, random } = scene;
  const poster = scene.pick(scene.people.slice(0, 12));
  const shown = new Map<number, LivedTrack>();
  for (let wanted = 1 + below(random, 4); wanted > 0; wanted--) {
    const track = scene.pick(openTracks(scene));
    shown.set(track.trackId, track);
  }
  await makeVideo(tx, {
    posterId: poster.userId,
    creatorId: random() < 0.5 ? poster.userId : null,
    title,
    author: poster.name,
    linkId: createHash('sha256').update(`${tx.site.code} ${title}`).digest('base64url').slice(0, 11),
    lengthS: 40 + below(random, 900),
    at,
    publishedAt: new Date(at.getTime() - below(random, 72) * hourMs),
    tracks: [...shown.keys()].map((trackId, index) => ({
      trackId,
      isFeatured: index === 0,
      timestampS: index === 0 ? null : 20 * index,
    })),
  });
}
