import { expect } from 'vitest';
import { app } from '#app.ts';
import { closeCopied, reopenCopied } from '#features/accounts/leaving/server/close-copied.ts';
import { updateBoards } from '#features/leaderboards/server/actions.ts';
import { type MirrorOptions, mirror } from '#features/mirror/server/mirror.ts';
import { retireReplays } from '#features/replays/ranking/server/rank.ts';
import type { Remote } from '#platform/remote/remote.ts';
import { type TestCtx, testCtx } from './ctx.ts';
import { testDb } from './db.ts';
import { ask } from './http.ts';
import type { MirrorSource } from './mirror-source.ts';
import { smallServer } from './small-server.ts';

/** An empty site into which others are copied. */
export async function mirrorTarget(remote?: Remote): Promise<TestCtx> {
  const { db } = await testDb({ max: 8 });
  const ctx = await testCtx({ db, site: 'tmnf', ...(remote && { remote }) });
  ctx.clock.forward({ days: 10 });
  return ctx;
}

/** Rows and files that were not copied, as `npm run mirror` prints them. */
export const refusals: string[] = [];

/** Copies everything, as fast as possible, as `npm run mirror` does. */
export const mirrorOptions = (source: MirrorSource, own: Partial<MirrorOptions> = {}): MirrorOptions => ({
  origin: source.origin,
  tracks: {},
  packs: {},
  perSecond: 10_000,
  signal: new AbortController().signal,
  reactions: {
    onReplayChange: [updateBoards],
    onNewVersion: [retireReplays],
    onUserGone: (ctx, userId, left) => closeCopied(ctx, app.personalData, userId, left),
    onUserBack: (ctx, userId) => reopenCopied(ctx, app.personalData, userId),
  },
  progress: () => {},
  refused: ({ kind, sourceId, reason }) => refusals.push(`${kind} ${sourceId}: ${reason}`),
  patience: { tries: 4, idleMs: 1500, firstPauseMs: 5 },
  ...own,
});

/** Copies the source into a site, or what has changed since. */
export const copyFrom = (source: MirrorSource, ctx: TestCtx, own: Partial<MirrorOptions> = {}) =>
  mirror(ctx, ctx.site, mirrorOptions(source, own));

const lists = [
  '/api/tracks?order1=1&count=100&fields=TrackId,TrackName,UId,AuthorTime,Uploader.UserId,Uploader.Name,Authors[],UploadedAt,UpdatedAt,ActivityAt,PrimaryType,Tags,Routes,Difficulty,Mood,Environment,Car,TrackValue,ReplayType,Awards,Comments,AuthorComments,HasThumbnail,Images[],WRReplay,Medals',
  '/api/replays?order1=3&count=100&fields=ReplayId,User.UserId,ReplayTime,ReplayAt,TrackAt,Position,Score,Medal,IsBest,Track.TrackId',
  '/api/tracks/comments?order1=1&count=100&fields=CommentId,Comment,CommentAt,UpdatedAt,User.UserId,Track.TrackId,Replies[]',
  '/api/tracks/awards?order1=1&count=100&fields=CommentId,Comment,CommentAt,User.UserId,Track.TrackId',
  '/api/trackpacks?order1=1&count=100&fields=PackId,PackName,Tracks,PackValue,Creator.UserId,CreatedAt,UpdatedAt,Environments,Description',
  '/api/users?order1=19&count=100&fields=UserId,Name,RegisteredAt,Tracks,TrackPacks,Replays,TrackAwardsReceived,TrackAwardsGiven,TrackCommentsReceived,TrackCommentsGiven,AuthorMedals',
];

/** Every public list, and the order of the pack. */
export async function contentOf({ pack }: MirrorSource, port: number, host: string): Promise<unknown[]> {
  const paths = [...lists, `/api/tracks?packid=${pack}&order1=45&fields=TrackId,Position,Status`];
  return Promise.all(
    paths.map(async (path) => {
      const { status, text } = await ask(port, path, { host });
      if (status !== 200) throw new Error(`${path}: ${text}`);
      return (JSON.parse(text) as { Results: unknown[] }).Results;
    }),
  );
}

/** Compares a copy with its source: every list, and the files of the tracks. */
export async function expectCopy(source: MirrorSource, ctx: TestCtx): Promise<void> {
  const port = await smallServer({ services: ctx, site: ctx.site, routes: app.routes, trustProxy: false });
  const { host } = ctx.site;
  expect(await contentOf(source, port, host)).toEqual(await contentOf(source, source.port, host));
  for (const id of source.tracks) {
    const [here, there] = await Promise.all(
      [port, source.port].map((one) => ask(one, `/trackgbx/${id}`, { host })),
    );
    expect(here?.bytes.equals(there?.bytes ?? Buffer.alloc(0))).toBe(true);
  }
}
