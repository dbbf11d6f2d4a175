import { expect, test } from 'vitest';
import { toWireDate } from '#lib/format/dates.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, trackFile } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await Uploader.of(await asMember(world));

test('the answer says who can see the track, and gives the secret link of an unlisted one', async () => {
  const releaseAt = new Date(world.clock.now().getTime() + 86_400_000);
  const settings: Record<string, string>[] = [
    {},
    { Visible: 'false' },
    { Visible: 'false', ReleaseDate: releaseAt.toISOString() },
    { Listed: 'false' },
  ];
  const outcomes = [];
  for (const given of settings) {
    const { results } = await ann.publish(entry(0, { ...given, TrackFile: trackFile() }));
    outcomes.push(results[0]);
  }
  const unlisted = await db
    .selectFrom('track')
    .where('site', '=', 'tmnf')
    .where('is_listed', '=', false)
    .select(['track_id', 'secret_key'])
    .executeTakeFirstOrThrow();
  expect(outcomes).toMatchObject([
    { IsPublic: true, IsListed: true, ReleaseDate: null, SecretLink: null },
    { IsPublic: false, IsListed: true, ReleaseDate: null, SecretLink: null },
    { IsPublic: false, IsListed: true, ReleaseDate: toWireDate(releaseAt), SecretLink: null },
    {
      IsPublic: true,
      IsListed: false,
      SecretLink: `/trackshow/${unlisted.track_id}?key=${unlisted.secret_key}`,
    },
  ]);
});

test('a duplicate among refused entries does not give the response its title', async () => {
  const file = trackFile();
  await ann.publish(entry(0, { TrackFile: file }));
  const answer = await ann.publish(entry(0, { TrackFile: file }));
  expect(answer.json()).toMatchObject({
    status: 422,
    title: 'Refused',
    Results: [{ Problem: { status: 409, title: 'Conflict' } }],
  });
});
