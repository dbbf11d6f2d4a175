import { beforeEach, expect, test } from 'vitest';
import { packForUpload } from '#features/packs/tracks/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makePack, makePackManager } from '#testing/make-lists.ts';
import { pngOf } from '#testing/pictures.ts';
import { asMember, makeMember, trackFile } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';

const { db } = await testDb({ max: 10 });
const world = await testCtx({ db, site: 'tmnf' });
let ann: Uploader;
beforeEach(async () => {
  ann = await Uploader.of(await asMember(world));
});

const tracksOf = ({ ctx }: Uploader) =>
  db
    .selectFrom('track')
    .where('site', '=', 'tmnf')
    .where('uploader_id', '=', ctx.viewer.userId)
    .orderBy('track_id')
    .selectAll()
    .execute();
const inPack = (packId: number) =>
  db
    .selectFrom('pack_track')
    .where('site', '=', 'tmnf')
    .where('pack_id', '=', packId)
    .orderBy('track_id')
    .select(['track_id', 'status', 'position', 'added_by'])
    .execute();
const publish = (own: Record<string, string | Buffer>, query = '') =>
  ann.publish(entry(0, { TrackFile: trackFile(), ...own }), { path: `/trackupload${query}` });
const detail = (detailOf: string, field: string, status = 422) => [
  { Problem: expect.objectContaining({ status, detail: detailOf, field: `TrackEntries[0].${field}` }) },
];

test('a track that is public from the start is released; others are not', async () => {
  await publish({ Visible: 'true', ReleaseDate: '2020-01-01' });
  await publish({ Visible: 'false', Listed: 'false' });
  await publish({ Visible: 'false', ReleaseDate: '2026-12-24T18:00' });
  const now = world.clock.now();
  expect(await tracksOf(ann)).toMatchObject([
    { is_public: true, is_listed: true, released_at: now, release_at: null },
    { is_public: false, is_listed: false, released_at: null, release_at: null },
    { is_public: false, released_at: null, release_at: new Date('2026-12-24T18:00Z') },
  ]);
});

test('a past release date is refused', async () => {
  const { results } = await publish({ Visible: 'false', ReleaseDate: '2026-11-21T11:59Z' });
  const file = 'TrackEntries0TrackFile.Challenge.Gbx';
  expect(results).toEqual(detail(`${file}: The release date must be set in the future.`, 'ReleaseDate'));
});

test('a beta map has its own type, and a user may have five', async () => {
  const results = [];
  for (let n = 0; n < 6; n++) results.push(...(await publish({ Beta: 'true' })).results);
  expect(results.slice(0, 5).every((result) => 'TrackId' in result)).toBe(true);
  expect(results.slice(5)).toEqual(detail('You already have 5 beta tracks, which is the limit.', 'Beta'));
  expect((await tracksOf(ann))[0]).toMatchObject({ is_beta: true, replay_type: 4, is_public: true });
  const bea = await Uploader.of(await asMember(world));
  const theirs = await Promise.all(Array.from({ length: 7 }, () => bea.key(trackFile())));
  const all = await Promise.all(
    theirs.map((UploadKey) => bea.publish(entry(0, { UploadKey, Beta: 'true' }))),
  );
  expect(all.filter(({ status }) => status === 200)).toHaveLength(5); // even if all are sent concurrently
});

test('co-authors are invited, by id or by exact name; no duplicates, no unknown users', async () => {
  const [bea, cy] = [await makeMember(world), await makeMember(world)];
  await publish({
    'Authors[0].UserId': `${bea.userId}`,
    'Authors[0].Role': 'signs',
    'Authors[1].Name': cy.name,
  });
  const [track] = await tracksOf(ann);
  const authors = await db
    .selectFrom('track_author')
    .where('site', '=', 'tmnf')
    .where('track_id', '=', track?.track_id ?? 0)
    .orderBy('position')
    .select(['user_id', 'role', 'is_uploader', 'is_pending'])
    .execute();
  expect(authors).toEqual([
    { user_id: ann.ctx.viewer.userId, role: '', is_uploader: true, is_pending: false },
    { user_id: bea.userId, role: 'signs', is_uploader: false, is_pending: true },
    { user_id: cy.userId, role: '', is_uploader: false, is_pending: true },
  ]);
  const twice = await publish({ 'Authors[0].UserId': `${bea.userId}`, 'Authors[1].UserId': `${bea.userId}` });
  expect(twice.results).toMatchObject([
    { Problem: { detail: expect.stringContaining('User is already listed as co-author.') } },
  ]);
  const unknown = await publish({ 'Authors[0].Name': bea.name.toUpperCase() });
  expect(unknown.results).toMatchObject([
    { Problem: { field: 'TrackEntries[0].Authors', detail: expect.stringContaining('exactly this name') } },
  ]);
  expect((await publish({ 'Authors[0].UserId': '99999999' })).status).toBe(422);
  expect(await tracksOf(ann), 'a refused one leaves nothing').toHaveLength(1);
});

test('co-authors of every track are invited in addition to its own', async () => {
  const [bea, cy] = [await makeMember(world), await makeMember(world)];
  const { results } = await ann.publish({
    ...entry(0, { TrackFile: trackFile(), 'Authors[0].Name': bea.name, 'Authors[0].Role': 'signs' }),
    ...entry(1, { TrackFile: trackFile() }),
    'Global.Authors[0].Name': cy.name,
    'Global.Authors[1].Name': bea.name,
  });
  const invited = await Promise.all(
    results.map((result) =>
      db
        .selectFrom('track_author')
        .where('site', '=', 'tmnf')
        .where('track_id', '=', 'TrackId' in result ? result.TrackId : 0)
        .where('is_pending', '=', true)
        .orderBy('position')
        .select(['user_id', 'role'])
        .execute(),
    ),
  );
  expect(invited).toEqual([
    [
      { user_id: bea.userId, role: 'signs' },
      { user_id: cy.userId, role: '' },
    ],
    [
      { user_id: cy.userId, role: '' },
      { user_id: bea.userId, role: '' },
    ],
  ]);
});

test('pictures can be staged, or sent in a plain form', async () => {
  const picture = await pngOf(640, 400);
  await publish({
    'ScreenshotFiles[1].ScreenshotFile': picture,
    'ScreenshotFiles[0].ScreenshotFile': picture,
  });
  const [track] = await tracksOf(ann);
  const images = await db
    .selectFrom('track_image')
    .where('site', '=', 'tmnf')
    .where('track_id', '=', track?.track_id ?? 0)
    .select(['position', 'width', 'height'])
    .orderBy('position')
    .execute();
  expect(images).toEqual([
    { position: 1, width: 640, height: 400 },
    { position: 2, width: 640, height: 400 },
  ]);
  const tiny = await publish({ 'ScreenshotFiles[0].ScreenshotFile': await pngOf(300, 200) });
  expect(tiny.results).toMatchObject([
    { Problem: { status: 422, detail: expect.stringContaining('Too tiny (at least 400x290).') } },
  ]);
  expect((await publish({ 'ScreenshotFiles[0].Reference': 'unknown' })).results).toMatchObject([
    { Problem: { status: 422, field: 'TrackEntries[0].ScreenshotFiles' } },
  ]);
});

test('managers choose the status of tracks that they upload into a pack; approved ones are added at its end', async () => {
  const packId = await makePack(ann.ctx, { ownerId: ann.ctx.viewer.userId, name: 'Mine' });
  for (const TrackStatus of ['', '0', '1', '4']) await publish({ TrackStatus }, `?packid=${packId}`);
  expect(await inPack(packId)).toMatchObject([
    { status: 1, position: 1, added_by: ann.ctx.viewer.userId },
    { status: 0, position: null },
    { status: 1, position: 2 },
    { status: 4, position: null },
  ]);
  const pack = await db
    .selectFrom('pack')
    .where('site', '=', 'tmnf')
    .where('pack_id', '=', packId)
    .select(['tracks', 'environments'])
    .executeTakeFirstOrThrow();
  expect(pack).toEqual({ tracks: 2, environments: [7] });
});

test('tracks that others upload into a pack wait for its managers, and a refusal leaves no track behind', async () => {
  const bea = await makeMember(world);
  const packId = await makePack(ann.ctx, { ownerId: bea.userId, name: 'Open', allowsSubmissions: true });
  const into = (own: Record<string, string>) => publish(own, `?packid=${packId}`);
  for (let n = 0; n < 5; n++) expect((await into({})).status).toBe(200);
  expect((await inPack(packId)).map(({ status }) => status)).toEqual([0, 0, 0, 0, 0]);
  const notices = await db
    .selectFrom('notice')
    .where('site', '=', 'tmnf')
    .where('user_id', '=', bea.userId)
    .select(['kind', 'text', 'link', 'times'])
    .execute();
  expect(notices).toEqual([
    {
      kind: 'pack.submission',
      text: 'New tracks are ready for your review in “Open”.',
      link: `/trackpackmanage/${packId}`,
      times: 5,
    },
  ]);
  expect((await into({})).results).toEqual(
    detail('You can submit at most 5 tracks to this trackpack.', 'TrackStatus', 403),
  );
  await makePackManager(ann.ctx, { packId, userId: ann.ctx.viewer.userId });
  expect((await into({ TrackStatus: '2' })).status).toBe(200);
  expect((await into({ Beta: 'true' })).results).toEqual(
    detail('Trackpacks can’t contain beta tracks.', 'TrackStatus', 403),
  );
  expect(await tracksOf(ann)).toHaveLength(6);
});

test('a closed, hidden or unknown pack accepts nothing', async () => {
  const bea = await makeMember(world);
  const closed = await makePack(ann.ctx, { ownerId: bea.userId, name: 'Closed', allowsSubmissions: false });
  const open = await makePack(ann.ctx, { ownerId: bea.userId, name: 'Open', allowsSubmissions: true });
  const hidden = await makePack(ann.ctx, {
    ownerId: bea.userId,
    name: 'Hidden',
    allowsSubmissions: true,
    isPublic: false,
  });
  const statusOf = async (packId: number | string, own = {}) => {
    const [result] = (await publish(own, `?packid=${packId}`)).results;
    return result && 'Problem' in result ? result.Problem.status : 200;
  };
  expect(await statusOf(closed)).toBe(403);
  expect(await statusOf(open, { TrackStatus: '1' })).toBe(403);
  expect(await statusOf(hidden)).toBe(404);
  expect(await statusOf(99_999)).toBe(404);
  expect(await tracksOf(ann)).toEqual([]);
  expect(await packForUpload(ann.ctx, hidden)).toBeNull();
  expect(await packForUpload(ann.ctx, closed)).toMatchObject({
    isManager: false,
    refusal: expect.stringContaining('managers'),
  });
  const mo = await asMember(world, Level.moderator);
  expect(await packForUpload(mo, hidden)).toMatchObject({ isManager: true, refusal: null });
});

test('hundreds of files in one evening are within the limits', async () => {
  const broken = Buffer.from('no track at all, but long enough');
  const answers = await Promise.all(Array.from({ length: 310 }, () => ann.analyse(broken)));
  expect(new Set(answers.map(({ problem }) => problem?.status))).toEqual(new Set([422]));
});
