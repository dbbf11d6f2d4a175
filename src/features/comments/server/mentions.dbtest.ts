import { expect, test } from 'vitest';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { Talker } from '#testing/talk-world.ts';
import { makeTrack } from '#testing/tracks.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const [author, ann, ben, cy] = await Promise.all(Array.from({ length: 4 }, () => Talker.of(world)));
if (!author || !ann || !ben || !cy) throw new Error('Four people were made.');
world.clock.forward({ days: 3 });

const user = (who: Talker) => `[user]${who.id}[/user]`;
const newTrack = (options: Parameters<typeof makeTrack>[1] = {}) =>
  makeTrack(author.ctx, { name: '$f00Flood', uploadedAt: world.clock.now(), ...options });
const later = () => world.clock.forward({ minutes: 2 });
/** Kinds of notices that someone has, oldest first. */
const heard = async (who: Talker) =>
  (
    await db
      .selectFrom('notice')
      .where('site', '=', 'tmnf')
      .where('user_id', '=', who.id)
      .orderBy('notice_id')
      .select(['kind', 'text'])
      .execute()
  ).map(({ kind, text }) => `${kind}: ${text}`);

test('users whom a comment mentions are notified once, unless they get another notice about it', async () => {
  const track = await newTrack();
  const text = `${user(ben)} ${user(ben)} ${user(author)} ${user(ann)} [quote]${user(cy)}[/quote] look`;
  const id = await ann.say(track, text);
  const mention = `mention: ${ann.ctx.viewer.name} mentioned you on “Flood”.`;
  expect(await heard(ben)).toEqual([mention]);
  expect(await heard(cy)).toEqual([]);
  expect(await heard(ann)).toEqual([]);
  expect(await heard(author)).toEqual([`comment.new: ${ann.ctx.viewer.name} commented on “Flood”.`]);
  // a reply is news for its author already
  later();
  await ben.say(track, `${user(ann)} thanks`, { replyTo: id });
  expect((await heard(ann)).map((line) => line.split(':')[0])).toEqual(['comment.reply']);
  // an edit notifies only users who were not mentioned before
  later();
  await ann.say(track, `${text} ${user(cy)}`, { commentId: id });
  expect(await heard(ben)).toEqual([mention]);
  expect(await heard(cy)).toEqual([mention]);
});

test.each([{ isPublic: false }, { isListed: false }])(
  'a track with %j is not revealed by a mention',
  async (hidden) => {
    const track = await newTrack(hidden);
    const before = await heard(cy);
    later();
    await author.say(track, `${user(cy)} look at this one`);
    expect(await heard(cy)).toEqual(before);
  },
);
