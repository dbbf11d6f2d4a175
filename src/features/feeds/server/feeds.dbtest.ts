import { expect, test } from 'vitest';
import { nextId } from '#db/ids.ts';
import { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { Talker } from '#testing/talk-world.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { childrenOf, parseXml, textOf } from '#testing/xml.ts';
import { maxEntries } from '../atom.ts';
import { feedRoutes } from './endpoints.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await asMember(world);
const client = new Client(world, feedRoutes);
const host = 'http://tmnf.localhost';

async function titles(path: string): Promise<string[]> {
  const answer = await client.send('GET', path);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.problem?.detail}`);
  return childrenOf(parseXml(String(answer.body)), 'entry').map((entry) => textOf(entry, 'title'));
}

test('a search has a feed with its tracks, newest first, under the host of the edition', async () => {
  const author = await asMember(world);
  const by = `/tracksearch.atom?query=authoruserid:${author.viewer.userId}`;
  const first = await makeTrack(author, { name: '$f00Red <b>& "bold"' });
  world.clock.forward({ hours: 1 });
  const second = await makeTrack(author, { name: '\u202eRTL 名前 \u0007' });
  const answer = await client.send('GET', by);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/atom+xml; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'last-modified': world.clock.now().toUTCString(),
  });
  const root = parseXml(String(answer.body));
  expect(root.name).toBe('feed');
  expect(textOf(root, 'id')).toBe(
    `tag:tmnf.localhost,2026:tracksearch?query=authoruserid%3A${author.viewer.userId}`,
  );
  expect(textOf(root, 'updated')).toBe(world.clock.now().toISOString());
  expect(childrenOf(root, 'link').map(({ attributes }) => [attributes.rel, attributes.href])).toEqual([
    ['self', `${host}/tracksearch.atom?query=authoruserid%3A${author.viewer.userId}`],
    ['alternate', `${host}/tracksearch?query=authoruserid%3A${author.viewer.userId}`],
  ]);
  const entries = childrenOf(root, 'entry');
  expect(entries.map((entry) => textOf(entry, 'id'))).toEqual([
    `tag:tmnf.localhost,2026:track/${second}`,
    `tag:tmnf.localhost,2026:track/${first}`,
  ]);
  expect(entries.map((entry) => textOf(entry, 'title'))).toEqual(['\u202eRTL 名前 ', 'Red <b>& "bold"']);
  const [latest] = entries;
  if (!latest) throw new Error('no entry');
  expect(childrenOf(latest, 'link')[0]?.attributes.href).toBe(`${host}/trackshow/${second}`);
  expect(textOf(childrenOf(latest, 'author')[0] ?? latest, 'name')).toBe(author.viewer.name);
  expect(textOf(latest, 'content')).toContain(`<img src="${host}/trackimage/${second}?w=640"`);
});

test('descriptions are rendered safely, with absolute links', async () => {
  const author = await asMember(world);
  const id = await makeTrack(author);
  await db
    .updateTable('track')
    .set({
      author_comments: `<script>x</script> [track]${id}[/track] :) [img]https://a.example/b.png[/img] [url=evil.example]e[/url]`,
    })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', id)
    .execute();
  const { body } = await client.send('GET', `/tracksearch.atom?query=id:${id}`);
  const [entry] = childrenOf(parseXml(String(body)), 'entry');
  const html = entry ? textOf(entry, 'content') : '';
  expect(html).toContain(`href="${host}/trackshow/${id}"`);
  expect(html).not.toMatch(/<script|a\.example|(?:href|src)="\/(?!\/)/);
});

test('a client that has the feed gets 304, by tag or by date', async () => {
  const author = await asMember(world);
  await makeTrack(author);
  const path = `/usershow/${author.viewer.userId}.atom`;
  const { headers = {} } = await client.send('GET', path);
  const tag = String(headers.etag);
  expect((await client.send('GET', path, { headers: { 'if-none-match': tag } })).status).toBe(304);
  const since = { 'if-modified-since': String(headers['last-modified']) };
  expect((await client.send('GET', path, { headers: since })).status).toBe(304);
  world.clock.forward({ minutes: 1 });
  await makeTrack(author);
  expect((await client.send('GET', path, { headers: { 'if-none-match': tag } })).status).toBe(200);
  expect((await client.send('GET', path, { headers: since })).status).toBe(200);
});

test.each([maxEntries - 1, maxEntries, maxEntries + 1])(
  'of %i tracks at most 40 are in a feed',
  async (count) => {
    const author = await asMember(world);
    for (let n = 0; n < count; n++) await makeTrack(author);
    const expected = Math.min(count, 40);
    expect(await titles(`/usershow/${author.viewer.userId}.atom`)).toHaveLength(expected);
    expect(
      await titles(`/tracksearch.atom?query=authoruserid:${author.viewer.userId}&count=200`),
    ).toHaveLength(expected);
  },
);

test('what a visitor may not see is in no feed, for every viewer', async () => {
  const talker = await Talker.of(world);
  const me = talker.id;
  const shown = await makeTrack(talker.ctx, { name: 'shown' });
  const hidden = await makeTrack(talker.ctx, { name: 'hidden', isPublic: false, isListed: false });
  const unlisted = await makeTrack(talker.ctx, { name: 'unlisted', isListed: false });
  const asker = new Client(talker.ctx, feedRoutes);
  for (const [name, value] of talker.client.cookies) asker.cookies.set(name, value);
  expect((await asker.viewer()).userId).toBe(me);
  for (const path of [`/usershow/${me}.atom`, `/tracksearch.atom?query=authoruserid:${me}`]) {
    const text = String((await asker.send('GET', path)).body);
    expect(text).toContain('shown');
    expect(text).not.toMatch(/hidden|unlisted/);
  }
  expect((await asker.send('GET', `/trackshow/${shown}.atom`)).status).toBe(200);
  for (const id of [hidden, unlisted])
    expect((await asker.send('GET', `/trackshow/${id}.atom`)).status).toBe(404);
  expect((await asker.send('GET', '/tracksearch/mytracks.atom')).status).toBe(404);
});

test('comments, awards and replies are in the feed of their track, removed ones are not', async () => {
  const track = await makeTrack(ann, { name: 'Talked about' });
  const talker = await Talker.of(world);
  const id = async (text: string, more = {}) => {
    world.clock.forward({ minutes: 2 });
    return (await talker.write(track, text, more)).json<{ CommentId: number }>().CommentId;
  };
  const first = await id('A first comment about this.');
  await id('A reply to the first comment.', { replyTo: first });
  const gone = await id('This will be removed later.');
  expect(await titles(`/trackshow/${track}.atom`)).toHaveLength(3);
  await db
    .updateTable('comment')
    .set({ deleted_at: world.clock.now() })
    .where('site', '=', 'tmnf')
    .where('comment_id', '=', gone)
    .execute();
  const text = String((await client.send('GET', `/trackshow/${track}.atom`)).body);
  expect(text).toContain(`Comment by ${talker.ctx.viewer.name} on Talked about`);
  expect(text).toContain('A reply to the first comment.');
  expect(text).not.toContain('removed later');
});

test('boards that visitors may not read have no feed, and are in no other', async () => {
  const add = async (title: string, boardId: number) => {
    const thread_id = nextId('thread', 'tmnf');
    const at = world.clock.now();
    return db
      .insertInto('forum_thread')
      .values({
        site: 'tmnf',
        thread_id,
        board_id: boardId,
        user_id: ann.viewer.userId,
        title,
        posts: 1,
        created_at: at,
        last_post_at: at,
      })
      .execute();
  };
  await db
    .insertInto('forum_board')
    .values([
      { site: 'tmnf', board_id: 901, title: 'Open', about: '', read_level: 0 },
      { site: 'tmnf', board_id: 902, title: 'Crew only', about: '', read_level: 1 },
    ])
    .execute();
  await add('an open thread', 901);
  await add('a closed thread', 902);
  expect(await titles('/forumsshow.atom?board=901')).toEqual(['an open thread']);
  expect((await client.send('GET', '/forumsshow.atom?board=902')).status).toBe(404);
  expect(await titles('/forumsshow.atom')).not.toContain('a closed thread');
  expect(await titles(`/usershow/${ann.viewer.userId}.atom`)).not.toContain('a closed thread');
});

test.each([
  ['/tracksearch.atom?query=difficulty:nope', 400, 'difficulty:nope Invalid value'],
  ['/tracksearch.atom?query=%22open', 400, '"open Missing closing quote'],
  ['/tracksearch.atom?query=nope:x', 400, 'nope: Unknown key'],
  ['/tracksearch.atom?lbenv=99', 400, 'Environment: 99 Invalid value'],
  ['/videosearch.atom?query=trackid:x', 400, 'trackid:x Invalid value'],
  ['/tracksearch/nothing.atom', 404, expect.any(String)],
  ['/usershow/0.atom', 404, expect.any(String)],
  ['/usershow/99999999.atom', 404, expect.any(String)],
  ['/usershow/x.atom', 404, expect.any(String)],
  ['/trackshow/99999999999.atom', 404, expect.any(String)],
  ['/trackpackshow/99999999.atom', 404, expect.any(String)],
  ['/forumsshow.atom?board=', 404, expect.any(String)],
])('%s answers %i', async (path, status, detail) => {
  expect((await client.send('GET', path)).problem).toMatchObject({ status, detail });
});

test('all other feeds can be read', async () => {
  for (const path of [
    '/tracksearch/featured.atom',
    '/trackpacksearch.atom',
    '/videosearch.atom',
    '/news.atom',
  ])
    expect(await titles(path), path).toBeInstanceOf(Array);
});
