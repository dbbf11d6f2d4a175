import { beforeEach, expect, test } from 'vitest';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { runJob } from '#testing/notices.ts';
import { Person } from '#testing/track-people.ts';

const { db } = await testDb();
let ctx: TestCtx;
let ann: Person;
let fan: Person;

beforeEach(async () => {
  ctx = await testCtx({ db, site: 'tmnf' });
  [ann, fan] = [await Person.of(ctx), await Person.of(ctx)];
  await fan.sends('PUT', `/togglefavoriteuser/${ann.userId}`);
});

const heard = async () => {
  await runJob(ctx, 'announce', { site: ctx.site.code });
  return (await fan.notices()).map(({ text, link }) => [text, link]);
};

test('fans are notified of a new track once; the author and others are not', async () => {
  const other = await Person.of(ctx);
  const trackId = await ann.uploads({ TrackName: 'Loop' });
  expect(await heard()).toEqual([[`${ann.name} published “Loop”.`, `/trackshow/${trackId}`]]);
  expect(await ann.kinds()).not.toContain('favorite.track');
  expect(await other.kinds()).toEqual([]);
});

test('further tracks within the hour share one notice', async () => {
  await ann.uploads({ TrackName: 'One' });
  await ann.uploads({ TrackName: 'Two' });
  await ann.uploads({ TrackName: 'Three' });
  const texts = await heard();
  expect(texts).toHaveLength(2);
  expect(texts[1]).toEqual([
    `${ann.name} published more tracks. The newest is “Three”.`,
    `/usershow/${ann.userId}`,
  ]);
});

test('a hidden track is announced at its release, but not when it is shown again', async () => {
  const trackId = await ann.uploads({ TrackName: 'Later', Visible: 'false' });
  expect(await heard()).toEqual([]);
  const release = await ann.post(`/trackrelease/${trackId}`);
  expect(release.status).toBe(200);
  expect(await heard()).toHaveLength(1);
});
