import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { excerptsOf } from '#features/forum/server/excerpts.ts';
import { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { decide, held, link } from '#testing/held-texts.ts';
import { makeBoard, makeNews, makeThread } from '#testing/make-community.ts';
import { makeComment } from '#testing/make-lists.ts';
import { grantRole } from '#testing/moderators.ts';
import { Person } from '#testing/track-people.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { makeLines } from './jobs.ts';
import { type LineSource, lineOf, lineSources, linesOf } from './lines.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
await makeBoard(world, { boardId: 2, title: 'General' });
const mo = await Person.of(world, Level.moderator);
const ann = await Person.of(world);
const trackId = await makeTrack(await asMember(world));
const sources = Object.keys(lineSources) as LineSource[]; // the keys of a constant

/** All texts of a table with their lines, and the line that each should have. */
async function stored(source: LineSource) {
  const { id, text } = lineSources[source];
  const { rows } = await sql<{ id: number; text: string; line: string | null }>`
    select ${sql.ref(id)} as id, ${sql.ref(text)} as text, line from ${sql.table(source)}
    where site = 'tmnf' order by ${sql.ref(id)}`.execute(db);
  return rows.map((row) => ({ ...row, expected: lineOf(source, row.text) }));
}
const wrong = async (source: LineSource) =>
  (await stored(source)).filter(({ line, expected }) => line !== expected);

async function sends(who: Person, path: string, form: Record<string, string>) {
  world.clock.forward({ minutes: 10 });
  const answer = await who.post(path, form);
  expect(answer.problem?.detail ?? answer.status, path).toBe(200);
  return answer;
}

test('whatever users and moderators do with a text, its line is that of the text', async () => {
  const because = { Reason: 'House rules.' };
  const start = (Title: string, Text: string) => sends(ann, '/threadcreate/2', { Title, Text });
  const first = (await start('One', 'A [b]bold[/b] text')).json<{ ThreadId: number; PostId: number }>();
  const second = (await start('Two', 'Another text')).json<{ ThreadId: number; PostId: number }>();
  await sends(ann, `/postreply/${first.ThreadId}`, { Text: ':) to [user]1[/user]' });
  await sends(ann, `/postedit/${first.PostId}`, { Text: 'Changed [i]twice[/i]' });
  await sends(mo, `/postdelete/${first.PostId}`, because);
  await sends(mo, `/postrestore/${first.PostId}`, because);
  await sends(mo, `/threadmerge/${first.ThreadId}`, { into: `${second.ThreadId}`, ...because });
  await sends(mo, `/threadunmerge/${first.ThreadId}`, because);
  const comment = await sends(ann, `/commentupdate/${trackId}/comment/0`, { Comment: 'One [u]comment[/u]' });
  const { CommentId } = comment.json<{ CommentId: number }>();
  await sends(ann, `/commentupdate/${trackId}/comment/${CommentId}`, { Comment: 'Another [u]comment[/u]' });
  const news = { Title: 'News', Message: 'Doors [b]open[/b].' };
  const { NewsId } = (await sends(mo, '/newscreate', news)).json<{ NewsId: number }>();
  await sends(mo, `/newscreate/${NewsId}`, { ...news, Message: 'Doors [b]closed[/b].', Status: 'published' });
  await sends(mo, '/messages/new', { To: `${ann.userId}`, Subject: 'Hello', Text: 'A [b]message[/b]' });
  const newcomer = await Person.of(world);
  const moderator = await grantRole(await asMember(world), Level.moderator, ['tmnf']);
  const waiting = await held(await newcomer.post('/threadcreate/2', { Title: 'Held', Text: link }));
  expect((await decide(moderator, waiting)).status).toBe(200);
  for (const source of sources) {
    expect((await stored(source)).length, source).toBeGreaterThan(0);
    expect(await wrong(source), source).toEqual([]);
  }
});

const makers: Readonly<Record<LineSource, () => Promise<unknown>>> = {
  forum_post: () => sends(ann, '/threadcreate/2', { Title: 'A thread', Text: 'A [b]post[/b]' }),
  comment: () => sends(ann, `/commentupdate/${trackId}/comment/0`, { Comment: 'A [b]remark[/b]' }),
  news: () => sends(mo, '/newscreate', { Title: 'News', Message: 'Some [b]news[/b]' }),
  private_message: () =>
    sends(mo, '/messages/new', { To: `${ann.userId}`, Subject: 'Hello', Text: 'A [b]greeting[/b]' }),
};

test.each(sources)('a text of %s that is changed without its line loses the line', async (source) => {
  const { id, text } = lineSources[source];
  await makers[source]();
  const row = async () => (await stored(source)).at(-1);
  const key = (await row())?.id;
  const set = (change: ReturnType<typeof sql>) =>
    sql`update ${sql.table(source)} set ${change} where site = 'tmnf' and ${sql.ref(id)} = ${key}`.execute(
      db,
    );
  const line = (await row())?.line;
  expect(line).toMatch(/^[\w ]+$/);
  await set(sql`site = 'tmnf'`);
  await set(sql`${sql.ref(text)} = ${sql.ref(text)}`);
  expect((await row())?.line).toBe(line);
  await set(sql`${sql.ref(text)} = 'Erased'`);
  expect(await row()).toMatchObject({ text: 'Erased', line: null });
  await set(sql`${sql.ref(text)} = 'New', line = 'New'`);
  expect((await row())?.line).toBe('New');
});

test('the job makes missing lines batch by batch, goes on where it stopped, and finds nothing more', async () => {
  const userId = ann.userId;
  const posts = Array.from({ length: 250 }, (_, index) => ({ userId, text: `[b]Old[/b] post ${index}` }));
  await makeThread(world, { boardId: 2, userId, title: 'Old', posts });
  await makeComment(world, { trackId, userId, text: 'An old [b]comment[/b]' });
  await makeNews(world, { userId, title: 'Old', message: 'Old [b]news[/b]' });
  expect(await wrong('forum_post')).toHaveLength(250);
  expect(await makeLines(world, 'forum_post', 101)).toBe(101);
  expect(await wrong('forum_post')).toHaveLength(149);
  await world.jobs.add('make-lines', {});
  await world.jobs.runAll(world);
  for (const source of sources) expect(await wrong(source), source).toEqual([]);
  expect(await makeLines(world, 'forum_post')).toBe(0);
});

test('a text whose line is still missing is read from its beginning alone', async () => {
  const userId = ann.userId;
  const text = `[b]${'word '.repeat(3800)}[/b]end`;
  await makeThread(world, { boardId: 2, userId, title: 'Long', posts: [{ userId, text }] });
  const { post_id: PostId } = await db
    .selectFrom('forum_post')
    .where('site', '=', 'tmnf')
    .where('text', '=', text)
    .select('post_id')
    .executeTakeFirstOrThrow();
  const bare = (await linesOf(world, 'forum_post', [PostId])).get(PostId) ?? '';
  expect(bare).toMatch(/^word word /);
  expect(bare.length).toBeLessThanOrEqual(2000);
  await makeLines(world, 'forum_post');
  expect((await linesOf(world, 'forum_post', [PostId])).get(PostId)).toBe(lineOf('forum_post', text));
  expect((await excerptsOf(world, [{ PostId }], 'end')).get(PostId)).toMatch(/^… (?:word )+end$/);
});
