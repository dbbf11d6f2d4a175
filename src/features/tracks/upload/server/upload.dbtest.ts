import { beforeEach, expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { seededRandom } from '#lib/gbx/tools/random.ts';
import { visitor } from '#platform/viewer.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, fileSpec, trackFile, upsideDownJpeg } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';

const { db } = await testDb({ max: 10 });
const world = await testCtx({ db, site: 'tmnf' });
let ann: Uploader;
beforeEach(async () => {
  ann = await Uploader.of(await asMember(world));
});

const tracksOf = async (who: Uploader) =>
  db
    .selectFrom('track')
    .where('site', '=', who.ctx.site.code)
    .where('uploader_id', '=', who.ctx.viewer.userId)
    .selectAll()
    .execute();
/** What the answer says about a track that everyone can see. */
const everyone = { IsPublic: true, IsListed: true, ReleaseDate: null, SecretLink: null };
const idIn = (results: readonly object[], index = 0) => {
  const result = results[index];
  if (!result || !('TrackId' in result)) throw new Error(`Not published: ${JSON.stringify(result)}`);
  return Number(result.TrackId);
};

test('invisible characters in a name are not suggested, and are refused if typed', async () => {
  const file = trackFile({ name: '$f00Ni\u200Bght\u3164 \uFFA0' });
  const { analysis } = await ann.analyse(file, 'ni\u3164ght.Challenge.Gbx');
  expect(analysis).toMatchObject({ FileName: 'night.Challenge.Gbx', SuggestedTrackName: 'Night' });
  const typed = entry(0, { TrackName: 'Night\u3164', UploadKey: analysis.UploadKey ?? '' });
  const { results } = await ann.publish(typed);
  expect(JSON.stringify(results)).toContain(
    'The name cannot contain the invisible character U+3164 (Hangul filler).',
  );
  expect(await tracksOf(ann)).toEqual([]);
});

test('a file is analysed, published by its key, shown in the list and downloaded byte for byte', async () => {
  const file = trackFile({ name: '$f00Night $$hift', thumbnail: await upsideDownJpeg(), mood: 'Night' });
  const { status, analysis } = await ann.analyse(file, 'C:\\fakepath\\night.Challenge.Gbx');
  expect(status).toBe(200);
  expect(analysis).toEqual({
    FileName: 'night.Challenge.Gbx',
    FileSize: file.length,
    SuggestedTrackName: 'Night $$hift',
    AuthorTime: 41_280,
    AuthorScore: null,
    MapType: 0,
    Environment: 7,
    Car: 7,
    Mood: 3,
    UId: expect.stringMatching(/^Uid_/),
    HasThumbnail: true,
    Issues: [],
    UploadKey: expect.any(String),
  });
  const { results } = await ann.publish(
    entry(0, { TrackName: ' $f00Night $$hift ', UploadKey: analysis.UploadKey ?? '', AuthorComments: 'hi' }),
  );
  const id = idIn(results);
  expect(results).toEqual([{ ...everyone, TrackId: id, TrackName: '$f00Night $$hift' }]);

  const download = await ann.ask('GET', `/trackgbx/${id}`);
  expect(download.status).toBe(200);
  expect(download.body.equals(file)).toBe(true);
  expect(download.headers).toMatchObject({
    'content-type': 'application/gbx',
    'content-length': String(file.length),
    'content-disposition': `attachment; filename="Night -hift_(${id}).Challenge.Gbx"; filename*=UTF-8''Night%20-hift_%28${id}%29.Challenge.Gbx`,
  });
  const [row] = await tracksOf(ann);
  expect(row).toMatchObject({ name: '$f00Night $$hift', name_folded: 'night $hift', mood: 3, tags: [7] });
});

test('public tracks are counted for their uploader', async () => {
  await ann.publish({
    ...entry(0, { TrackName: 'Shown', TrackFile: trackFile() }),
    ...entry(1, { TrackName: 'Hidden', TrackFile: trackFile(), CustomVisibility: 'true', Visible: 'false' }),
    ...entry(2, { TrackName: 'Shown, too', TrackFile: trackFile() }),
  });
  expect(await tracksOf(ann)).toHaveLength(3);
  const { tracks } = await db
    .selectFrom('profile')
    .where('site', '=', 'tmnf')
    .where('user_id', '=', ann.ctx.viewer.userId)
    .select('tracks')
    .executeTakeFirstOrThrow();
  expect(tracks).toBe(2);
});

test('a file can be published in one step, with defaults for all from Global', async () => {
  const { status, results } = await ann.publish({
    'Global.Difficulty': 'Expert',
    'Global.Tags': '1,2',
    'Global.AuthorComments': 'for all',
    'TrackEntries[0].TrackName': 'First',
    'TrackEntries[0].TrackFile': trackFile(),
    'TrackEntries[4].TrackName': 'Second',
    'TrackEntries[4].TrackFile': trackFile(),
    'TrackEntries[4].Difficulty': '0',
    'TrackEntries[4].Tags[]': '7',
    'TrackEntries[4].Visible': 'false',
  });
  expect(status).toBe(200);
  expect(results).toEqual([
    { ...everyone, TrackId: expect.any(Number), TrackName: 'First', Issues: [] },
    { ...everyone, IsPublic: false, TrackId: expect.any(Number), TrackName: 'Second', Issues: [] },
  ]);
  expect((await tracksOf(ann)).sort((a, b) => a.track_id - b.track_id)).toMatchObject([
    { difficulty: 2, tags: [1, 2], author_comments: 'for all', is_public: true },
    { difficulty: 0, tags: [7], author_comments: 'for all', is_public: false },
  ]);
});

test('a failed entry does not affect the others, and names file, field and reason', async () => {
  const { status, results } = await ann.publish({
    ...entry(0, { TrackName: 'x', TrackFile: trackFile() }),
    ...entry(1, { TrackFile: Buffer.from('no track at all, but long enough') }),
    ...entry(2, { TrackFile: trackFile() }),
    ...entry(3, { TrackFile: Buffer.concat([trackFile(), Buffer.alloc(1024 * 1024)]) }),
    ...entry(4, { UploadKey: 'unknown' }),
    ...entry(5, {}),
    ...entry(6, { Difficulty: '', TrackFile: trackFile() }),
    ...entry(7, { Tags: '99', TrackFile: trackFile() }),
  });
  expect(status).toBe(200);
  const file = (n: number) => `TrackEntries${n}TrackFile.Challenge.Gbx`;
  const problem = (n: number, field: string, detail: string, httpStatus = 422) => ({
    Problem: expect.objectContaining({
      status: httpStatus,
      field: `TrackEntries[${n}].${field}`,
      detail,
      ...(detail.startsWith('Track') && { file: file(n) }),
    }),
  });
  expect(results).toEqual([
    problem(0, 'TrackName', `${file(0)}: The name has to be min. 2 characters long.`),
    problem(
      1,
      'TrackFile',
      `${file(1)}: This is not a Trackmania file: it does not begin with the letters GBX.`,
    ),
    { ...everyone, TrackId: expect.any(Number), TrackName: 'Floodlight', Issues: [] },
    problem(3, 'TrackFile', `${file(3)} is too large: at most 1 MiB are accepted.`, 413),
    problem(4, 'UploadKey', 'This upload is no longer available: choose the file again.', 404),
    problem(5, 'TrackFile', 'No file was sent. Choose one.'),
    problem(6, 'Difficulty', `${file(6)}: The Difficulty field is required`),
    problem(7, 'Tags', `${file(7)}: Choose tags of this edition.`),
  ]);
  expect(await tracksOf(ann)).toHaveLength(1);
});

test('when no entry succeeds the status is 422 and the response is a Problem too', async () => {
  const answer = await ann.publish(entry(0, { TrackName: '', TrackFile: trackFile() }));
  expect(answer.status).toBe(422);
  expect(answer.json()).toMatchObject({
    status: 422,
    detail: 'TrackEntries0TrackFile.Challenge.Gbx: A name is required.',
    Results: [{ Problem: { field: 'TrackEntries[0].TrackName' } }],
  });
});

test('a browser without scripts is redirected to its track, or gets the form again with the reason', async () => {
  const html = { headers: { accept: 'text/html,*/*;q=0.8' } };
  const published = await ann.publish(entry(0, { TrackFile: trackFile() }), html);
  const [row] = await tracksOf(ann);
  expect(published).toMatchObject({ status: 303, headers: { location: `/trackshow/${row?.track_id}` } });
  const refused = await ann.publish(entry(0, { TrackName: 'x', TrackFile: trackFile() }), html);
  expect(refused).toMatchObject({
    status: 422,
    page: { path: '/trackupload', problem: { detail: expect.stringContaining('min. 2 characters') } },
  });
  expect(refused.page?.form?.values.get('TrackEntries[0].Difficulty')).toBe('1');
});

test.each([
  [
    'too new a game',
    { game: 'TM 1.0' },
    'format',
    'This track was made in TM 1.0. Nations Forever accepts tracks from',
  ],
  [
    'another environment',
    { environment: 'Bay' },
    'environment',
    'Nations Forever only accepts Stadium tracks; this one is Bay.',
  ],
  [
    'another car',
    { car: 'Bay' },
    'car',
    'Nations Forever only accepts tracks with the Stadium car; this one has the Bay car.',
  ],
  ['impossible medals', { bronze: 3_000_000_000 }, 'medal-values', 'A medal of this track is above'],
] as const)('%s is refused as an issue, and nothing is stored', async (_, spec, code, message) => {
  const file = trackFile(spec);
  const { status, analysis } = await ann.analyse(file);
  expect(status).toBe(200);
  expect(analysis.UploadKey).toBeNull();
  expect(analysis.Issues).toContainEqual(
    expect.objectContaining({ Level: 'error', Code: code, Message: expect.stringContaining(message) }),
  );
  expect(
    await db
      .selectFrom('upload')
      .where('site', '=', 'tmnf')
      .where('user_id', '=', ann.ctx.viewer.userId)
      .selectAll()
      .execute(),
  ).toEqual([]);
  const { results } = await ann.publish(entry(0, { TrackFile: file }));
  expect(results).toMatchObject([{ Problem: { status: 422, detail: expect.stringContaining(message) } }]);
});

test('a PressForward track is uncompetitive; points and respawns are stored if they count', async () => {
  await ann.publish({
    ...entry(0, { Tags: '10', TrackFile: trackFile() }),
    ...entry(1, {
      TrackFile: trackFile({ mode: 'Stunts', authorScore: 300, gold: 260, silver: 180, bronze: 110 }),
    }),
    ...entry(2, {
      TrackFile: trackFile({ mode: 'Platform', authorScore: 0, gold: 0, silver: 3, bronze: 10 }),
    }),
    ...entry(3, { TrackFile: trackFile({ mode: 'Race', authorScore: 41_280 }) }),
  });
  expect((await tracksOf(ann)).sort((a, b) => a.track_id - b.track_id)).toMatchObject([
    { replay_type: 3, primary_type: 0 },
    { replay_type: 0, primary_type: 3, author_score: 300 },
    { replay_type: 0, primary_type: 2, author_score: 0 },
    { author_score: 41_280 },
  ]);
});

test('a file of 256 KiB and more is accepted with a warning; an invalid picture is omitted', async () => {
  const random = seededRandom(7);
  const blocks = Array.from({ length: 80_000 }, () => {
    const [x, z, direction] = [random() * 32, random() * 32, random() * 4].map(Math.floor);
    return { name: 'StadiumRoadMain', x: x ?? 0, y: 1, z: z ?? 0, direction: direction ?? 0 };
  });
  const thumbnail = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(1000, 7)]);
  const file = trackFile({ blocks: [...fileSpec().blocks, ...blocks], thumbnail });
  expect(file.length).toBeGreaterThan(256 * 1024);
  const { analysis } = await ann.analyse(file);
  expect(analysis).toMatchObject({ HasThumbnail: false, UploadKey: expect.any(String) });
  expect(analysis.Issues).toMatchObject([{ Level: 'warning', Code: 'large' }]);
});

test('an upload can be used by its owner only', async () => {
  const key = await ann.key(trackFile());
  const bea = await Uploader.of(await asMember(world));
  expect((await bea.publish(entry(0, { UploadKey: key }))).results).toMatchObject([
    { Problem: { status: 404 } },
  ]);
});

test('visitors must sign in, and nothing happens without a token', async () => {
  const nobody = await Uploader.of(seenFrom(world, { viewer: visitor }));
  expect((await nobody.publish(entry(0, { TrackFile: trackFile() }))).problem).toMatchObject({ status: 401 });
  const forged = await ann.publish(entry(0, { TrackFile: trackFile() }), { token: null });
  expect(forged.problem).toMatchObject({ status: 400, field: '__RequestVerificationToken' });
  const stale = await ann.publish(entry(0, { TrackFile: trackFile() }), { token: 'a.b.c' });
  expect(stale.problem).toMatchObject({ status: 400 });
  expect(await tracksOf(ann)).toHaveLength(0);
  const header = await ann.publish(entry(0, { TrackFile: trackFile() }), {
    token: null,
    headers: ann.tokenHeader(),
  });
  expect(header.status).toBe(200);
});

test('a user with an unconfirmed address may upload', async () => {
  const basic = await Uploader.of(await asMember(world, Level.basic));
  expect((await basic.publish(entry(0, { TrackFile: trackFile() }))).status).toBe(200);
});

test('every row references a complete file in the store', async () => {
  const blobs = await db.selectFrom('blob').selectAll().execute();
  expect(blobs.length).toBeGreaterThan(10);
  for (const { sha256, size_bytes } of blobs) {
    expect((await world.files.open(sha256))?.sizeBytes, sha256).toBe(size_bytes);
  }
});
