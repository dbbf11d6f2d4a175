import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { redirectedAddress } from '#features/tracks/move-merge/server/redirect.ts';
import { Level } from '#lib/codes/level.ts';
import { visitor } from '#platform/viewer.ts';
import { seenFrom, type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeAward, makeComment, makePack, makePackTrack } from '#testing/make-lists.ts';
import { grantRole } from '#testing/moderators.ts';
import { drivableTrack, posted } from '#testing/replays.ts';
import { Person } from '#testing/track-people.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';

const { db } = await testDb({ editions: 'all' });
const author = await asMember(await testCtx({ db, site: 'tmnf' }));
const moderator = await grantRole(await asMember(author), Level.moderator, ['tmnf', 'tmn']);
const anybody = seenFrom(author, { viewer: visitor });
const there = seenFrom(author, { site: 'tmn' });

const post = async (ctx: TestCtx, path: string, form: Record<string, string>) =>
  (await Uploader.of(ctx)).ask('POST', path, { form: new URLSearchParams(form) });
const act = (id: number, name: string, form: Record<string, string>, by = moderator) =>
  post(by, '/moderation/act', {
    site: 'tmnf',
    kind: 'track',
    id: `${id}`,
    act: name,
    Reason: 'A copy.',
    ...form,
  });
const undo = (answer: { json<T>(): T }) =>
  post(moderator, '/moderation/undo', {
    site: 'tmnf',
    actId: `${answer.json<{ ActId: number }>().ActId}`,
    Reason: 'A mistake.',
  });
const trackOf = (ctx: TestCtx, id: number) =>
  forSite(ctx, 'track').where('track_id', '=', id).selectAll().executeTakeFirstOrThrow();
const setBlocks = (ids: readonly number[], blocks_hash: string) =>
  db
    .updateTable('track_version')
    .set({ blocks_hash })
    .where('site', '=', 'tmnf')
    .where('track_id', 'in', ids)
    .execute();

const responseTo = async (target: string) => {
  const { status, headers } = await (await Uploader.of(anybody)).ask('GET', target);
  return { status, location: headers.location, file: headers['content-disposition'] };
};

/** A duplicate and an original, each with replays, awards and comments, in packs and on lists. */
async function world() {
  const first = await drivableTrack(author, { name: 'Original' });
  const second = await drivableTrack(author, { name: 'Duplicate' });
  const [into, from] = [first.trackId, second.trackId];
  const [ann, ben] = [await Uploader.of(await asMember(author)), await Uploader.of(await asMember(author))];
  await posted(ann, { uid: first.uid, bestTimeMs: 42_000 });
  await posted(ann, { uid: second.uid, bestTimeMs: 41_000 });
  await posted(ben, { uid: second.uid, bestTimeMs: 43_000 });
  const userId = (who: Uploader) => who.ctx.viewer.userId;
  for (const trackId of [into, from])
    await makeAward(author, { trackId, userId: userId(ann), text: 'Nice.' });
  await makeAward(author, { trackId: from, userId: userId(ben), text: 'Great.' });
  await makeComment(author, { trackId: from, userId: userId(ben), text: 'How long did it take?' });
  const [both, one] = [
    await makePack(author, { ownerId: author.viewer.userId, name: 'Both' }),
    await makePack(author, { ownerId: author.viewer.userId, name: 'One' }),
  ];
  const addedBy = author.viewer.userId;
  await makePackTrack(author, { packId: both, trackId: from, addedBy, position: 1 });
  await makePackTrack(author, { packId: both, trackId: into, addedBy, position: 2 });
  await makePackTrack(author, { packId: one, trackId: from, addedBy, position: 1 });
  const queued = { site: 'tmnf', added_at: author.clock.now() };
  await db
    .insertInto('play_later')
    .values([
      { ...queued, user_id: userId(ann), track_id: from, position: 1 },
      { ...queued, user_id: userId(ann), track_id: into, position: 2 },
      { ...queued, user_id: userId(ben), track_id: from, position: 1 },
    ])
    .execute();
  return { into, from, ann, ben, both, one };
}

const boardOf = async (trackId: number) =>
  (
    await forSite(author, 'replay')
      .where('track_id', '=', trackId)
      .orderBy('result')
      .select(['replay_time_ms', 'is_best', 'top_position', 'is_outdated'])
      .execute()
  ).map((row) => [row.replay_time_ms, row.is_best, row.top_position, row.is_outdated]);

test('a merged duplicate gives everything to the other track, and its address leads there', async () => {
  const { into, from, both, one } = await world();
  await setBlocks([into, from], 'same');
  const merged = await act(from, 'track.merge', { Into: `${into}` });
  expect(merged).toMatchObject({ status: 200 });
  expect(await boardOf(into)).toEqual([
    [41_000, true, 0, false],
    [42_000, false, null, false],
    [43_000, true, 1, false],
  ]);
  expect(await trackOf(author, into)).toMatchObject({
    awards: 2,
    comments: 2, // the second award of one user became a comment
    replays: 2,
    record_time_ms: 41_000,
  });
  expect(await trackOf(author, from)).toMatchObject({ awards: 0, comments: 0, replays: 0, is_public: false });
  const entries = await db
    .selectFrom('pack_track')
    .where('site', '=', 'tmnf')
    .where('pack_id', 'in', [both, one])
    .orderBy('pack_id')
    .select(['pack_id', 'track_id', 'position'])
    .execute();
  expect(entries).toEqual([
    { pack_id: both, track_id: into, position: 1 },
    { pack_id: one, track_id: into, position: 1 },
  ]);
  const lists = await db.selectFrom('play_later').where('site', '=', 'tmnf').select('track_id').execute();
  expect(lists).toEqual([{ track_id: into }, { track_id: into }]);
  expect(await redirectedAddress(author, `${from}`, 'http://tmnf.test')).toBe(`/trackshow/${into}`);
  const refused = await undo(merged);
  expect(refused).toMatchObject({
    status: 409,
    problem: { detail: expect.stringContaining('which track') },
  });
  // an address that leads to a track which is merged in turn leads to the last one
  for (const path of [
    'trackgbx/ID',
    'trackplay/ID',
    'trackshow/ID.atom',
    'trackreplays/ID.zip',
    'trackcard/ID.jpg',
  ])
    expect.soft(await responseTo(`/${path.replace('ID', `${from}`)}`), path).toMatchObject({
      status: 302,
      location: `/${path.replace('ID', `${into}`)}`,
    });
  // pictures keep their width, but not the secret and the version of the former track
  expect(await responseTo(`/trackimage/${from}?w=320&key=abc&v=1`)).toMatchObject({
    status: 302,
    location: `/trackimage/${into}?w=320`,
  });
  expect((await responseTo(`/trackgbx/${from}?version=1`)).location).toBe(`/trackgbx/${into}`);
  const code = await (await Uploader.of(anybody)).ask('GET', `/maniacode/track?site=tmnforever&id=${from}`);
  expect(code.body.toString()).toContain(`/trackgbx/${into}`);
  // what the other track does not have is still not found
  expect((await responseTo(`/trackshow/${into}/image/9`)).status).toBe(404);
  const last = await (await Person.of(author)).uploads();
  await act(into, 'track.merge', { Into: `${last}` });
  expect(await redirectedAddress(author, `${from}`, 'http://tmnf.test')).toBe(`/trackshow/${last}`);
  // clients of former sites do not follow redirects
  expect(await responseTo(`/get.aspx?action=trackgbx&id=${from}`)).toMatchObject({
    status: 200,
    file: expect.stringContaining(`_(${last}).Challenge.Gbx`),
  });
});

test('replays of a duplicate with other blocks are listed as those of an older version', async () => {
  const { into, from } = await world();
  await setBlocks([from], 'other');
  await setBlocks([into], 'blocks');
  expect(await act(from, 'track.merge', { Into: `${into}` })).toMatchObject({ status: 200 });
  expect(await boardOf(into)).toEqual([
    [41_000, false, null, true],
    [42_000, true, 0, false],
    [43_000, false, null, true],
  ]);
});

test.each([
  ['itself', (id: number) => id, 422],
  ['a track that does not exist', () => 2_000_000, 422],
])('a track is not merged into %s', async (_, into, status) => {
  const id = await makeTrack(author);
  expect(await act(id, 'track.merge', { Into: `${into(id)}` })).toMatchObject({
    status,
    problem: { field: 'Into' },
  });
  expect(await trackOf(author, id)).toMatchObject({ deleted_at: null });
});

test('a moved track keeps files, authors and dates, and its old address leads to the new edition', async () => {
  const helper = await asMember(author);
  const id = await makeTrack(author, { coAuthor: { userId: helper.viewer.userId, isPending: false } });
  await makeComment(author, { trackId: id, userId: helper.viewer.userId, text: 'Hello' });
  const before = await trackOf(author, id);
  const moved = await act(id, 'track.move', { Edition: 'tmn' });
  expect(moved).toMatchObject({ status: 200 });
  const address = await redirectedAddress(author, `${id}`, 'http://tmnf.localhost:4321');
  const newId = Number(address?.split('/').at(-1));
  expect(address).toMatch(/^http:\/\/tmn\..*\/trackshow\/\d+$/);
  for (const target of [`/trackgbx/${id}`, `/get.aspx?action=trackgbx&id=${id}`])
    expect(await responseTo(target)).toMatchObject({
      status: 302,
      location: expect.stringMatching(new RegExp(`^http://tmn\\..*/trackgbx/${newId}$`)),
    });
  const { name, uploaded_at, author_time_ms, is_public } = before;
  expect(await trackOf(there, newId)).toMatchObject({
    name,
    uploaded_at,
    author_time_ms,
    is_public,
    comments: 0,
    replays: 0,
  });
  const files = (ctx: TestCtx, trackId: number) =>
    forSite(ctx, 'track_version')
      .where('track_id', '=', trackId)
      .select(['version', 'uid', 'sha256'])
      .execute();
  expect(await files(there, newId)).toEqual(await files(author, id));
  const names = await forSite(there, 'track_author')
    .innerJoin('profile', (join) =>
      join
        .onRef('profile.site', '=', 'track_author.site')
        .onRef('profile.user_id', '=', 'track_author.user_id'),
    )
    .where('track_id', '=', newId)
    .orderBy('track_author.is_uploader', 'desc')
    .select('profile.name')
    .execute();
  expect(names.map((row) => row.name)).toEqual([author.viewer.name, helper.viewer.name]);
  expect(await trackOf(author, id)).toMatchObject({ is_public: false, deleted_at: expect.any(Date) });
  expect(await undo(moved)).toMatchObject({ status: 200 });
  const { deleted_at, is_listed } = before;
  expect(await trackOf(author, id)).toMatchObject({ deleted_at, is_public, is_listed, comments: 0 });
  expect(await trackOf(there, newId)).toMatchObject({ is_public: false, deleted_at: expect.any(Date) });
  expect(await redirectedAddress(author, `${id}`, 'http://tmnf.localhost:4321')).toBeNull();
  expect((await responseTo(`/trackplay/${id}`)).location).toMatch(/^tmtp:/);
});

test('users whom the author mentions are mentioned on the other edition, where their numbers differ', async () => {
  for (let others = 0; others < 3; others += 1) await asMember(there); // so that numbers differ
  const id = await makeTrack(author);
  await db
    .updateTable('track')
    .set({ author_comments: `By [user]${author.viewer.userId}[/user], with @nobody.` })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', id)
    .execute();
  await act(id, 'track.move', { Edition: 'tmn' });
  const address = await redirectedAddress(author, `${id}`, 'http://x.test');
  const { uploader_id: uploader, author_comments: comments } = await trackOf(
    there,
    Number(address?.split('/').at(-1)),
  );
  expect(uploader).not.toBe(author.viewer.userId);
  expect(comments).toBe(`By [user]${uploader}[/user], with @nobody.`);
});

test('a move cannot be undone once others have added something on the other edition', async () => {
  const id = await makeTrack(author);
  const moved = await act(id, 'track.move', { Edition: 'tmn' });
  const newId = Number((await redirectedAddress(author, `${id}`, 'http://x.test'))?.split('/').at(-1));
  const guest = await asMember(there);
  await makeComment(there, { trackId: newId, userId: guest.viewer.userId, text: 'Hello' });
  const refused = await undo(moved);
  expect(refused).toMatchObject({
    status: 409,
    problem: { detail: expect.stringContaining('comments and awards: 1') },
  });
});

test.each([
  ['that does not take its environment', 'tmo', 422],
  ['where the moderator has no role', 'tms', 422],
  ['where it is', 'tmnf', 422],
])('a track is not moved to an edition %s', async (_, Edition, status) => {
  const id = await makeTrack(author);
  expect(await act(id, 'track.move', { Edition })).toMatchObject({ status });
  expect(await trackOf(author, id)).toMatchObject({ deleted_at: null });
});

test('a moderator of all editions moves no track where its environment does not fit', async () => {
  const everywhere = await grantRole(await asMember(author), Level.moderator, 'all');
  const id = await makeTrack(author);
  expect(await act(id, 'track.move', { Edition: 'tmo' }, everywhere)).toMatchObject({
    status: 422,
    problem: { field: 'Edition' },
  });
});
