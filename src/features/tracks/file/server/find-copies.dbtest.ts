import { beforeEach, expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { refusal } from '#lib/gbx/read/refusal.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import type { GbxReader } from '#platform/gbx/gbx-reader.ts';
import { seenFrom, type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { Person } from '#testing/track-people.ts';
import { trackFile } from '#testing/tracks.ts';

const { db } = await testDb({ editions: 'all' });
const world = await testCtx({ db, site: 'tmnf' });
const there = seenFrom(world, { site: 'tmn' });
let seed = 900;
beforeEach(() => {
  seed += 1;
  world.clock.forward({ days: 30 });
});

const blocks = () => sampleBlocks({ environment: 'Stadium', seed });
const findCopies = async (reader: Partial<GbxReader> = {}) => {
  await world.jobs.add('find-copies', {});
  await world.jobs.runAll({ ...world, gbx: { ...world.gbx, ...reader } });
};
const hintsAbout = async (ctx: TestCtx, id: number) =>
  forSite(ctx, 'moderation_case')
    .innerJoin('case_source as s', (join) =>
      join.onRef('s.site', '=', 'moderation_case.site').onRef('s.case_id', '=', 'moderation_case.case_id'),
    )
    .where('s.site', '=', ctx.site.code)
    .where('subject_kind', '=', 'track')
    .where('subject_id', '=', id)
    .select(['s.hint', 's.score', 's.text', 'person_id'])
    .orderBy('s.hint')
    .execute();

test('a file with the blocks of an older track of another user is shown to moderators', async () => {
  const [ann, eve] = [await Person.of(world), await Person.of(world)];
  const original = await ann.uploads({ TrackName: 'Floodlight' }, trackFile({ blocks: blocks() }));
  world.clock.forward({ days: 60 });
  const copy = await eve.uploads({}, trackFile({ blocks: blocks(), name: 'Mine' }));
  await findCopies();
  await findCopies();
  expect(await hintsAbout(world, copy)).toEqual([
    {
      hint: 'blocks',
      score: 70,
      person_id: eve.userId,
      text: `The file has the same blocks as “Floodlight” of ${ann.name}, track ${original} on TMNF, which is older.`,
    },
  ]);
  expect(await hintsAbout(world, original)).toEqual([]);
});

test('neither other blocks, nor tracks of the same user, nor of a co-author are copies', async () => {
  const [ann, eve] = [await Person.of(world), await Person.of(world)];
  const first = await ann.uploads({}, trackFile({ blocks: blocks() }));
  world.clock.forward({ minutes: 1 });
  const own = await ann.uploads({}, trackFile({ blocks: blocks() }));
  const other = await eve.uploads();
  await db
    .insertInto('track_author')
    .values({ site: 'tmnf', track_id: first, user_id: eve.userId, is_uploader: false, is_pending: false })
    .execute();
  await db
    .insertInto('track_author')
    .values({ site: 'tmnf', track_id: own, user_id: eve.userId, is_uploader: false, is_pending: false })
    .execute();
  const together = await eve.uploads({}, trackFile({ blocks: blocks() }));
  await findCopies();
  for (const id of [first, own, other, together]) expect(await hintsAbout(world, id)).toEqual([]);
});

test('the UId of a track on another edition, by another user', async () => {
  const uid = `Known_${seed}_xxxxxxxxxxxxxxxx`;
  const eve = await Person.of(world);
  const ann = await Person.of(there);
  const game = 'TMN ESWC';
  const original = await ann.uploads({ TrackName: 'Known' }, trackFile({ uid, game, blocks: blocks() }));
  world.clock.forward({ minutes: 1 });
  seed += 1;
  const copy = await eve.uploads({}, trackFile({ uid, blocks: blocks() }));
  await findCopies();
  expect(await hintsAbout(world, copy)).toMatchObject([{ hint: 'uid', score: 60 }]);
  expect(await hintsAbout(there, original)).toEqual([]);
});

test.each([
  ['one below seven days', { days: 7, seconds: -1 }, 1],
  ['seven days', { days: 7 }, 0],
])('a file that is read %s after its upload has %s: hints %i', async (_, wait, count) => {
  const [ann, eve] = [await Person.of(world), await Person.of(world)];
  await ann.uploads({}, trackFile({ blocks: blocks() }));
  world.clock.forward({ minutes: 1 });
  const copy = await eve.uploads({}, trackFile({ blocks: blocks() }));
  world.clock.forward(wait);
  await findCopies();
  expect(await hintsAbout(world, copy)).toHaveLength(count);
});

test('a copy that there was no time to read is found the next time', async () => {
  const [ann, eve] = [await Person.of(world), await Person.of(world)];
  await ann.uploads({}, trackFile({ blocks: blocks() }));
  world.clock.forward({ minutes: 1 });
  await findCopies();
  const copy = await eve.uploads({}, trackFile({ blocks: blocks() }));
  await findCopies({ challenge: async () => ({ ok: false, refusal: refusal('too-slow') }) });
  expect(await hintsAbout(world, copy)).toEqual([]);
  await findCopies();
  expect(await hintsAbout(world, copy)).toHaveLength(1);
});
