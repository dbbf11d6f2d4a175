import { beforeEach, describe, expect, test } from 'vitest';
import { rankReplays } from '#features/replays/ranking/server/rank.ts';
import type { UploadIssue } from '#features/tracks/file/analysis.ts';
import { recountRecords } from '#features/tracks/server/recount.ts';
import { currentFileIssues } from '#features/tracks/versions/server/file-issues.ts';
import { Level } from '#lib/codes/level.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeAward, makeComment, makePack, makePackTrack, makeReplay } from '#testing/make-lists.ts';
import { Person, trackRow } from '#testing/track-people.ts';
import { trackFile, upsideDownJpeg } from '#testing/tracks.ts';

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

describe('a new file', () => {
  test('becomes the next version with new facts and the same id, comments and awards', async () => {
    const first = trackFile({ uid: 'the_same_uid_in_both_files', authorTimeMs: 41_280 });
    const id = await ann.uploads({ AuthorComments: 'Mine.' }, first);
    await makeAward(world, { trackId: id, userId: ben.userId, text: 'Great.' });
    await makeComment(world, { trackId: id, userId: ben.userId, text: 'Nice.' });
    const before = await trackRow(world, id);
    world.clock.forward({ days: 1 });
    const second = trackFile({
      uid: 'the_same_uid_in_both_files',
      authorTimeMs: 39_000,
      gold: 43_000,
      mood: 'Night',
      thumbnail: await upsideDownJpeg(),
    });
    const answer = await ann.replaces(id, second);
    expect([answer.status, answer.json()]).toEqual([200, { TrackId: id, Version: 2, Issues: [] }]);
    expect(await trackRow(world, id)).toMatchObject({
      name: before?.name,
      author_comments: 'Mine.',
      author_time_ms: 39_000,
      gold_target: 43_000,
      mood: 3,
      current_version: 2,
      uploaded_at: before?.uploaded_at,
      updated_at: world.clock.now(),
      awards: before?.awards,
    });
    expect((await ben.get(`/trackgbx/${id}`)).body.equals(second)).toBe(true);
    const old = await ben.get(`/trackgbx/${id}?version=1`);
    expect(old.body.equals(first)).toBe(true);
    expect(old.headers['content-disposition']).toContain('v1');
    for (const wrong of ['0', '3', 'x', '-1']) {
      expect((await ben.get(`/trackgbx/${id}?version=${wrong}`)).status).toBe(404);
    }
    expect((await ben.get(`/trackshow/${id}/image/0`)).status).toBe(200);
    expect(await ann.tracks(`uid=the_same_uid_in_both_files&fields=TrackId`)).toEqual([{ TrackId: id }]);
  });

  test('removes the positions of replays, which stay; requires confirmation if others have driven', async () => {
    const id = await ann.uploads();
    const replay = await driven(id);
    const next = trackFile();
    const asked = await ann.replaces(id, next);
    expect([asked.status, asked.problem?.field]).toEqual([409, 'Confirm']);
    expect(asked.problem?.detail).toContain('Someone has driven');
    expect(await versions(id)).toHaveLength(1);
    expect((await ann.replaces(id, next, { Confirm: 'on' })).status).toBe(200);
    const row = await db
      .selectFrom('replay')
      .where('site', '=', 'tmnf')
      .where('replay_id', '=', replay)
      .select(['top_position', 'is_best', 'is_outdated', 'track_version'])
      .executeTakeFirst();
    const retired = { top_position: null, is_best: false, is_outdated: true };
    expect(row).toEqual({ ...retired, track_version: 1 });
    expect(await trackRow(world, id)).toMatchObject({
      replays: 0,
      record_replay_id: null,
      record_user_id: null,
    });
    expect((await ben.notices()).at(-1)).toMatchObject({
      kind: 'track.changed',
      text: expect.stringContaining('no longer counts'),
    });
    const [wr] = await ben.tracks<{ WRReplay: object | null }>(`id=${id}&fields=WRReplay.ReplayId`);
    expect(wr?.WRReplay).toBeNull();
  });

  test('needs no confirmation if only its uploader has driven it', async () => {
    const id = await ann.uploads();
    await driven(id, ann);
    expect((await ann.replaces(id, trackFile())).status).toBe(200);
  });

  test('becomes pending again in packs that requested changes, and notifies their managers', async () => {
    const id = await ann.uploads();
    const owner = await Person.of(world);
    const changes = await makePack(world, { ownerId: owner.userId, name: 'Picky' });
    const rejected = await makePack(world, { ownerId: owner.userId, name: 'Strict' });
    const entry = { trackId: id, addedBy: ann.userId };
    await makePackTrack(world, { ...entry, packId: changes, status: PackTrackStatus.changesRequested });
    await makePackTrack(world, { ...entry, packId: rejected, status: PackTrackStatus.rejected });
    await ann.replaces(id, trackFile());
    const status = await db
      .selectFrom('pack_track')
      .where('site', '=', 'tmnf')
      .where('track_id', '=', id)
      .orderBy('pack_id')
      .select('status')
      .execute();
    expect(status.map((row) => row.status)).toEqual([PackTrackStatus.pending, PackTrackStatus.rejected]);
    expect(await owner.notices()).toMatchObject([
      {
        kind: 'pack.submission',
        text: expect.stringContaining('“Picky” has a new file'),
        link: `/trackpackmanage/${changes}`,
      },
    ]);
  });

  test('with Unlimiter makes a track uncompetitive; a type set by the crew stays', async () => {
    const [plain, classic] = [await ann.uploads(), await ann.uploads()];
    await db
      .updateTable('track')
      .set({ replay_type: 1 })
      .where('site', '=', 'tmnf')
      .where('track_id', '=', classic)
      .execute();
    for (const id of [plain, classic])
      expect((await ann.replaces(id, trackFile({ unlimiterMessage: 'Get it' }))).status).toBe(200);
    expect(await trackRow(world, plain)).toMatchObject({ replay_type: 3, unlimiter_version: 7 });
    expect(await trackRow(world, classic)).toMatchObject({ replay_type: 1 });
  });
});

describe('is refused', () => {
  test('if it is the current or an older file of this track, with its version', async () => {
    const [first, second] = [trackFile(), trackFile()];
    const id = await ann.uploads({}, first);
    await ann.replaces(id, second);
    for (const [file, version] of [
      [first, 1],
      [second, 2],
    ] as const) {
      const { status, problem } = await ann.replaces(id, file);
      expect(status).toBe(409);
      expect(problem?.detail).toBe(
        `new.Challenge.Gbx: This file is already version ${version} of this track. To use it again, make that version current.`,
      );
    }
    expect(await versions(id)).toHaveLength(2);
  });

  test('if another track has it, or its UId, in any version', async () => {
    const other = await ben.uploads({}, trackFile({ uid: 'taken_by_somebody_else' }));
    await ben.replaces(other, trackFile({ uid: 'taken_later_by_the_same' }));
    const id = await ann.uploads();
    for (const uid of ['taken_by_somebody_else', 'taken_later_by_the_same']) {
      const { status, problem } = await ann.replaces(id, trackFile({ uid }));
      expect([status, problem?.link]).toEqual([409, `/trackshow/${other}`]);
      expect(problem?.detail).toContain('A version of this track is already on');
    }
  });

  test.each([
    ['no track', () => Buffer.from('GIF89a'), /new\.Challenge\.Gbx: /],
    ['not of this edition', () => trackFile({ environment: 'Bay', game: 'TMF' }), /this one is Bay/],
    ['with impossible medals', () => trackFile({ gold: 2 ** 31 }), /A medal of this track is above/],
  ])('if it is %s', async (_what, file, message) => {
    const id = await ann.uploads();
    const { status, problem } = await ann.replaces(id, file());
    expect([status, problem?.field]).toEqual([422, 'TrackFile']);
    expect(problem?.detail).toMatch(message);
    expect(await versions(id)).toHaveLength(1);
  });

  test('but not for medals in an unusual order: they are a warning', async () => {
    const id = await ann.uploads();
    const answer = await ann.replaces(id, trackFile({ gold: 10 }));
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ Version: 2, Issues: [{ Level: 'warning', Code: 'medals' }] });
  });

  test.each([
    ['medals in an unusual order', { gold: 10 }, ['medals']],
    ['a password and laps', { hasPassword: true, laps: 3 }, ['password', 'laps']],
    ['nothing unusual', {}, []],
  ] as const)('the page after it shows what the response contains: %s', async (_, spec, codes) => {
    const id = await ann.uploads();
    const { Issues } = (await ann.replaces(id, trackFile(spec))).json<{ Issues: UploadIssue[] }>();
    expect(Issues.map(({ Code }) => Code)).toEqual(codes);
    expect(await currentFileIssues(ann.ctx, id)).toEqual(Issues);
  });

  test('for anyone except the uploader, and leaves nothing behind', async () => {
    const id = await ann.uploads({ 'Authors[0].UserId': String(ben.userId) });
    await ben.post(`/trackauthor/${id}/accept`);
    const people = [ben, await Person.of(world), await Person.of(world, Level.moderator)];
    for (const person of people) {
      const { status, problem } = await person.replaces(id, trackFile());
      expect([status, problem?.detail]).toEqual([403, 'Only the uploader can replace the file.']);
    }
    expect((await ann.post(`/trackreplace/${id}`)).problem?.detail).toContain('choose a .Challenge.Gbx file');
    expect(await versions(id)).toHaveLength(1);
  });
});

test('the same file sent twice concurrently creates one version', async () => {
  const id = await ann.uploads();
  const file = trackFile();
  const both = await Promise.all([1, 2, 3].map(() => ann.replaces(id, file)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await versions(id)).toHaveLength(2);
});

test('one UId sent concurrently for two tracks is assigned to one of them', async () => {
  const [one, two] = [await ann.uploads(), await ben.uploads()];
  const uid = 'wanted_by_two_at_once';
  const both = await Promise.all([
    ann.replaces(one, trackFile({ uid, authorTimeMs: 30_000 })),
    ben.replaces(two, trackFile({ uid, authorTimeMs: 31_000 })),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});
