import { expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { Person } from '#testing/track-people.ts';
import { newsComments } from './comments.ts';
import { newsRoutes } from './endpoints.ts';
import { newsData } from './personal.ts';
import { hiddenNews, newsForm, newsPage } from './show.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const mo = await Person.of(world, Level.moderator);
const kim = await Person.of(world, Level.moderator);
const ann = await Person.of(world);
const list = listAt(newsRoutes, '/api/news');
const listed = async () =>
  (await ask(world, list, 'fields=Title&count=1000')).Results.map((row) => row.Title);
const row = (newsId: number) =>
  db
    .selectFrom('news')
    .where('site', '=', 'tmnf')
    .where('news_id', '=', newsId)
    .selectAll()
    .executeTakeFirstOrThrow();
const acts = async (newsId: number) =>
  (
    await db
      .selectFrom('moderation_act')
      .where('site', '=', 'tmnf')
      .where('subject_kind', '=', 'news')
      .where('subject_id', '=', newsId)
      .orderBy('act_id')
      .select(['act', 'reason'])
      .execute()
  ).map(({ act, reason }) => `${act}: ${reason}`);
let count = 0;
/** Longer than the waiting times between two posts of one moderator. */
const later = (step: { minutes?: number; hours?: number } = { minutes: 10 }) => world.clock.forward(step);
const runJobs = async () => {
  await world.jobs.add('publish-news', {});
  for (let round = 0; round < 4; round++) await world.jobs.runAll(world);
};

async function writes(who: Person, fields: Record<string, string> = {}) {
  count += 1;
  later();
  const title = `News ${count}`;
  const answer = await who.post('/newscreate', { Title: title, Message: 'Doors [b]open[/b].', ...fields });
  const newsId = answer.status === 200 ? answer.json<{ NewsId: number }>().NewsId : 0;
  return { answer, newsId, title };
}
const announcements = async (who: Person, newsId: number) => {
  await runJobs();
  return (await who.notices()).filter(
    ({ kind, link }) => kind === 'news.new' && link === `/newsshow/${newsId}`,
  ).length;
};

test('a published post is listed, shown and announced once; its notices end when it becomes a draft, and do not return', async () => {
  const { newsId, title } = await writes(mo);
  expect(await listed()).toContain(title);
  expect(await newsPage(world, String(newsId))).toMatchObject({ title, status: 'published', editedAt: null });
  expect(await announcements(ann, newsId)).toBe(1);
  const form = { Title: title, Message: `Closed, [user]${ann.userId}[/user].` };
  later();
  await mo.post(`/newscreate/${newsId}`, { ...form, Status: 'published' });
  expect((await ann.notices()).filter(({ link }) => link === `/newsshow/${newsId}`)).toHaveLength(2);
  for (const Status of ['published', 'draft', 'published', 'draft', 'published']) {
    later();
    expect((await mo.post(`/newscreate/${newsId}`, { ...form, Status })).status).toBe(200);
  }
  await runJobs();
  expect((await ann.notices()).filter(({ link }) => link === `/newsshow/${newsId}`)).toEqual([]);
  expect(await newsPage(world, String(newsId))).toMatchObject({
    html: expect.stringContaining('Closed, '),
    editedAt: expect.any(Date),
  });
  expect((await acts(newsId)).map((act) => act.split(':')[0])).toEqual([
    'news.publish',
    'news.edit',
    'news.unpublish',
    'news.publish',
    'news.unpublish',
    'news.publish',
  ]);
});

test('a scheduled post is published by a job at its date, and announced once', async () => {
  const at = new Date(world.clock.now().getTime() + 3_600_000 + 10 * 60_000).toISOString();
  const { newsId, title } = await writes(mo, { Status: 'scheduled', ReleaseDate: at });
  await runJobs();
  expect(await listed()).not.toContain(title);
  await expect(newsPage(ann.ctx, String(newsId))).rejects.toThrow('was not found');
  expect(await newsPage(kim.ctx, String(newsId))).toMatchObject({ status: 'scheduled' });
  expect((await hiddenNews(kim.ctx)).drafts.map((draft) => draft.newsId)).toContain(newsId);
  expect((await hiddenNews(ann.ctx)).drafts).toEqual([]);
  later({ minutes: 59 });
  await runJobs();
  expect(await listed()).not.toContain(title);
  later({ minutes: 1 });
  await Promise.all([runJobs(), runJobs()]);
  expect(await listed()).toContain(title);
  expect(await announcements(ann, newsId)).toBe(1);
  expect((await row(newsId)).posted_at).toEqual(world.clock.now());
});

test.each([
  ['a date one second ago', { Status: 'scheduled', ReleaseDate: '2026-11-21T11:59:59Z' }, 'ReleaseDate'],
  ['no date', { Status: 'scheduled' }, 'ReleaseDate'],
  ['no date at all', { Status: 'scheduled', ReleaseDate: 'soon' }, 'ReleaseDate'],
  ['a title of two characters', { Title: 'ab' }, 'Title'],
  ['a title of 101 characters', { Title: 'x'.repeat(101) }, 'Title'],
  ['no message', { Message: ' \n' }, 'Message'],
  ['a message of 10001 characters', { Message: 'x'.repeat(10_001) }, 'Message'],
])('%s is refused', async (_, fields, field) => {
  const { answer } = await writes(mo, fields);
  expect([answer.status, answer.problem?.field]).toEqual([422, field]);
  if (field === 'ReleaseDate')
    expect(answer.problem?.detail).toBe('The release date must be set in the future.');
});

test('the limits themselves are accepted', async () => {
  const { answer } = await writes(mo, { Title: 'x'.repeat(100), Message: '🏁'.repeat(10_000) });
  expect(answer.status).toBe(200);
});

test('only moderators write, and drafts are hidden from everyone else', async () => {
  const { newsId } = await writes(mo, { Status: 'draft' });
  for (const path of [
    `/newscreate/${newsId}`,
    `/newsdelete/${newsId}`,
    `/newsrestore/${newsId}`,
    '/newscreate',
  ])
    expect((await ann.post(path, { Title: 'Mine', Message: 'Mine.' })).status, path).toBe(403);
  expect((await ann.sends('PUT', `/togglenewsdismiss/${newsId}`)).status).toBe(404);
  await expect(newsPage(ann.ctx, String(newsId))).rejects.toThrow('was not found');
  await expect(newsForm(ann.ctx, String(newsId), undefined)).rejects.toThrow('Only moderators');
  expect(await newsForm(ann.ctx, String(newsId), new URLSearchParams('Title=Mine'))).toMatchObject({
    news: null,
    title: 'Mine',
    message: '',
  });
  expect((await mo.post(`/newscreate/${newsId}`, {}, null)).status).toBe(400);
});

test('the second of two editors keeps what was typed and sees what is stored', async () => {
  const { newsId, title } = await writes(mo);
  const form = { Title: title, Version: '1', Reason: 'A typo.' };
  expect((await kim.post(`/newscreate/${newsId}`, { ...form, Message: 'Kim was here.' })).status).toBe(200);
  const late = { ...form, Message: 'Mo was here.' };
  const answer = await mo.post(`/newscreate/${newsId}`, late);
  expect([answer.status, answer.problem?.field]).toEqual([409, 'Version']);
  const shown = await newsForm(mo.ctx, String(newsId), new URLSearchParams(late));
  expect(shown).toMatchObject({
    message: 'Mo was here.',
    news: { version: 2 },
    changes: [{ field: 'Message', stored: 'Kim was here.' }],
  });
  expect((await mo.post(`/newscreate/${newsId}`, { ...late, Version: '2' })).status).toBe(200);
});

test('changing, deleting and restoring another moderator’s post needs a reason, which its author gets', async () => {
  const { newsId, title } = await writes(mo);
  const form = { Title: title, Message: 'Better.' };
  expect((await kim.post(`/newscreate/${newsId}`, form)).problem?.field).toBe('Reason');
  expect((await kim.post(`/newsdelete/${newsId}`)).problem?.field).toBe('Reason');
  expect((await kim.post(`/newscreate/${newsId}`, { ...form, Reason: 'A typo.' })).status).toBe(200);
  expect((await kim.post(`/newsdelete/${newsId}`, { Reason: 'Twice the same.' })).status).toBe(200);
  expect(await listed()).not.toContain(title);
  await expect(newsPage(mo.ctx, String(newsId))).rejects.toThrow('was not found');
  expect((await hiddenNews(mo.ctx)).deleted).toMatchObject([{ newsId, deletedReason: 'Twice the same.' }]);
  expect((await mo.post(`/newscreate/${newsId}`, form)).status).toBe(404);
  expect((await mo.post(`/newsrestore/${newsId}`)).status).toBe(200);
  expect(await listed()).toContain(title);
  expect(
    (await mo.notices())
      .filter(({ kind, text }) => kind !== 'news.new' && text.includes(title))
      .map(({ text }) => text),
  ).toEqual([
    `${kim.name} edited your news post “${title}”. Reason: A typo.`,
    `${kim.name} deleted your news post “${title}”. Reason: Twice the same.`,
  ]);
  expect(await acts(newsId)).toEqual([
    `news.publish: “${title}”`,
    'news.edit: A typo.',
    'news.delete: Twice the same.',
    `news.restore: “${title}”`,
  ]);
});

test('a date that passed while the post was deleted does not publish it', async () => {
  const at = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
  const { newsId, title } = await writes(mo, { Status: 'scheduled', ReleaseDate: at });
  await mo.post(`/newsdelete/${newsId}`);
  later({ hours: 2 });
  await runJobs();
  expect((await row(newsId)).published_at).toBeNull();
  await mo.post(`/newsrestore/${newsId}`);
  await runJobs();
  expect(await listed()).not.toContain(title);
  expect(await newsPage(mo.ctx, String(newsId))).toMatchObject({ status: 'draft' });
});

test('dismissed news is hidden from the front page of that user only, and can be shown again', async () => {
  const { newsId } = await writes(mo);
  const front = async (who: Person) =>
    (await ask(who.ctx, list, 'fields=NewsId&indismissed=0&count=1000')).Results.some(
      (news) => news.NewsId === newsId,
    );
  const press = async () =>
    (await ann.sends('PUT', `/togglenewsdismiss/${newsId}`, { newsId: `${newsId}` })).json();
  expect(await front(ann)).toBe(true);
  expect(await press()).toEqual({ Added: true });
  expect([await front(ann), await front(mo)]).toEqual([false, true]);
  expect(await newsPage(ann.ctx, String(newsId))).toMatchObject({ isDismissed: true });
  expect(await press()).toEqual({ Added: false });
  expect(await front(ann)).toBe(true);
});

test('comments are posts of a thread: counted, paged, linked, closed with the post', async () => {
  const { newsId } = await writes(mo);
  const { threadId } = await newsPage(ann.ctx, String(newsId));
  expect(await newsComments(ann.ctx, threadId, null)).toMatchObject({
    posts: [],
    count: 0,
    current: 1,
    last: 1,
  });
  expect((await ann.post(`/newscomment/${newsId}`, { Text: '' })).problem?.field).toBe('Text');
  later();
  const { Link, PostId } = (await ann.post(`/newscomment/${newsId}`, { Text: 'At last!' })).json<
    Record<string, string>
  >();
  expect(Link).toBe(`/newsshow/${newsId}#post-${PostId}`);
  for (let number = 3; number <= 21; number++) {
    later();
    await ann.post(`/newscomment/${newsId}`, { Text: `Comment ${number}` });
  }
  const [first, second] = [
    await newsComments(ann.ctx, threadId, '1'),
    await newsComments(world, threadId, '9'),
  ];
  expect([first?.posts.length, second?.posts.length, second?.count, second?.current]).toEqual([19, 1, 20, 2]);
  expect((await ask(world, list, `id=${newsId}&fields=Comments`)).Results).toEqual([{ Comments: 20 }]);
  await mo.post(`/newsdelete/${newsId}`);
  later();
  expect((await ann.post(`/newscomment/${newsId}`, { Text: 'Too late' })).status).toBe(404);
  expect(await newsComments(ann.ctx, threadId, null)).toMatchObject({ right: { ok: false } });
  await mo.post(`/newsrestore/${newsId}`);
  expect((await ann.post(`/newscomment/${newsId}`, { Text: 'In time' })).status).toBe(200);
});

test('two posts of one moderator can be published in the same second', async () => {
  const [one, two] = await Promise.all(
    ['One', 'Two'].map((Title) => mo.post('/newscreate', { Title: `${Title} post`, Message: 'Same.' })),
  );
  expect([one?.status, two?.status]).toEqual([200, 200]);
});

test('users whom a published post mentions are notified once', async () => {
  const message = `Thanks, [user]${ann.userId}[/user]!`;
  const { newsId, title } = await writes(mo, { Message: message, Status: 'draft' });
  const mentions = async (who: Person) =>
    (await who.notices()).filter(({ kind, link }) => kind === 'mention' && link === `/newsshow/${newsId}`)
      .length;
  expect(await mentions(ann)).toBe(0);
  const save = (Message: string) =>
    mo.post(`/newscreate/${newsId}`, { Title: title, Message, Status: 'published' });
  await save(message);
  await save(`${message} And you, [user]${kim.userId}[/user].`);
  expect([await mentions(ann), await mentions(kim)]).toEqual([1, 1]);
});

test('news of a closed account is hidden, shown again as it was, exported, and erased', async () => {
  const lee = await Person.of(world, Level.moderator);
  const open = await writes(lee);
  const draft = await writes(lee, { Status: 'draft' });
  const gone = await writes(lee);
  await lee.post(`/newsdelete/${gone.newsId}`);
  const run = (part: 'hide' | 'show' | 'erase') =>
    inTransaction(world, async (tx) => void (await newsData[part]?.(tx, lee.userId, { tracks: 'kept' })));
  const seen = async () => [
    (await listed()).includes(open.title),
    (await hiddenNews(kim.ctx)).drafts.some(({ newsId }) => newsId === draft.newsId),
    (await hiddenNews(kim.ctx)).deleted.some(({ newsId }) => newsId === gone.newsId),
  ];
  expect(await seen()).toEqual([true, true, true]);
  await run('hide');
  expect(await seen()).toEqual([false, false, true]);
  expect((await kim.post(`/newsrestore/${open.newsId}`, { Reason: 'Mine now.' })).status).toBe(404);
  await run('show');
  expect(await seen()).toEqual([true, true, true]);
  let text = '';
  for await (const part of newsData.exported?.(world, lee.userId) ?? [])
    if ('content' in part) for await (const piece of part.content) text += String(piece);
  for (const { title } of [open, draft, gone]) expect(text).toContain(title);
  await run('hide');
  await run('erase');
  expect(await seen()).toEqual([false, false, false]);
});
