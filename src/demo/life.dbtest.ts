import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { acrossSites, forSite } from '#db/for-site.ts';
import { type ShownBoard, shownBoards } from '#features/forum/server/boards.ts';
import { moderationFigures } from '#features/moderation/figures/server/show.ts';
import { evidenceSheet } from '#features/replays/evidence/server/sheet-page.ts';
import { dayMs } from '#lib/codes/durations.ts';
import { Level } from '#lib/codes/level.ts';
import { storedSettings } from '#platform/switches/write.ts';
import { sweep } from '#platform/uploads/sweep.ts';
import { seenFrom, type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { asMember } from '#testing/tracks.ts';
import { seedDemo } from './seed-demo.ts';

const { db } = await testDb();
const world = await testCtx({ db });
/** Two editions show everything, at half the time of all; the browser tests plant the others. */
const planted = [...world.sites.slice(0, 1), ...world.sites.slice(-1)];
await seedDemo({ services: world, password: 'irrelevant here', sites: planted });
const editions = planted.map((site) => [site.code, seenFrom(world, { site: site.code })] as const);
const resultsOf = async (ctx: TestCtx, path: string, query: string) =>
  (await ask(ctx, listAt(app.routes, path), `count=1000&${query}`)).Results;

test.each(editions)('%s: every list has rows', async (_, ctx) => {
  const sizes: Record<string, number> = {};
  for (const path of ['replays', 'trackpacks', 'videos', 'news', 'threads', 'leaderboards', 'users'])
    sizes[path] = (await resultsOf(ctx, `/api/${path}`, '')).length;
  for (const path of ['awards', 'comments'])
    sizes[path] = (await resultsOf(ctx, `/api/tracks/${path}`, '')).length;
  const least = { replays: 40, awards: 60, comments: 60, leaderboards: 8, trackpacks: 4, videos: 6 };
  for (const [path, size] of Object.entries({ ...least, news: 5, threads: 10, users: 50 }))
    expect([path, (sizes[path] ?? 0) >= size]).toEqual([path, true]);
});

test.each(editions)(
  '%s: 120 tracks; their ids increase with dates, the newest is from yesterday, and no award is older than its track',
  async (site, ctx) => {
    const tracks = await db
      .selectFrom('track')
      .select(['uploaded_at', 'activity_at', 'awards'])
      .where('site', '=', site)
      .orderBy('track_id')
      .execute();
    expect(tracks).toHaveLength(120);
    const times = tracks.map((track) => track.uploaded_at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(ctx.clock.now().getTime() - (times.at(-1) ?? 0)).toBe(86_400_000);
    expect(tracks.every((track) => track.activity_at >= track.uploaded_at)).toBe(true);
    const without = tracks.filter((track) => track.awards === 0).length;
    expect(without).toBeGreaterThan(45);
    expect(without).toBeLessThan(105);
  },
);

test.each(editions)('%s: every replay is a run of its track', async (_, ctx) => {
  const checks = await forSite(ctx, 'replay_check').select(['outcome', 'findings']).execute();
  expect(checks.length).toBeGreaterThan(30);
  expect(checks.filter(({ outcome }) => outcome !== 'fits')).toEqual([]);
});

test.each(editions)('%s: drivers take records from each other for months', async (_, ctx) => {
  const runs = await forSite(ctx, 'replay')
    .innerJoin('track', (join) =>
      join.onRef('track.site', '=', 'replay.site').onRef('track.track_id', '=', 'replay.track_id'),
    )
    .where('track.site', '=', ctx.site.code)
    .where('track.primary_type', '=', 0)
    .orderBy('replay.replay_at')
    .select([
      'replay.track_id',
      'replay.user_id',
      'replay.replay_time_ms as timeMs',
      'replay.replay_at as at',
    ])
    .execute();
  const records = Map.groupBy(runs, ({ track_id }) => track_id)
    .values()
    .map((onTrack) =>
      onTrack.filter(({ timeMs }, at) => onTrack.slice(0, at).every((other) => other.timeMs > timeMs)),
    )
    .filter((fallen) => new Set(fallen.map(({ user_id }) => user_id)).size > 1)
    .filter(
      ([first, ...later]) => first && (later.at(-1)?.at.getTime() ?? 0) - first.at.getTime() > 60 * dayMs,
    );
  expect([...records].filter(({ length }) => length > 2).length).toBeGreaterThan(2);
});

test.each(editions)(
  '%s: players compete on some tracks, and on those that came with the game',
  async (_, ctx) => {
    for (const filters of ['lbtype=0&valuemin=15000', 'lbtype=2&inhasrecord=1'])
      expect([filters, (await resultsOf(ctx, '/api/tracks', filters)).length > 0]).toEqual([filters, true]);
  },
);

test('every file of the demo is in the store', async () => {
  const blobs = await db.selectFrom('blob').selectAll().execute();
  expect(blobs.length).toBeGreaterThan(160);
  for (const { sha256, size_bytes } of blobs)
    expect((await world.files.open(sha256))?.sizeBytes).toBe(size_bytes);
});

test.each(editions)('%s: the counters of tracks and packs match their rows', async (_, ctx) => {
  const awards = await resultsOf(ctx, '/api/tracks/awards', 'fields=Track.TrackId');
  const comments = await resultsOf(
    ctx,
    '/api/tracks/comments',
    'fields=Track.TrackId,Comment,Replies.CommentId',
  );
  for (const track of await resultsOf(ctx, '/api/tracks', 'fields=TrackId,Awards,Comments')) {
    const of = (rows: typeof awards) => rows.filter((row) => row.Track.TrackId === track.TrackId);
    const said = of(comments).filter((comment) => comment.Comment !== '(Deleted)');
    const replies = of(comments).flatMap((comment) => comment.Replies);
    expect(track).toMatchObject({ Awards: of(awards).length, Comments: said.length + replies.length });
  }
  for (const pack of await resultsOf(ctx, '/api/trackpacks', 'fields=Tracks,Environments'))
    expect([pack.Tracks > 0, pack.Environments.length > 0]).toEqual([true, true]);
});

test.each(editions)('%s: a third of the tracks have screenshots, some of them several', async (_, ctx) => {
  const pictures = await forSite(ctx, 'track_image')
    .groupBy('track_id')
    .select((eb) => eb.fn.countAll<number>().as('pictures'))
    .execute();
  expect(pictures.length).toBeGreaterThan(25);
  expect(pictures.length).toBeLessThan(60);
  expect(pictures.filter(({ pictures }) => pictures > 1).length).toBeGreaterThan(5);
});

test.each(editions)('%s: comments answer each other, and no text appears twice', async (_, ctx) => {
  const texts = await forSite(ctx, 'comment')
    .where('deleted_at', 'is', null)
    .select(['text', 'parent_id', 'is_award'])
    .execute();
  const said = texts.filter(({ is_award }) => !is_award);
  expect(said.length).toBeGreaterThanOrEqual(150);
  expect(said.filter(({ parent_id }) => parent_id !== null).length).toBeGreaterThan(60);
  const repeated = texts.filter(({ text }, at) => texts.findIndex((other) => other.text === text) !== at);
  expect(repeated.map(({ text }) => text)).toEqual([]);
});

test.each(editions)('%s: boards are sorted, records are first, nothing is in the future', async (_, ctx) => {
  const now = ctx.clock.now();
  const board = await resultsOf(ctx, '/api/leaderboards', 'fields=Position,ReplayScore');
  expect(board.map((row) => row.Position)).toEqual(board.map((_row, index) => index));
  const scores = board.map((row) => row.ReplayScore);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  for (const path of ['/api/replays', '/api/tracks/awards', '/api/tracks/comments', '/api/threads'])
    for (const row of await resultsOf(
      ctx,
      path,
      `fields=${path === '/api/replays' ? 'ReplayAt' : path === '/api/threads' ? 'LastPostAt' : 'CommentAt'}`,
    ))
      expect(new Date(`${Object.values(row)[0]}Z`).getTime()).toBeLessThanOrEqual(now.getTime());
});

test('editions share neither news, videos nor packs, and each has submissions in every state', async () => {
  const names = await Promise.all(
    editions.map(async ([, ctx]) => {
      const [news, videos, packs] = await Promise.all([
        forSite(ctx, 'news').select('title').execute(),
        forSite(ctx, 'video').select('title').execute(),
        forSite(ctx, 'pack').select('name as title').execute(),
      ]);
      const states = await forSite(ctx, 'pack_track').select('status').distinct().execute();
      expect(states).toHaveLength(5);
      return [...news, ...videos, ...packs].map(({ title }) => title);
    }),
  );
  const all = names.flat();
  expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
});

test.each(editions)('%s: a list of tracks to play later is shared', async (_, ctx) => {
  const saved = await forSite(ctx, 'play_later').select(['user_id', 'position']).execute();
  const shared = await forSite(ctx, 'play_later_share').select('user_id').execute();
  expect(saved.map(({ position }) => position).toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(shared).toEqual([{ user_id: saved[0]?.user_id }]);
});

test.each(editions)('%s: news has comments, a dismissal and a scheduled post', async (_, ctx) => {
  const news = await resultsOf(ctx, '/api/news', 'fields=Title,Comments,PostedAt');
  expect(news.map(({ Comments }) => Comments)).toEqual([4, 0, 0, 0, 0]);
  for (const { PostedAt } of news)
    expect(new Date(`${PostedAt}Z`).getTime()).toBeLessThan(ctx.clock.now().getTime());
  const scheduled = await forSite(ctx, 'news')
    .where('published_at', 'is', null)
    .select(['title', 'release_at'])
    .execute();
  expect(scheduled).toHaveLength(1);
  expect(scheduled[0]?.release_at?.getTime()).toBeGreaterThan(ctx.clock.now().getTime());
  expect(news.map(({ Title }) => Title)).not.toContain(scheduled[0]?.title);
  expect(await forSite(ctx, 'news_dismissal').select('news_id').execute()).toHaveLength(1);
  const open = forSite(ctx, 'announcement').where('ended_at', 'is', null).select('announcement_id');
  expect(await open.execute()).toEqual([]);
});

test.each(editions)('%s: videos of several users have their own pictures, and tracks', async (_, ctx) => {
  const fields = 'fields=Poster.UserId,Creator.UserId,Thumbnail,MapCount,PostedAt';
  const videos = await resultsOf(ctx, '/api/videos', fields);
  const pictures = await forSite(ctx, 'video_picture')
    .where('format', '=', 'jpeg')
    .where('width', '=', 480)
    .select('sha256')
    .execute();
  expect(new Set(pictures.map(({ sha256 }) => sha256)).size).toBe(videos.length);
  expect(new Set(videos.map(({ Poster }) => Poster.UserId)).size).toBeGreaterThan(3);
  expect(videos.some(({ Creator, Poster }) => Creator && Creator.UserId !== Poster.UserId)).toBe(true);
  for (const { Thumbnail, MapCount, PostedAt } of videos) {
    expect(Thumbnail).toMatch(/^\/videoshow\/\d+\/thumb\?v=/);
    expect(MapCount).toBeGreaterThan(0);
    expect(new Date(`${PostedAt}Z`).getTime()).toBeLessThan(ctx.clock.now().getTime());
  }
  const links = await forSite(ctx, 'track_video').select(['is_featured', 'timestamp_s']).execute();
  expect(links.filter(({ is_featured }) => is_featured)).toHaveLength(2);
  expect(links.some(({ timestamp_s }) => timestamp_s !== null)).toBe(true);
});

test.each(editions)('%s: the sheet of the reported replay has runs to compare', async (_, ctx) => {
  const report = await forSite(ctx, 'moderation_case')
    .where('subject_kind', '=', 'replay')
    .select('subject_id')
    .executeTakeFirstOrThrow();
  const mod = await asMember(ctx, Level.moderator);
  const see = () => evidenceSheet(mod, `${report.subject_id}`, new URLSearchParams());
  await see();
  await ctx.jobs.runAll(ctx);
  const { counted, waiting, missing } = await see();
  expect({ missing, waiting, isCompared: counted > 0 }).toEqual({
    missing: null,
    waiting: 0,
    isCompared: true,
  });
});

test.each(editions)(
  '%s: the forum has unread and edited posts and a shared board; moderators gave reasons',
  async (_, ctx) => {
    const mo = await forSite(ctx, 'profile')
      .where('name', '=', 'mo')
      .select('user_id')
      .executeTakeFirstOrThrow();
    const viewer = { ...ctx.viewer, userId: mo.user_id, level: Level.moderator };
    const boards = await shownBoards(seenFrom(ctx, { viewer }));
    const whose = (has: (board: ShownBoard) => boolean) => boards.filter(has).map(({ boardId }) => boardId);
    expect(whose(({ isUnread }) => isUnread)).toEqual(expect.arrayContaining([2, 7]));
    expect(whose(({ isUnread }) => !isUnread)).toEqual(expect.arrayContaining([1, 3, 5, 8, 13]));
    expect(whose(({ isShared, threads }) => isShared && threads > 0)).toEqual([11, 12]);
    const edits = await forSite(ctx, 'forum_post_edit').select('post_id').execute();
    expect(edits).toHaveLength(1);
    const acts = forSite(ctx, 'moderation_act').where('reason', '<>', '').orderBy('act').select('act');
    const named = (await acts.execute()).map(({ act }) => act);
    expect(named).toEqual(expect.arrayContaining(['post.delete', 'thread.move', 'thread.pin']));
    const notice = forSite(ctx, 'notice').where('user_id', '=', mo.user_id).where('read_at', 'is', null);
    const kinds = (await notice.select('kind').execute()).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['forum.reply', 'mention']));
  },
);

test('the nightly sweep spares the files of replays', async () => {
  world.clock.forward({ days: 2 });
  expect(await sweep(world)).toEqual({ uploads: 0, blobs: 0 });
  const across = acrossSites(world.db, 'the test looks for the files of every edition');
  const replays = await across.selectFrom('replay').select(['sha256', 'file_size']).execute();
  expect(replays.length).toBeGreaterThan(160);
  for (const { sha256, file_size } of replays)
    expect((await world.files.open(sha256))?.sizeBytes).toBe(file_size);
});

test.each(editions)('%s: decisions have appeals in each state, and months have figures', async (_, ctx) => {
  const appeals = await forSite(ctx, 'appeal').select('state').orderBy('state').execute();
  expect(appeals.map(({ state }) => state)).toEqual(['open', 'undone', 'upheld']);
  expect((await moderationFigures(ctx, new URLSearchParams())).months.length).toBeGreaterThanOrEqual(3);
});

test.each(editions)('%s: one user is muted, and the suspension of another is over', async (site, ctx) => {
  const rows = await db
    .selectFrom('sanction')
    .innerJoin('account', 'account.account_id', 'sanction.account_id')
    .where('site', '=', site)
    .orderBy('sanction_id')
    .select(['account.name', 'kind', 'ends_at'])
    .execute();
  const now = ctx.clock.now();
  expect(rows.map((row) => [row.name, row.kind, (row.ends_at ?? now) > now])).toEqual([
    ['papergear4', 'warning', true],
    ['double_gear', 'suspension', false],
    ['papergear4', 'mute', true],
  ]);
});

test('one edition has texts, listed words and an announcement of its site leader', async () => {
  const settings = await Promise.all(
    editions.map(async ([site, ctx]) => [site, await storedSettings(ctx)] as const),
  );
  const last = editions.at(-1)?.[0];
  for (const [site, { AboutText, RulesText, WelcomeText, Banner, BadWords }] of settings)
    expect([
      site,
      [AboutText, RulesText, WelcomeText, Banner, BadWords].map(({ length }) => length > 0),
    ]).toEqual([site, Array(5).fill(site === last)]);
  const acts = await acrossSites(db, 'the test looks at every edition')
    .selectFrom('moderation_act as m')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.site', '=', 'm.site').onRef('p.user_id', '=', 'm.user_id'),
    )
    .where('m.act', '=', 'setting.change')
    .select(['m.site', 'p.name'])
    .execute();
  expect(acts).toEqual(Array(4).fill({ site: last, name: 'piston' }));
});
