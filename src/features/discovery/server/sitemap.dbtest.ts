import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { nextId } from '#db/ids.ts';
import { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { childrenOf, parseXml, textOf } from '#testing/xml.ts';
import { idsPerPart } from './endpoints.ts';

const { db } = await testDb({ editions: 'all' });
const world = await testCtx({ db, site: 'tmn' });
const ann = await asMember(world);
const client = new Client(world, app.routes);
const origin = 'http://tmn.localhost';

async function locations(path: string): Promise<string[]> {
  const { status, body, headers } = await client.send('GET', path);
  expect([status, headers?.['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  const root = parseXml(String(body));
  return root.children.map((child) => textOf(child, 'loc'));
}

test('the index lists the parts that contain something, and each part its pages', async () => {
  const shown = await makeTrack(ann);
  const hidden = await makeTrack(ann, { isPublic: false, isListed: false });
  const unlisted = await makeTrack(ann, { isListed: false });
  const parts = await locations('/sitemap.xml');
  expect(parts).toContain(`${origin}/sitemap-tracks-1.xml`);
  expect(parts).toContain(`${origin}/sitemap-users-1.xml`);
  expect(parts).not.toContain(`${origin}/sitemap-tracks-2.xml`);
  const tracks = await locations('/sitemap-tracks-1.xml');
  expect(tracks).toContain(`${origin}/trackshow/${shown}`);
  for (const id of [hidden, unlisted]) expect(tracks).not.toContain(`${origin}/trackshow/${id}`);
  for (const part of parts)
    for (const page of await locations(new URL(part).pathname)) expect(page).toMatch(`${origin}/`);
  expect(await locations('/sitemap-pages.xml')).toContain(`${origin}/tracksearch`);
});

test('lastmod is the last change of a track', async () => {
  const id = await makeTrack(ann);
  const { body } = await client.send('GET', '/sitemap-tracks-1.xml');
  const entry = childrenOf(parseXml(String(body)), 'url').find((url) =>
    textOf(url, 'loc').endsWith(`/${id}`),
  );
  expect(entry && textOf(entry, 'lastmod')).toBe(world.clock.now().toISOString());
});

test('users of closed accounts are not listed, and chosen addresses are', async () => {
  const [closed, named] = [await asMember(world), await asMember(world)];
  const profile = (ctx: typeof ann) =>
    db.updateTable('profile').where('site', '=', 'tmn').where('user_id', '=', ctx.viewer.userId);
  await profile(closed).set({ closed_at: world.clock.now() }).execute();
  await profile(named).set({ custom_url: 'speedy' }).execute();
  const users = await locations('/sitemap-users-1.xml');
  expect(users).toContain(`${origin}/usershow/${ann.viewer.userId}`);
  expect(users).toContain(`${origin}/usershow/speedy`);
  expect(users).not.toContain(`${origin}/usershow/${closed.viewer.userId}`);
});

test('threads of boards that visitors may not read are not listed', async () => {
  const thread = async (board_id: number, read_level: number) => {
    await db
      .insertInto('forum_board')
      .values({ site: 'tmn', board_id, title: 'Board', about: '', read_level })
      .execute();
    const thread_id = nextId('thread', 'tmn');
    const at = world.clock.now();
    const { thread_id: made } = await db
      .insertInto('forum_thread')
      .values({
        site: 'tmn',
        thread_id,
        board_id,
        user_id: ann.viewer.userId,
        title: 'Thread',
        posts: 1,
        created_at: at,
        last_post_at: at,
      })
      .returning('thread_id')
      .executeTakeFirstOrThrow();
    return `${origin}/threadshow/${made}`;
  };
  const [open, closed] = [await thread(901, 0), await thread(902, 1)];
  const threads = await locations('/sitemap-threads-1.xml');
  expect(threads).toContain(open);
  expect(threads).not.toContain(closed);
});

test.each([
  '/sitemap-tracks-0.xml',
  '/sitemap-tracks-2.xml',
  '/sitemap-tracks-999999.xml',
  '/sitemap-tracks.xml',
  '/sitemap-pages-1.xml',
  '/sitemap-toString-1.xml',
  '/other.xml',
])('%s is not found', async (path) => {
  expect((await client.send('GET', path)).status).toBe(404);
});

test('a part ends with the last of its ids', async () => {
  const at = async (track_id: number) => {
    const made = await makeTrack(ann);
    const stored = await db
      .selectFrom('track')
      .where('site', '=', 'tmn')
      .where('track_id', '=', made)
      .selectAll()
      .executeTakeFirstOrThrow();
    await db
      .insertInto('track')
      .values({ ...stored, track_id })
      .execute();
    return `${origin}/trackshow/${track_id}`;
  };
  const [last, first] = [await at(idsPerPart - 1), await at(idsPerPart)];
  expect(await locations('/sitemap-tracks-1.xml')).toContain(last);
  expect(await locations('/sitemap-tracks-2.xml')).toContain(first);
  expect(await locations('/sitemap-tracks-2.xml')).not.toContain(last);
  expect(await locations('/sitemap.xml')).toContain(`${origin}/sitemap-tracks-2.xml`);
});

test('browsers find the search and its suggestions', async () => {
  const root = parseXml(String((await client.send('GET', '/opensearch.xml')).body));
  expect(textOf(root, 'ShortName').length).toBeLessThanOrEqual(16);
  expect(childrenOf(root, 'Url').map(({ attributes }) => attributes.template)).toContain(
    `${origin}/tracksearch?query={searchTerms}`,
  );
  await makeTrack(ann, { name: '$f00Zebra crossing' });
  await makeTrack(ann, { name: 'Zebra hidden', isPublic: false, isListed: false });
  expect((await client.send('GET', '/suggest?q=zebra')).json()).toEqual(['zebra', ['Zebra crossing']]);
  expect((await client.send('GET', '/suggest')).json()).toEqual(['', []]);
});

test('robots.txt contains the address of the sitemap', async () => {
  const { body } = await client.send('GET', '/robots.txt');
  expect(body).toContain(`Sitemap: ${origin}/sitemap.xml`);
  expect(body).not.toMatch(/Disallow: \/\n/);
});

test('drafts and deleted news are not listed', async () => {
  const add = async (columns: object) => {
    const news_id = nextId('news', 'tmn');
    const at = world.clock.now();
    const { news_id: made } = await db
      .insertInto('news')
      .values({
        site: 'tmn',
        news_id,
        user_id: ann.viewer.userId,
        title: 'News',
        message: 'Text',
        posted_at: at,
        updated_at: at,
        ...columns,
      })
      .returning('news_id')
      .executeTakeFirstOrThrow();
    return `${origin}/newsshow/${made}`;
  };
  const published_at = world.clock.now();
  const shown = await add({ published_at });
  const draft = await add({ published_at: null });
  const deleted = await add({ published_at, deleted_at: published_at });
  const news = await locations('/sitemap-news-1.xml');
  expect(news).toContain(shown);
  for (const path of [draft, deleted]) expect(news).not.toContain(path);
});
