import { beforeEach, describe, expect, test } from 'vitest';
import { rankReplays } from '#features/replays/ranking/server/rank.ts';
import { recountRecords } from '#features/tracks/server/recount.ts';
import { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeReplay } from '#testing/make-lists.ts';
import { Person, trackRow } from '#testing/track-people.ts';
import { trackFile } from '#testing/tracks.ts';

const { db } = await testDb({ max: 10 });
const world = await testCtx({ db, site: 'tmnf' });
let ann: Person;
let ben: Person;
beforeEach(async () => {
  world.clock.forward({ hours: 1 });
  [ann, ben] = [await Person.of(world), await Person.of(world)];
});

const versions = (trackId: number) =>
  db
    .selectFrom('track_version')
    .where('site', '=', 'tmnf')
    .where('track_id', '=', trackId)
    .orderBy('version')
    .selectAll()
    .execute();

/** A replay of Ben's that is the record. */
async function driven(trackId: number, person = ben): Promise<number> {
  const id = await makeReplay(world, {
    trackId,
    userId: person.userId,
    timeMs: 40_000,
    at: world.clock.now(),
  });
  await rankReplays(world, trackId);
  await recountRecords(world, [trackId]);
  return id;
}

describe('an earlier version', () => {
  const makesCurrent = (person: Person, trackId: number, fields: Record<string, string>) =>
    person.post(`/trackversion/${trackId}`, fields);

  test('becomes the current one again, with its facts and its replays; the next file gets a number of its own', async () => {
    const id = await ann.uploads({}, trackFile({ authorTimeMs: 41_280, gold: 44_000, mood: 'Day' }));
    const replayId = await driven(id);
    const before = await trackRow(world, id);
    const replay = () =>
      db
        .selectFrom('replay')
        .where('site', '=', 'tmnf')
        .where('replay_id', '=', replayId)
        .select(['is_best', 'is_outdated', 'top_position', 'beaten_at'])
        .executeTakeFirstOrThrow();
    await ann.replaces(id, trackFile({ authorTimeMs: 39_000, mood: 'Night' }), { Confirm: 'on' });
    expect(await replay()).toMatchObject({ is_best: false, is_outdated: true, beaten_at: world.clock.now() });
    world.clock.forward({ hours: 1 });
    const answer = await makesCurrent(ann, id, { Version: '1' });
    expect([answer.status, answer.json()]).toEqual([200, { TrackId: id, Version: 1 }]);
    expect(await replay()).toEqual({ is_best: true, is_outdated: false, top_position: 0, beaten_at: null });
    const facts = (row: typeof before) =>
      row && [row.author_time_ms, row.gold_target, row.mood, row.record_replay_id];
    const after = await trackRow(world, id);
    expect([after?.current_version, facts(after)]).toEqual([1, facts(before)]);
    expect((await versions(id)).map(({ version }) => version)).toEqual([1, 2]);
    world.clock.forward({ hours: 1 });
    await ann.replaces(id, trackFile(), { Confirm: 'on' });
    // not when version 2 was uploaded
    expect(await replay()).toMatchObject({ is_best: false, beaten_at: world.clock.now() });
    expect((await versions(id)).map(({ version }) => version)).toEqual([1, 2, 3]);
    expect((await makesCurrent(ann, id, { Version: '2' })).status).toBe(200);
    expect((await trackRow(world, id))?.current_version).toBe(2);
  });

  test('needs a confirmation if others have driven the current file, who are notified', async () => {
    const id = await ann.uploads();
    await ann.replaces(id, trackFile());
    await db
      .updateTable('replay')
      .set({ track_version: 2 })
      .where('site', '=', 'tmnf')
      .where('replay_id', '=', await driven(id))
      .execute();
    await rankReplays(world, id);
    const refused = await makesCurrent(ann, id, { Version: '1' });
    expect([refused.status, refused.problem?.field]).toEqual([409, 'Confirm']);
    expect((await trackRow(world, id))?.current_version).toBe(2);
    expect((await makesCurrent(ann, id, { Version: '1', Confirm: 'on' })).status).toBe(200);
    expect((await ben.notices()).map(({ text }) => text.replace(/“.*”/, '…'))).toEqual([
      '… has an earlier file again. Your replay stays listed but no longer counts. Drive it again.',
    ]);
  });

  test('is chosen by the uploader only, by the number of another version of this track', async () => {
    const id = await ann.uploads();
    const file = trackFile();
    await ann.replaces(id, file);
    const mo = await Person.of(world, Level.moderator);
    for (const [person, fields, status] of [
      [ben, { Version: '1' }, 403],
      [mo, { Version: '1' }, 403],
      [ann, { Version: '2' }, 409],
      [ann, { Version: '3' }, 404],
      [ann, { Version: '0' }, 404],
      [ann, { Version: 'x' }, 400],
      [ann, {}, 400],
    ] as const)
      expect([fields, (await makesCurrent(person, id, { ...fields })).status]).toEqual([fields, status]);
    expect((await trackRow(world, id))?.current_version).toBe(2);
    // the same file once more leads there
    await makesCurrent(ann, id, { Version: '1' });
    const { problem } = await ann.replaces(id, file);
    expect(problem?.detail).toContain('already version 2 of this track');
    expect(problem?.link).toBe(`/trackedit/${id}#versions`);
  });
});
