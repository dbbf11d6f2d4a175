import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { forSite } from '#db/for-site.ts';
import { discussionOf } from '#features/comments/server/show.ts';
import { threadPage } from '#features/forum/server/show.ts';
import { performAct } from '#features/moderation/acts/server/perform.ts';
import { subjectsOf } from '#features/moderation/server/subjects.ts';
import { chooseDeliveries } from '#features/notices/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { Client } from '#testing/client.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asVisitor, places } from '#testing/gone/places.ts';
import { type GoneWorld, makeGoneWorld } from '#testing/gone/world.ts';
import { grantRole } from '#testing/moderators.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { heldTextPage, ownHeldTexts, waitingHere } from './list.ts';

const { db } = await testDb();
const ctx: TestCtx = await testCtx({ db, site: 'tmnf' });
const world: GoneWorld = await makeGoneWorld(ctx);
await inTransaction(world.other, (tx) =>
  chooseDeliveries(tx, { comments: 'mail', replies: 'mail', mentions: 'mail' }, 'http://tmnf.localhost'),
);
await ctx.jobs.runAll(ctx);
ctx.mail.sent.length = 0;

/** In every text that waits and nowhere else. */
const secret = 'Whisperwing';
const writer = await asMember(ctx);
ctx.clock.forward({ days: 2 });
const link = `https://${secret.toLowerCase()}.example/${secret}`;
const { ids, other } = world;

const send = async (path: string, form: Record<string, string>): Promise<number> => {
  const answer = await (await Uploader.of(writer)).ask('POST', path, { form: new URLSearchParams(form) });
  if (answer.status !== 200) throw new Error(`Refused: ${JSON.stringify(answer.problem)}`);
  const heldId = answer.json<{ HeldTextId: number | null }>().HeldTextId;
  if (heldId === null) throw new Error('It was published.');
  return heldId;
};

const mention = `[user]${other.viewer.userId}[/user] [quote=${other.viewer.name}]x[/quote]`;
const comment = await send(`/commentupdate/${ids.track}/comment/0`, { Comment: `${mention} ${link}` });
await send(`/commentupdate/${ids.track}/award/0`, { Comment: `${mention} ${link}` });
await send('/threadcreate/2', { Title: secret, Text: `${mention} ${link}` });
ctx.clock.forward({ minutes: 1 });
await send(`/postreply/${ids.thread}`, { Text: `${mention} [img]${link}.png[/img]` });
await ctx.jobs.runAll(ctx);

const page = async (path: string, viewer: TestCtx) =>
  String((await new Client(viewer, app.routes).send('GET', path, { headers: { accept: '*/*' } })).body ?? '');

async function shownAt(viewer: TestCtx): Promise<string[]> {
  const found: string[] = [];
  for (const place of places) if ((await place.read(world, viewer)).includes(secret)) found.push(place.name);
  return found;
}

test('no list, feed, page, export or notice shows a held text to others', async () => {
  for (const viewer of [other, asVisitor(world)]) expect(await shownAt(viewer)).toEqual([]);
});

test.each([
  ['the search of the forum', `/api/posts?text=${secret}&fields=Text`],
  ['the search of threads', `/api/threads?text=${secret}&fields=ThreadId`],
  ['its comments', `/api/tracks/comments?trackid=${ids.track}&fields=Comment,Replies[]`],
  ['its awards', `/api/tracks/awards?trackid=${ids.track}&fields=Comment`],
  ['the user', `/api/users?id=${writer.viewer.userId}&fields=Name`],
  [
    'the names of messages',
    `/messagenames?user=${writer.viewer.userId}&picture=${encodeURIComponent(`${link}.png`)}`,
  ],
  ['the feed of the track', `/trackshow/${ids.track}.atom`],
  ['the feed of the forum', '/forumsshow.atom'],
])('%s does not contain it', async (_, path) => {
  for (const viewer of [other, asVisitor(world)]) {
    const text = (await page(path, viewer))
      .replaceAll(encodeURIComponent(`${link}.png`), '')
      .replaceAll(`${link}.png`, '');
    expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
  }
});

test('nobody is notified, nothing is mailed, counted or fetched', async () => {
  const site = ctx.site.code;
  expect(ctx.mail.sent).toEqual([]);
  expect(
    await forSite(ctx, 'notice')
      .where('user_id', '=', other.viewer.userId)
      .where('text', 'like', `%${writer.viewer.name}%`)
      .select('text')
      .execute(),
  ).toEqual([]);
  expect(await forSite(ctx, 'remote_picture').select('address').execute()).toEqual([]);
  const counted = await db
    .selectFrom('profile')
    .where('site', '=', site)
    .where('user_id', '=', writer.viewer.userId)
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(
    Object.entries(counted)
      .filter(([name]) => /comments_given|awards_given|posts|threads/.test(name))
      .map(([, count]) => count),
  ).not.toContain(1);
});

test('no table but its own, cases and jobs of moderators contains it', async () => {
  const tables = [
    'comment',
    'forum_post',
    'forum_thread',
    'notice',
    'notice_mail',
    'notice_outbox',
    'announcement',
    'card',
    'moderation_act',
    'case_source',
    'remote_picture',
  ] as const;
  for (const table of tables) {
    const rows = await forSite(ctx, table).selectAll().execute();
    expect(JSON.stringify(rows), table).not.toContain(secret);
  }
});

test('pages show it to its author only, where it will appear, with its place in the queue', async () => {
  const moderator = await grantRole(await asMember(ctx), Level.moderator, [ctx.site.code]);
  const read = async (viewer: TestCtx) => [
    (await discussionOf(viewer, ids.track, new URLSearchParams())).held,
    await waitingHere(viewer, 'board', 2),
    ((await threadPage(viewer, ids.thread, new URLSearchParams())) as { held: readonly unknown[] }).held,
  ];
  for (const viewer of [other, moderator, asVisitor(world)]) expect(await read(viewer)).toEqual([[], [], []]);
  expect(await read(writer)).toMatchObject([
    [
      { what: 'comment', queuePlace: 1, state: 'waiting' },
      { what: 'award', queuePlace: 2 },
    ],
    [{ what: 'thread', title: secret, queuePlace: 3 }],
    [{ what: 'post', queuePlace: 4, parts: ['picture'] }],
  ]);
  const own = await ownHeldTexts(writer, new URLSearchParams());
  expect(own.rows.map(({ what }) => what)).toEqual(['post', 'thread', 'award', 'comment']);
  expect((await ownHeldTexts(other, new URLSearchParams())).rows).toEqual([]);
});

test('its own page is for the author and moderators of the edition', async () => {
  const param = String(comment);
  const moderator = await grantRole(await asMember(ctx), Level.moderator, [ctx.site.code]);
  expect((await heldTextPage(writer, param)).isOwn).toBe(true);
  expect((await heldTextPage(moderator, param)).text.source).toContain(secret);
  for (const viewer of [other, asVisitor(world)])
    await expect(heldTextPage(viewer, param)).rejects.toMatchObject({ status: 404 });
  await expect(heldTextPage(moderator, '999999')).rejects.toMatchObject({ status: 404 });
  const subject = (await subjectsOf(ctx, [{ kind: 'heldtext', id: comment }])).get(`heldtext-${comment}`);
  expect(subject).toMatchObject({ title: 'A waiting comment', isGone: false });
});

test('once it is released the same places show it', async () => {
  const moderator = await grantRole(await asMember(ctx), Level.moderator, [ctx.site.code]);
  const requested = {
    site: ctx.site.code,
    kind: 'heldtext',
    act: 'text.release',
    reason: 'Read.',
    caseId: null,
    fields: {},
  } as const;
  for (const { heldId } of (await ownHeldTexts(writer, new URLSearchParams())).rows)
    await performAct(moderator, { ...requested, id: heldId });
  expect(await shownAt(asVisitor(world))).toEqual(
    expect.arrayContaining([
      '/api/tracks/comments',
      '/api/tracks/awards',
      '/api/threads',
      '/api/posts',
      'feed of a track',
      'feed of boards',
      'discussion of a track',
    ]),
  );
  await ctx.jobs.runAll(ctx);
  expect(ctx.mail.sent.length).toBeGreaterThan(0);
});
