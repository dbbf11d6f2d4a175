import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { inTransaction } from '#platform/ctx.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { Talker } from '#testing/talk-world.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { commentData } from './personal.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const author = await asMember(world);
const ann = await Talker.of(world);
const ben = await Talker.of(world);

const rows = (trackId: number) =>
  forSite(world, 'comment')
    .where('track_id', '=', trackId)
    .orderBy('comment_id')
    .select(['comment_id', 'text', 'deleted_at'])
    .execute();
const shown = async (trackId: number) =>
  (await rows(trackId)).filter((row) => row.deleted_at === null).map((row) => row.text);
const counted = async (trackId: number) => {
  const track = await forSite(world, 'track')
    .where('track_id', '=', trackId)
    .select(['comments', 'awards'])
    .executeTakeFirstOrThrow();
  const { comments_received: received } = await forSite(world, 'profile')
    .where('user_id', '=', author.viewer.userId)
    .select('comments_received')
    .executeTakeFirstOrThrow();
  return { ...track, received };
};
const run = (step: 'hide' | 'show') =>
  inTransaction(world, (tx) => commentData[step]?.(tx, ann.id, { tracks: 'kept' }) ?? Promise.resolve());
const settle = async () => {
  while (await inTransaction(world, async (tx) => (await commentData.settle?.(tx)) ?? false));
};

test('comments are hidden and shown again exactly, also in counters; erased, only what was answered leaves a row', async () => {
  const trackId = await makeTrack(author);
  const first = await ann.say(trackId, 'Answered by others');
  await ann.say(trackId, 'Answered by nobody');
  const removed = await ann.say(trackId, 'Removed before');
  await ann.remove(removed);
  await ben.say(trackId, 'An answer', { replyTo: first });
  await ann.say(trackId, 'An answer to that', { replyTo: first });
  const before = await shown(trackId);
  expect(await counted(trackId)).toEqual({ comments: 4, awards: 0, received: 4 });

  await run('hide');
  await settle();
  expect(await shown(trackId)).toEqual(['An answer']);
  expect(await counted(trackId)).toEqual({ comments: 1, awards: 0, received: 1 });

  await run('show');
  await settle();
  expect(await shown(trackId)).toEqual(before);
  expect(await counted(trackId)).toEqual({ comments: 4, awards: 0, received: 4 });

  await run('hide');
  for (let again = 0; again < 2; again++)
    await inTransaction(
      world,
      async (tx) => void (await commentData.erase?.(tx, ann.id, { tracks: 'kept' })),
    );
  expect((await rows(trackId)).map((row) => row.text)).toEqual(['', 'An answer']);
});
