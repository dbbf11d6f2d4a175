import { expect, test } from 'vitest';
import { pictureLimits } from '#features/tracks/pictures/pictures.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { pngOf } from '#testing/pictures.ts';
import { Person, trackRow } from '#testing/track-people.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await Person.of(world);
const ben = await Person.of(world);
const { minWidth, minHeight } = pictureLimits;
const shot = (seed: number) => pngOf(minWidth, minHeight, seed);

const picturesOf = (trackId: number) =>
  db
    .selectFrom('track_image')
    .where('site', '=', 'tmnf')
    .where('track_id', '=', trackId)
    .orderBy('position')
    .select('file_name')
    .execute()
    .then((rows) => rows.map(({ file_name }) => file_name));

test('pictures chosen without scripts are placed after those that the track has, and the rest is saved', async () => {
  const id = await ann.uploads();
  const first = await ann.editsPlainly(id, { TrackName: 'With a picture' }, [await shot(1)]);
  expect([first.status, first.headers.location]).toEqual([303, `/trackedit/${id}?done=saved`]);
  expect((await trackRow(world, id))?.name).toBe('With a picture');
  expect(await picturesOf(id)).toEqual(['1.png']);
  // as the page sends it: with the pictures that it shows
  const shown = { ScreenshotFiles: '1', 'ScreenshotFiles[0].ExistingImageIndex': '1' };
  await ann.editsPlainly(id, shown, [await shot(2), await shot(3)]);
  expect(await picturesOf(id)).toEqual(['1.png', '1.png', '2.png']);
  // without them, nothing is removed either
  await ann.editsPlainly(id, {}, [await shot(4)]);
  expect(await picturesOf(id)).toEqual(['1.png', '1.png', '2.png', '1.png']);
  await ann.editsPlainly(id, { TrackName: 'No picture chosen' }, []);
  expect(await picturesOf(id)).toHaveLength(4);
  expect((await trackRow(world, id))?.name).toBe('No picture chosen');
});

test('a refusal names the picture, keeps what was typed and saves nothing', async () => {
  const id = await ann.uploads();
  const answer = await ann.editsPlainly(id, { TrackName: 'Typed' }, [Buffer.from('no picture')]);
  expect(answer.status).toBe(422);
  expect(answer.page?.problem?.detail).toMatch(/^1\.png: /);
  expect(answer.page?.form?.values.get('TrackName')).toBe('Typed');
  expect((await trackRow(world, id))?.name).not.toBe('Typed');
  expect(await picturesOf(id)).toEqual([]);
});

test('only who may edit the track may send pictures for it', async () => {
  const id = await ann.uploads();
  expect((await ben.editsPlainly(id, {}, [await shot(5)])).problem?.status).toBe(403);
  expect(await picturesOf(id)).toEqual([]);
});
