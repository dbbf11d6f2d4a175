import { beforeEach, expect, test } from 'vitest';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { forgedChallenge, newerMap, withVehicle } from '#testing/forged-files.ts';
import { asMember, fileSpec, trackFile } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
let ann: Uploader;
beforeEach(async () => {
  ann = await Uploader.of(await asMember(world));
});

const withoutBlocks = (name: RegExp) => fileSpec().blocks.filter((block) => !name.test(block.name));

test.each([
  [
    'no author time',
    { authorTimeMs: null },
    'This track isn’t validated. Finish a validation run in the game’s editor.',
  ],
  ['no uid', { uid: '' }, 'This track has no identifier of its own.'],
  ['no blocks', { blocks: [] }, 'This track has no blocks.'],
  ['no start', { blocks: withoutBlocks(/Start/) }, 'This track has no start: nobody can drive it.'],
  ['no finish', { blocks: withoutBlocks(/Finish/) }, 'This track has no finish: nobody can complete it.'],
])('%s is a Problem that names the file', async (_, spec, message) => {
  const { problem } = await ann.analyse(trackFile(spec), 'mine.Challenge.Gbx');
  expect(problem).toMatchObject({ status: 422, file: 'mine.Challenge.Gbx' });
  expect(problem?.detail).toContain(`mine.Challenge.Gbx: ${message}`);
});

test('a car the old games do not have is a Problem that names the file and the car', async () => {
  for (const vehicle of ['CarFoo', '../../car']) {
    const { problem } = await ann.analyse(withVehicle(fileSpec(), vehicle), 'mine.Challenge.Gbx');
    expect(problem).toMatchObject({
      status: 422,
      file: 'mine.Challenge.Gbx',
      detail: `mine.Challenge.Gbx: This track is driven with “${vehicle}”, a car the old Trackmania games do not have.`,
    });
  }
});

test('a map of a newer game is refused for that, not for its size', async () => {
  const large = Buffer.concat([newerMap(), Buffer.alloc(3 << 20)]);
  const { problem } = await ann.analyse(large, 'mine.Map.Gbx');
  expect(problem).toMatchObject({
    status: 422,
    file: 'mine.Map.Gbx',
    detail: 'mine.Map.Gbx: This file is from a newer game (ManiaPlanet/Turbo/Trackmania 2020).',
  });
  const track = Buffer.concat([trackFile({}), Buffer.alloc(3 << 20)]);
  const { problem: tooLarge } = await ann.analyse(track, 'mine.Challenge.Gbx');
  expect(tooLarge).toMatchObject({
    status: 413,
    detail: 'mine.Challenge.Gbx is too large: at most 1 MiB are accepted.',
  });
});

test('a track whose header contradicts its body is a Problem that names file, field and both values', async () => {
  const forged = forgedChallenge(fileSpec(), { header: { authorTimeMs: 10 }, xml: { authorTimeMs: 10 } });
  const { problem } = await ann.analyse(forged, 'mine.Challenge.Gbx');
  expect(problem).toMatchObject({
    status: 422,
    file: 'mine.Challenge.Gbx',
    detail:
      'mine.Challenge.Gbx: This file was altered: the author time is 10 ms in its header and 41280 ms in its body.',
  });
  expect((await ann.analyse(forgedChallenge(fileSpec(), {}))).analysis.UploadKey).toEqual(expect.any(String));
});
