import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { nextId } from '#db/ids.ts';
import { messageNamesEndpoint } from '#features/comments/server/endpoints.ts';
import { inTransaction } from '#platform/ctx.ts';
import { rememberPictures } from '#platform/remote-pictures/remember.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makePack } from '#testing/make-lists.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { messageHtml, messagesHtml, namesIn } from './messages.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
const ann = await asMember(ctx);
const annId = ann.viewer.userId;
const annName = (
  await db
    .selectFrom('profile')
    .select('name')
    .where('site', '=', 'tmnf')
    .where('user_id', '=', annId)
    .executeTakeFirstOrThrow()
).name;
const named = await makeTrack(ann, { name: '$f00Loop' });
const hidden = await makeTrack(ann, { name: 'Secret', isPublic: false });
const unlisted = await makeTrack(ann, { name: 'Quiet', isListed: false });
const packId = await makePack(ctx, { ownerId: annId, name: 'Best' });

const references = `[track]${named}[/track] [user]${annId}[/user] [pack]${packId}[/pack] [track]${hidden}[/track] [track]${unlisted}[/track]`;

test('references are shown by name, and by number if the target is not public', async () => {
  const [first, none, last] = await messagesHtml(ctx, [references, null, `[track]${named}[/track]`], {
    images: true,
  });
  for (const label of ['Loop', annName, 'Best', `Track #${hidden}`, `Track #${unlisted}`])
    expect(first).toContain(`>${label}</a>`);
  expect(none).toBeNull();
  expect(last).toContain('>Loop</a>');
});

test('a missing message is shown like one without text', async () => {
  expect(await messageHtml(ctx, null, { images: false })).toContain('(No text defined)');
});

test('names are read in one query, and in none without references', async () => {
  let queries = 0;
  const counting = ctx.db.withPlugin({
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await namesIn(
    { ...ctx, db: counting },
    Array.from({ length: 20 }, () => references),
  );
  expect(queries).toBe(1);
  await namesIn({ ...ctx, db: counting }, ['no references', '[b]x[/b]']);
  expect(queries).toBe(1);
});

const ask = async (query: string) => {
  const request = { query: new URLSearchParams(query) } as Parameters<typeof messageNamesEndpoint.handle>[1]; // all it reads
  const { body } = await messageNamesEndpoint.handle(ctx, request, {});
  return JSON.parse(String(body));
};

test('a browser gets the names of public rows only', async () => {
  const query = `track=${named},${hidden},${unlisted},999999&user=${annId}&pack=${packId}`;
  expect(await ask(query)).toEqual({
    track: [[named, 'Loop']],
    user: [[annId, annName]],
    pack: [[packId, 'Best']],
    thread: [],
    picture: [],
    typed: [],
  });
  const nothing = { track: [], user: [], pack: [], thread: [], picture: [], typed: [] };
  expect(await ask('')).toEqual(nothing);
  await expect(ask('track=x')).rejects.toThrow("Invalid value for 'track'");
});

test('a preview gets the users whose exact name was typed, for at most 100 names', async () => {
  const typed = (...names: readonly string[]) =>
    ask(String(new URLSearchParams(names.map((name) => ['typed', name]))));
  expect((await typed(annName, `${annName} Lee`, annName.toUpperCase(), 'nobody, really')).typed).toEqual([
    [annName, annId],
  ]);
  const others = (count: number) => Array.from({ length: count }, (_, number) => `other ${number}`);
  expect((await typed(...others(99), annName)).typed).toEqual([[annName, annId]]);
  expect((await typed(...others(100), annName)).typed).toEqual([]);
});

test('threads have a title if their board is public and they have posts', async () => {
  const thread = async (boardId: number, posts: number) => {
    const { thread_id } = await db
      .insertInto('forum_thread')
      .values({
        site: 'tmnf',
        thread_id: nextId('thread', 'tmnf'),
        board_id: boardId,
        user_id: annId,
        title: 'Win $100',
        posts,
        created_at: ctx.clock.now(),
        last_post_at: ctx.clock.now(),
      })
      .returning('thread_id')
      .executeTakeFirstOrThrow();
    return thread_id;
  };
  const { board_id: crewBoard } = await forSite(ctx, 'forum_board')
    .where('read_level', '>', 0)
    .select('board_id')
    .executeTakeFirstOrThrow();
  const [open, empty, crew] = [await thread(2, 1), await thread(2, 0), await thread(crewBoard, 1)];
  expect((await ask(`thread=${open},${empty},${crew},999999`)).thread).toEqual([[open, 'Win $100']]);
});

/** A post of the news with a picture, whose address is saved as every text saves it. */
async function newsWith(
  address: string,
  parts: { published?: boolean; deleted?: boolean } = {},
): Promise<number> {
  const { published = true, deleted = false } = parts;
  const message = `[img]${address}[/img]`;
  const now = ctx.clock.now();
  const { news_id } = await db
    .insertInto('news')
    .values({
      site: 'tmnf',
      news_id: nextId('news', 'tmnf'),
      user_id: annId,
      title: 'New',
      message,
      posted_at: now,
      updated_at: now,
      published_at: published ? now : null,
      deleted_at: deleted ? now : null,
    })
    .returning('news_id')
    .executeTakeFirstOrThrow();
  const tx = { ...ann, jobs: { add: async () => {} } };
  await inTransaction(tx, (inside) => rememberPictures(inside, message));
  return news_id;
}

test('a browser gets the pictures of public news only, and none by their address', async () => {
  const address = 'https://pictures.org/a,b.png?x=1&y=2';
  const news = await newsWith(address);
  const [draft, deleted] = [
    await newsWith('https://pictures.org/draft.png', { published: false }),
    await newsWith('https://pictures.org/deleted.png', { deleted: true }),
  ];
  const { picture } = await ask(`news=${news},${draft},${deleted},999999`);
  expect(picture).toEqual([[address, { is: 'waiting', key: expect.stringMatching(/^[\w-]{22}$/) }]]);
  for (const hidden of [address, 'https://pictures.org/draft.png', 'https://unknown.org/'])
    expect((await ask(`picture=${encodeURIComponent(hidden)}`)).picture).toEqual([]);
});
