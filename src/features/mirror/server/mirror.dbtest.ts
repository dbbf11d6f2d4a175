import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { app } from '#app.ts';
import { updateBoards } from '#features/leaderboards/server/actions.ts';
import { retireReplays } from '#features/replays/ranking/server/rank.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask } from '#testing/http.ts';
import { type MirrorSource, mirrorSource } from '#testing/mirror-source.ts';
import { smallServer } from '#testing/small-server.ts';
import { type MirrorOptions, mirror } from './mirror.ts';

let source: MirrorSource;
beforeAll(async () => {
  source = await mirrorSource();
});
afterAll(() => source.stop());
beforeEach(() => source.interfere(null));

const target = async (): Promise<TestCtx> => {
  const { db } = await testDb({ max: 8 });
  const ctx = await testCtx({ db, site: 'tmnf' });
  ctx.clock.forward({ days: 10 });
  return ctx;
};

const refusals: string[] = [];
const options = (own: Partial<MirrorOptions> = {}): MirrorOptions => ({
  origin: source.origin,
  tracks: {},
  packs: {},
  perSecond: 10_000,
  signal: new AbortController().signal,
  reactions: { onReplayChange: [updateBoards], onNewVersion: [retireReplays] },
  progress: () => {},
  refused: ({ kind, sourceId, reason }) => refusals.push(`${kind} ${sourceId}: ${reason}`),
  patience: { tries: 4, idleMs: 300, firstPauseMs: 5 },
  ...own,
});

const run = (ctx: TestCtx, own: Partial<MirrorOptions> = {}) => mirror(ctx, ctx.site, options(own));

const lists = [
  '/api/tracks?order1=1&count=100&fields=TrackId,TrackName,UId,AuthorTime,Uploader.UserId,Uploader.Name,Authors[],UploadedAt,UpdatedAt,ActivityAt,PrimaryType,Tags,Routes,Difficulty,Mood,Environment,Car,TrackValue,ReplayType,Awards,Comments,AuthorComments,HasThumbnail,Images[],WRReplay,Medals',
  '/api/replays?order1=3&count=100&fields=ReplayId,User.UserId,ReplayTime,ReplayAt,TrackAt,Position,Score,Medal,IsBest,Track.TrackId',
  '/api/tracks/comments?order1=1&count=100&fields=CommentId,Comment,CommentAt,UpdatedAt,User.UserId,Track.TrackId,Replies[]',
  '/api/tracks/awards?order1=1&count=100&fields=CommentId,Comment,CommentAt,User.UserId,Track.TrackId',
  '/api/trackpacks?order1=1&count=100&fields=PackId,PackName,Tracks,PackValue,Creator.UserId,CreatedAt,UpdatedAt,Environments,Description',
  '/api/users?order1=19&count=100&fields=UserId,Name,RegisteredAt,Tracks,TrackPacks,Replays,TrackAwardsReceived,TrackAwardsGiven,TrackCommentsReceived,TrackCommentsGiven,AuthorMedals',
];

/** Every public list, and the order of the pack. */
async function contentOf(port: number, host: string): Promise<unknown[]> {
  const paths = [...lists, `/api/tracks?packid=${source.pack}&order1=45&fields=TrackId,Position,Status`];
  return Promise.all(
    paths.map(async (path) => {
      const { status, text } = await ask(port, path, { host });
      if (status !== 200) throw new Error(`${path}: ${text}`);
      return (JSON.parse(text) as { Results: unknown[] }).Results;
    }),
  );
}

async function expectEqual(ctx: TestCtx): Promise<void> {
  const port = await smallServer({ services: ctx, site: ctx.site, routes: app.routes, trustProxy: false });
  const { host } = ctx.site;
  expect(await contentOf(port, host)).toEqual(await contentOf(source.port, host));
  for (const id of source.tracks) {
    const [here, there] = await Promise.all(
      [port, source.port].map((one) => ask(one, `/trackgbx/${id}`, { host })),
    );
    expect(here?.bytes.equals(there?.bytes ?? Buffer.alloc(0))).toBe(true);
  }
}

test('a whole site is copied, and equal to its source in every list and file', async () => {
  const ctx = await target();
  const { counts, warnings } = await run(ctx);
  expect(refusals).toEqual([]);
  expect(warnings).toEqual([]);
  expect(counts).toMatchObject({
    user: { copied: 2 },
    track: { copied: 4 },
    replay: { copied: 3 },
    comment: { copied: 2 },
    award: { copied: 1 },
    pack: { copied: 1 },
  });
  await expectEqual(ctx);
});
