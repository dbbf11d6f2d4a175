import { expect, test } from 'vitest';
import { recountPeople } from '#features/users/server/recount.ts';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { RemoteRefusal } from '#platform/remote/remote.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { loggedChanges, Person } from '#testing/track-people.ts';
import { fakeVideoSite } from '#testing/video-site.ts';
import { postPage, videoForm } from './form-pages.ts';
import { videoData } from './personal.ts';
import { videoById } from './show.ts';

const { remote, answers, requests } = await fakeVideoSite();
const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf', remote });
const site = 'tmnf';
const ann = await Person.of(world);
const ben = await Person.of(world);
const mo = await Person.of(world, Level.moderator);
world.clock.forward({ days: 8 });
let number = 0;
const newId = () => `video${String(++number).padStart(6, '0')}`;
const post = (who: Person, id: string, fields: Record<string, string | readonly string[]> = {}) =>
  who.post('/postvideo', { Address: id, Title: 'A lap', ...fields });
const posted = async (who: Person, fields: Record<string, string | readonly string[]> = {}) => {
  const id = newId();
  const answer = await post(who, id, fields);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.problem));
  return { id, videoId: answer.json<{ VideoId: number }>().VideoId };
};
const counters = (userId: number) =>
  db
    .selectFrom('profile')
    .where('site', '=', site)
    .where('user_id', '=', userId)
    .select(['videos_posted', 'videos_created'])
    .executeTakeFirstOrThrow();
const linksOf = (videoId: number) =>
  db
    .selectFrom('track_video')
    .where('site', '=', site)
    .where('video_id', '=', videoId)
    .orderBy('track_id')
    .select(['track_id', 'timestamp_s'])
    .execute();
const runJobs = () => world.jobs.runAll(world);

test('a posted video has its tracks, picture, counters and notices', async () => {
  const id = newId();
  answers.set(id, { title: 'x', author_name: 'y', thumbnail_url: `https://i.ytimg.com/vi/${id}/hq.jpg` });
  const [one, two] = [await ben.uploads(), await ben.uploads()];
  await ann.sends('PUT', `/togglefavoriteuser/${ann.userId}`);
  await mo.sends('PUT', `/togglefavoriteuser/${ann.userId}`);
  const before = await counters(ann.userId);
  const answer = await post(ann, `https://youtu.be/${id}?t=90`, {
    Title: '  The <b>lap</b>\n of Ann ',
    Author: 'ann films',
    Length: '4m5s',
    Creator: ann.name,
    TrackId: [String(one), `https://x.example/trackshow/${two}`, ''],
    TimestampAt: ['', '1:30', ''],
  });
  const { VideoId: videoId } = answer.json<{ VideoId: number }>();
  await runJobs();
  await runJobs();
  expect(await videoById(world, videoId)).toMatchObject({
    LinkId: id,
    Title: 'The <b>lap</b> of Ann',
    Author: 'ann films',
    Length: 245,
    Creator: { UserId: ann.userId },
    Thumbnail: expect.stringMatching(`^/videoshow/${videoId}/thumb\\?v=[0-9a-f]{12}$`),
  });
  expect(
    (await ann.get(`/videoshow/${videoId}/thumb?w=320`, { accept: 'image/avif' })).headers['content-type'],
  ).toBe('image/avif');
  expect(await linksOf(videoId)).toEqual([
    { track_id: one, timestamp_s: null },
    { track_id: two, timestamp_s: 90 },
  ]);
  const after = await counters(ann.userId);
  expect([after.videos_posted - before.videos_posted, after.videos_created - before.videos_created]).toEqual([
    1, 1,
  ]);
  expect(
    (await ben.notices()).filter(({ link }) => link === `/videoshow/${videoId}`).map(({ kind }) => kind),
  ).toEqual(['track.video']);
  expect(
    (await mo.notices()).filter(({ link }) => link === `/videoshow/${videoId}`).map(({ kind }) => kind),
  ).toEqual(['favorite.video']);
  await recountPeople(world, [ann.userId]);
  expect(await counters(ann.userId)).toEqual(after);
});

const huge = `<script>alert(1)</script>${'x'.repeat(5000)}`;

test.each([
  [
    'the title and author',
    { title: 'A lap', author_name: 'Ann' },
    { title: 'A lap', author: 'Ann', notice: null },
  ],
  ['a huge title with a script', { title: huge }, { title: huge.slice(0, 100), author: '', notice: null }],
  ['a title that is not a text', { title: { x: 1 } }, { title: '', notice: /gave no details/ }],
  ['no JSON', '<html>', { title: '', notice: /gave no details/ }],
  ['null', 'null', { title: '', notice: /gave no details/ }],
  ['no answer', new RemoteRefusal('slow', 'It is slow.', { isTemporary: true }), { notice: /can’t reach/ }],
  ['too much', new RemoteRefusal('size', 'It is too large.'), { notice: /can’t reach/ }],
  ['a redirect elsewhere', new RemoteRefusal('redirect', 'It redirects.'), { notice: /can’t reach/ }],
  ['an unknown video', new RemoteRefusal('missing', 'Nothing.'), { notice: /won’t show/ }],
] as const)('the form is filled with what the video site says: %s', async (_, answer, expected) => {
  const id = newId();
  answers.set(id, answer);
  const page = await postPage(ann.ctx, new URLSearchParams({ video: id }), undefined);
  if (page.at !== 'form') throw new Error(page.at);
  const { notice, ...fields } = expected;
  expect(page.form).toMatchObject(fields);
  if (notice === null) expect(page.form.notice).toBeNull();
  else expect(page.form.notice).toMatch(notice);
  const direct = await ann
    .get(`/api/remote/video/${id}`)
    .catch((error: { status: number }) => ({ status: error.status }));
  expect(direct.status === 200).toBe(notice === null);
  // posting does not depend on it
  expect((await post(mo, id)).status).toBe(200);
});

test('only the hosts of the video site are requested, with limits', async () => {
  const id = newId();
  answers.set(id, { title: 'x', thumbnail_url: 'https://127.0.0.1/a.jpg' });
  world.jobs.waiting.splice(0);
  requests.length = 0;
  await post(mo, id);
  await runJobs();
  expect(requests.map(({ url, request }) => [new URL(url).host, request.hosts, request.maxBytes])).toEqual([
    ['www.youtube.com', ['www.youtube.com'], 65_536],
  ]);
  for (const thumbnail_url of [
    'http://i.ytimg.com/a.jpg',
    'https://i.ytimg.com.evil.example/a.jpg',
    'javascript:1',
    7,
  ]) {
    answers.set(id, { title: 'x', thumbnail_url });
    expect((await ann.get(`/api/remote/video/${id}`)).json()).toMatchObject({
      Thumbnail: null,
      Title: 'x',
      Length: 0,
    });
  }
  requests.length = 0;
  for (const path of ['short', `${id}x`, '..%2f..%2fetc', 'https:%2f%2fa.example'])
    await expect(ann.get(`/api/remote/video/${path}`).then(({ status }) => status)).resolves.toBe(404);
  expect(requests).toEqual([]);
});

test.each([
  ['a javascript: address', { Address: 'javascript:alert(1)' }, 'Address'],
  ['an id of ten characters', { Address: 'x'.repeat(10) }, 'Address'],
  ['an id of twelve characters', { Address: 'x'.repeat(12) }, 'Address'],
  ['another host', { Address: 'https://evil.example/watch?v=aaaaaaaaaaa' }, 'Address'],
  ['a title of one character', { Title: 'x' }, 'Title'],
  ['a title of 101 characters', { Title: 'x'.repeat(101) }, 'Title'],
  ['an author of 101 characters', { Author: 'x'.repeat(101) }, 'Author'],
  ['a length of more than a day', { Length: '24:00:01' }, 'Length'],
  ['an unknown creator', { Creator: 'Nobody of that name' }, 'Creator'],
  ['an unknown track', { TrackId: '99999999' }, 'TrackId'],
  ['a track by its name', { TrackId: 'Forest' }, 'TrackId'],
  ['an invalid position', { TrackId: '1', TimestampAt: 'soon' }, 'TrackId'],
])('%s is refused', async (_, fields, field) => {
  const answer = await post(ann, newId(), fields);
  expect([answer.status, answer.problem?.field]).toEqual([422, field]);
});

test('a hidden track looks unknown', async () => {
  const hidden = await ben.uploads({ Visible: 'false' });
  const answer = await post(ann, newId(), { TrackId: String(hidden) });
  expect(answer.problem?.detail).toBe(`Track ${hidden} doesn’t exist.`);
});

test('the same video is not posted twice, but can be linked to more tracks', async () => {
  const { id, videoId } = await posted(mo, { Title: 'One lap' });
  const again = await post(ben, id);
  expect([again.status, again.problem?.field]).toEqual([409, 'Address']);
  expect(await postPage(ben.ctx, new URLSearchParams({ video: `youtu.be/${id}` }), undefined)).toEqual({
    at: 'known',
    videoId,
    title: 'One lap',
  });
  const track = await ben.uploads();
  const link = (timestamp: string) =>
    ben.post(`/videolink/${videoId}`, { TrackId: String(track), TimestampAt: timestamp });
  expect((await link('30')).status).toBe(200);
  expect((await link('60')).status).toBe(200);
  expect(await linksOf(videoId)).toEqual([{ track_id: track, timestamp_s: 30 }]);
  const both = newId();
  const twice = await Promise.all([post(mo, both), post(ben, both)]);
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('posters edit their videos, moderators need a reason, others may not; the second of two editors does not lose what was typed', async () => {
  const { videoId } = await posted(mo, { Title: 'Old title' });
  const track = await ben.uploads();
  const kim = await Person.of(world, Level.moderator);
  const form = { Title: 'New title', TrackId: String(track), TimestampAt: '5', Version: '1' };
  expect((await ben.post(`/videoedit/${videoId}`, form)).status).toBe(403);
  expect((await kim.post(`/videoedit/${videoId}`, form)).problem?.field).toBe('Reason');
  expect((await kim.post(`/videoedit/${videoId}`, { ...form, Reason: 'A typo.' })).status).toBe(200);
  expect(await linksOf(videoId)).toEqual([{ track_id: track, timestamp_s: 5 }]);
  expect(await loggedChanges(world, 'video', videoId)).toEqual([
    {
      act: 'video.edit',
      before: expect.objectContaining({ Title: 'Old title', Tracks: [] }),
      after: expect.objectContaining({ Title: 'New title', Tracks: [`${track} from 0:05`] }),
    },
  ]);
  expect((await mo.notices()).map(({ text }) => text)).toContain(
    'A moderator edited your video “New title”. Reason: A typo.',
  );
  const late = { Title: 'Mine', Version: '1' };
  expect((await mo.post(`/videoedit/${videoId}`, late)).status).toBe(409);
  expect(await videoForm(mo.ctx, String(videoId), new URLSearchParams(late))).toMatchObject({
    title: 'Mine',
    video: { version: 2 },
    changes: [{ field: 'Title', stored: 'New title' }],
  });
  expect((await mo.post(`/videoedit/${videoId}`, { ...late, Version: '2', Creator: ben.name })).status).toBe(
    200,
  );
  expect(await linksOf(videoId)).toEqual([]);
  expect((await counters(ben.userId)).videos_created).toBe(1);
});

test('a video removed by its poster can be posted again, one removed by a moderator cannot', async () => {
  const carol = await Person.of(world);
  const { id, videoId } = await posted(carol);
  expect((await ben.post(`/videodelete/${videoId}`)).status).toBe(403);
  expect((await carol.post(`/videodelete/${videoId}`)).status).toBe(200);
  expect(await videoById(world, videoId)).toBeNull();
  const second = (await post(carol, id)).json<{ VideoId: number }>().VideoId;
  const track = await ben.uploads();
  await ben.post(`/videolink/${second}`, { TrackId: String(track) });
  expect((await mo.post(`/videodelete/${second}`)).problem?.field).toBe('Reason');
  expect((await mo.post(`/videodelete/${second}`, { Reason: 'Stolen.' })).status).toBe(200);
  expect(await videoById(world, second)).toBeNull();
  const [shown] = await mo.tracks<{ Videos: number }>(`id=${track}&fields=Videos`);
  expect(shown).toEqual({ Videos: 0 });
  expect(await mo.tracks(`videoid=${second}&fields=TrackId`)).toEqual([]);
  expect((await ben.get(`/videoshow/${second}/thumb`).catch((error) => error)).status).toBe(404);
  expect((await post(carol, id)).problem?.detail).toMatch(/was removed/);
  expect(await counters(carol.userId)).toEqual({ videos_posted: 0, videos_created: 0 });
  expect((await carol.notices()).at(-1)?.text).toContain('Reason: Stolen.');
});

test('new accounts post five videos a day', async () => {
  const dan = await Person.of(world);
  await db
    .updateTable('account')
    .set({ created_at: world.clock.now() })
    .where('account_id', '=', dan.ctx.viewer.accountId)
    .execute();
  for (let video = 0; video < 5; video++) expect((await post(dan, newId())).status).toBe(200);
  expect((await post(dan, newId())).status).toBe(429);
});

test('videos of a closed account are hidden with their counters, shown again, exported, and erased', async () => {
  const [eve, fay] = [await Person.of(world), await Person.of(world)];
  const { id, videoId } = await posted(eve, { Creator: fay.name, Title: 'Of Eve' });
  const made = await posted(mo, { Creator: eve.name });
  const run = (part: 'hide' | 'show' | 'erase') =>
    inTransaction(world, async (tx) => void (await videoData[part]?.(tx, eve.userId, { tracks: 'kept' })));
  const seen = async () => [
    (await videoById(world, videoId)) !== null,
    (await counters(eve.userId)).videos_posted,
    (await counters(fay.userId)).videos_created,
  ];
  expect(await seen()).toEqual([true, 1, 1]);
  await run('hide');
  expect(await seen()).toEqual([false, 0, 0]);
  expect((await post(mo, id)).status).toBe(409);
  await run('show');
  expect(await seen()).toEqual([true, 1, 1]);
  let text = '';
  for await (const part of videoData.exported?.(world, eve.userId) ?? [])
    if ('content' in part) for await (const piece of part.content) text += String(piece);
  expect(text).toContain('Of Eve');
  await run('hide');
  await run('erase');
  expect(await seen()).toEqual([false, 0, 0]);
  expect(await videoById(world, made.videoId)).toMatchObject({ Creator: null });
  expect((await post(mo, id)).status).toBe(200);
});
