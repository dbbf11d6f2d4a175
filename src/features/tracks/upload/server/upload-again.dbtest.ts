import { beforeEach, expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import type { Site } from '#sites/schema.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, trackFile } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';

const { db } = await testDb({ max: 10, editions: 'all' });
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
const idIn = (results: readonly object[], index = 0) => {
  const result = results[index];
  if (!result || !('TrackId' in result)) throw new Error(`Not published: ${JSON.stringify(result)}`);
  return Number(result.TrackId);
};

test('the same bytes or the same UId are refused, with a link for viewers who may see the track', async () => {
  const file = trackFile({ uid: 'Twice_xxxxxxxxxxxxxxxxxxxx', name: 'One' });
  const sameUid = trackFile({ uid: 'Twice_xxxxxxxxxxxxxxxxxxxx', name: 'Two' });
  const { results } = await ann.publish(entry(0, { TrackFile: file, TrackName: '$f00One' }));
  const id = idIn(results);
  const bea = await Uploader.of(await asMember(world));
  expect((await bea.analyse(file)).analysis).toMatchObject({
    UploadKey: null,
    Issues: [
      {
        Level: 'error',
        Code: 'duplicate',
        Message: 'This exact file is already on TMNF: “One”.',
        Link: `/trackshow/${id}`,
      },
    ],
  });
  expect((await bea.publish(entry(0, { TrackFile: sameUid }))).results).toMatchObject([
    {
      Problem: {
        status: 409,
        detail: 'TrackEntries0TrackFile.Challenge.Gbx: A version of this track is already on TMNF: “One”.',
        link: `/trackshow/${id}`,
      },
    },
  ]);
  await db
    .updateTable('track')
    .set({ is_public: false })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', id)
    .execute();
  const [issue] = (await bea.analyse(file)).analysis.Issues;
  expect(issue).toEqual({
    Level: 'error',
    Code: 'duplicate',
    Message: 'This exact file is already on TMNF, but hidden. Ask its uploader or the crew to show it.',
    Link: '/crew',
  });
  expect((await ann.analyse(file)).analysis.Issues[0]?.Link, 'its own author').toBe(`/trackshow/${id}`);
});

test('a track that its uploader deleted can be uploaded again, by any user, and is then not restored', async () => {
  const mo = await Uploader.of(await asMember(world, Level.moderator));
  const bea = await Uploader.of(await asMember(world));
  const send = (who: Uploader, path: string, fields: Record<string, string> = {}) =>
    who.ask('POST', path, { form: new URLSearchParams(fields) });
  for (const again of [bea, ann]) {
    const file = trackFile({ name: 'Phoenix' });
    const id = idIn((await ann.publish(entry(0, { TrackFile: file }))).results);
    expect((await send(ann, `/trackdelete/${id}`)).status).toBe(200);
    expect((await again.analyse(file)).analysis.Issues.filter(({ Level }) => Level === 'error')).toEqual([]);
    const newId = idIn((await again.publish(entry(0, { TrackFile: file }))).results);
    expect(newId).not.toBe(id);
    for (const who of [ann, mo]) {
      const { status, problem } = await send(who, `/trackrestore/${id}`, { Reason: 'please' });
      expect([status, problem?.detail, problem?.link]).toEqual([
        409,
        `This track has since been uploaded again as track ${newId}. Only one of them can be on this edition.`,
        `/trackshow/${newId}`,
      ]);
    }
    // without the other one it can be restored
    expect((await send(again, `/trackdelete/${newId}`)).status).toBe(200);
    expect((await send(ann, `/trackrestore/${id}`)).status).toBe(200);
  }
});

test('of two users who upload a deleted track again at once, one does; and not while it is being restored', async () => {
  const file = trackFile();
  const id = idIn((await ann.publish(entry(0, { TrackFile: file }))).results);
  await ann.ask('POST', `/trackdelete/${id}`, { form: new URLSearchParams() });
  const others = await Promise.all([asMember(world), asMember(world)]);
  const uploads = await Promise.all(others.map((ctx) => Uploader.of(ctx)));
  const [restored, ...published] = await Promise.all([
    ann.ask('POST', `/trackrestore/${id}`, { form: new URLSearchParams() }),
    ...uploads.map((who) => who.publish(entry(0, { TrackFile: file }))),
  ]);
  const made = published.flatMap(({ results }) => results).filter((result) => 'TrackId' in result);
  expect(made.length + (restored.status === 200 ? 1 : 0)).toBe(1);
});

test('a track that a moderator deleted is refused, with the reason for its author, the day and whom to ask', async () => {
  const mo = await Uploader.of(await asMember(world, Level.moderator));
  const bea = await Uploader.of(await asMember(world));
  const file = trackFile({ name: 'Stolen' });
  const id = idIn((await ann.publish(entry(0, { TrackFile: file, TrackName: 'Stolen' }))).results);
  await mo.ask('POST', `/trackdelete/${id}`, { form: new URLSearchParams({ Reason: 'Not yours' }) });
  const freeOn = new Date(world.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10);
  const issueFor = async (who: Uploader) => (await who.analyse(file)).analysis.Issues[0];
  expect(await issueFor(bea)).toEqual({
    Level: 'error',
    Code: 'duplicate',
    Message: `A moderator deleted this exact file on TMNF. You can upload it again on ${freeOn}. Until then, ask the crew to restore it.`,
    Link: '/crew',
  });
  expect(await issueFor(ann)).toMatchObject({
    Message: `A moderator deleted this exact file on TMNF, as “Stolen”. You can upload it again on ${freeOn}. Until then, ask the crew to restore it. Reason: Not yours`,
    Link: `/trackrestore/${id}`,
  });
});

test('editions have separate tracks: the same file may be on both', async () => {
  const { formats } = world.site;
  const elsewhere = await asMember(seenFrom(world, { site: 'tmn' }));
  const tmn = await Uploader.of({ ...elsewhere, site: { ...elsewhere.site, formats } });
  const file = trackFile();
  for (const who of [ann, tmn]) idIn((await who.publish(entry(0, { TrackFile: file }))).results);
});

test('a retry with the same key returns the same track, even with other settings and concurrently', async () => {
  const key = await ann.key(trackFile());
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => ann.publish(entry(0, { UploadKey: key, TrackName: `Name ${n}` }))),
  );
  const ids = new Set(answers.map(({ results }) => idIn(results)));
  expect(ids.size).toBe(1);
  expect(new Set(answers.map(({ results }) => JSON.stringify(results))).size).toBe(1);
  expect(await tracksOf(ann)).toHaveLength(1);
});

test('the same file from several users concurrently becomes exactly one track', async () => {
  const file = trackFile();
  const people = await Promise.all(Array.from({ length: 5 }, async () => Uploader.of(await asMember(world))));
  const keys = await Promise.all(people.map((person) => person.key(file)));
  const answers = await Promise.all(
    people.map((person, n) => person.publish(entry(0, { UploadKey: keys[n] ?? '' }))),
  );
  const results = answers.flatMap((answer) => answer.results);
  expect(results.filter((result) => 'TrackId' in result)).toHaveLength(1);
  const id = idIn(results.filter((result) => 'TrackId' in result));
  for (const result of results.filter((other) => 'Problem' in other)) {
    expect(result).toMatchObject({ Problem: { status: 409, link: `/trackshow/${id}` } });
  }
});

test('a quota refuses further tracks, even concurrent ones, and recovers with time', async () => {
  const quotas: Site['quotas'] = { ...world.site.quotas, uploads: 2 };
  const member = await asMember(world);
  const who = await Uploader.of({ ...member, site: { ...world.site, quotas } });
  const keys = await Promise.all(Array.from({ length: 5 }, () => who.key(trackFile())));
  const answers = await Promise.all(keys.map((UploadKey) => who.publish(entry(0, { UploadKey }))));
  const results = answers.flatMap((answer) => answer.results);
  expect(results.filter((result) => 'TrackId' in result)).toHaveLength(2);
  const refused = results.findIndex((result) => 'Problem' in result);
  expect(results[refused]).toMatchObject({
    Problem: {
      status: 429,
      detail: expect.stringContaining('You’ve reached the limit of 2 tracks in 24 hours.'),
    },
  });
  world.clock.forward({ hours: 25 });
  const later = await Uploader.of({ ...member, site: { ...world.site, quotas } });
  expect((await later.publish(entry(0, { UploadKey: keys[refused] ?? '' }))).status).toBe(200);
});

test('every row references a complete file in the store', async () => {
  const blobs = await db.selectFrom('blob').selectAll().execute();
  expect(blobs.length).toBeGreaterThan(5);
  for (const { sha256, size_bytes } of blobs) {
    expect((await world.files.open(sha256))?.sizeBytes, sha256).toBe(size_bytes);
  }
});
