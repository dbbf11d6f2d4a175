import { expect, test } from 'vitest';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { Talker } from '#testing/talk-world.ts';
import { makeTrack } from '#testing/tracks.ts';
import { blockedText } from '../fields.ts';
import { commentRoutes } from './endpoints.ts';
import { discussionOf } from './show.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const site = 'tmnf';
const author = await Talker.of(world);
const ann = await Talker.of(world);
const ben = await Talker.of(world);

const newTrack = (options: Parameters<typeof makeTrack>[1] = {}) => makeTrack(author.ctx, options);
const shown = async (who: Talker, trackId: number, query = '') =>
  await discussionOf(who.ctx, trackId, new URLSearchParams(query));
/** After the limits of one minute. */
const later = () => world.clock.forward({ minutes: 2 });

test('the secret of an unlisted track opens its discussion, and links keep it', async () => {
  later();
  const track = await newTrack({ isListed: false });
  const { secret_key: key } = await db
    .selectFrom('track')
    .where('site', '=', site)
    .where('track_id', '=', track)
    .select('secret_key')
    .executeTakeFirstOrThrow();
  await expect(shown(ann, track)).rejects.toMatchObject({ status: 404 });
  await expect(shown(ann, track, 'key=guess')).rejects.toMatchObject({ status: 404 });
  expect((await ann.write(track, 'Hello')).status).toBe(404);
  const answer = await ann.write(track, 'Hello', { key });
  expect(answer.json<{ Link: string }>().Link).toContain(`key=${key}`);
  expect((await shown(ann, track, `key=${key}`)).key).toBe(key);
  expect((await shown(author, track)).key).toBeNull();
});

test('ten per page, newest first; a linked comment is on its page with expanded replies', async () => {
  later();
  const track = await newTrack();
  const ids: number[] = [];
  for (let count = 0; count < 23; count++) {
    ids.push(await (count % 2 ? ann : ben).say(track, `Comment ${count}`));
    later();
  }
  const newest = ids.toReversed();
  const page = async (query: string) => {
    const { threads, page, lastPage, requested } = await shown(ann, track, query);
    return [threads.map(({ id }) => id), page, lastPage, requested];
  };
  expect(await page('')).toEqual([newest.slice(0, 10), 1, 3, null]);
  expect(await page('p=3')).toEqual([newest.slice(20), 3, 3, null]);
  expect(await page('p=99')).toEqual([newest.slice(20), 3, 3, null]);
  expect(await page('p=x&comment=99999999')).toEqual([newest.slice(0, 10), 1, 3, null]);
  expect(await page(`comment=${newest[10]}`)).toEqual([newest.slice(10, 20), 2, 3, newest[10]]);
  const replies: number[] = [];
  for (let count = 0; count < 3; count++)
    replies.push(await author.say(track, `Reply ${count}`, { replyTo: newest[10] ?? 0 }));
  const deep = await shown(ann, track, `comment=${replies[2]}`);
  expect([deep.page, deep.requested]).toEqual([2, replies[2]]);
  expect(deep.threads[0]).toMatchObject({ isOpen: true });
  expect((await shown(ann, track, `comment=${replies[0]}`)).threads[0]).toMatchObject({ isOpen: false });
});

test('names of references: one query, and none for what is not public', async () => {
  later();
  const track = await newTrack({ name: '$i$0f0Night$z & Day' });
  const hidden = await newTrack({ name: 'Secret', isPublic: false });
  await ann.say(
    track,
    `[track]${track}[/track] [track]${hidden}[/track] [user]${ben.id}[/user] [pack]7[/pack]`,
  );
  const html = (await shown(ann, track)).threads[0]?.html ?? '';
  expect(html).toContain('>Night &amp; Day</a>');
  expect(html).toContain(`>Track #${hidden}</a>`);
  expect(html).toContain(`>${ben.ctx.viewer.name}</a>`);
  expect(html).toContain('>Trackpack #7</a>');
});

test('what blocked users wrote is collapsed on the page and in the API, for those who blocked them only', async () => {
  later();
  const track = await newTrack();
  const comment = await ann.say(track, 'by ann');
  await ben.say(track, 'by ben', { replyTo: comment });
  await ann.say(track, 'also by ann', { replyTo: comment });
  await db
    .insertInto('user_block')
    .values({ site, user_id: ben.id, blocked_id: ann.id, blocked_at: world.clock.now() })
    .execute();
  const texts = async (who: Talker) => {
    const { threads } = await shown(who, track);
    return threads
      .flatMap((thread) => [thread, ...thread.replies])
      .map(({ html, isBlocked }) => [html, isBlocked]);
  };
  const inApi = async (ctx: typeof world) => {
    const query = `trackid=${track}&fields=Comment,Replies.Comment`;
    const { Results } = await ask(ctx, listAt(commentRoutes, '/api/tracks/comments'), query);
    return Results.flatMap(({ Comment, Replies }) => [
      Comment,
      ...Replies.map((one: { Comment: string }) => one.Comment),
    ]);
  };
  const all = ['by ann', 'by ben', 'also by ann'];
  expect(await texts(ben)).toEqual([
    [null, true],
    ['by ben', false],
    [null, true],
  ]);
  expect(await texts(ann)).toEqual(all.map((text) => [text, false]));
  expect(await inApi(ben.ctx)).toEqual([blockedText, 'by ben', blockedText]);
  expect(await inApi(ann.ctx)).toEqual(all);
  expect(await inApi(world)).toEqual(all);
});
