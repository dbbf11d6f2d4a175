import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { Level } from '#lib/codes/level.ts';
import { fixedPoints } from '#testing/board-oracle.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { drivableTrack, posted } from '#testing/replays.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { fixedWorth } from '../model.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const list = listAt(app.routes, '/api/leaderboards');
const [author, ann, ben] = [
  await Uploader.of(await asMember(world)),
  await Uploader.of(await asMember(world)),
  await Uploader.of(await asMember(world)),
];
const mod = await Uploader.of(await asMember(world, Level.moderator));

const board = async (query: string) => {
  await world.jobs.add('refresh-boards', {});
  await world.jobs.runAll(world);
  const { Results } = await ask(world, list, `fields=User.UserId,ReplayScore,ReplayWRs,Replays&${query}`);
  return Results.map(({ User, ReplayScore, ReplayWRs, Replays }) => [
    (User as { UserId: number }).UserId, // requested above
    ReplayScore,
    ReplayWRs,
    Replays,
  ]);
};

test('a track that moderators mark as Star counts on the Star board, with a fixed value, and on no other', async () => {
  const { trackId, uid } = await drivableTrack(author.ctx);
  await posted(ann, { uid, bestTimeMs: 40_000 });
  await posted(ben, { uid, bestTimeMs: 44_000 });
  const standard = await board('lbid=0');
  expect(standard).toHaveLength(2);
  expect(await board('lbid=5')).toEqual([]);

  const mark = (Type: number) =>
    mod.ask('POST', `/tracktype/${trackId}`, {
      form: new URLSearchParams({ Type: `${Type}`, Reason: 'Part of the StarTrack campaign.' }),
    });
  expect((await mark(5)).status).toBe(200);
  const [first, second] = [ann, ben].map((driver) => driver.ctx.viewer.userId);
  const star = [
    [first, fixedWorth, 1, 1],
    [second, fixedPoints(fixedWorth, 40 / 44), 0, 1],
  ];
  expect(await board('lbid=5')).toEqual(star);
  expect(await board('lbid=5&lbenv=7')).toEqual(star);
  expect(await board('lbid=0')).toEqual([]);

  expect((await mark(0)).status).toBe(200);
  expect(await board('lbid=5')).toEqual([]);
  expect(await board('lbid=0')).toEqual(standard);
});
