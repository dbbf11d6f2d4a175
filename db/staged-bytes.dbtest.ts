import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { stagedByViewer } from '#platform/uploads/staged.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeReplay } from '#testing/make-lists.ts';
import { img, newAddress, pictureScene } from '#testing/remote-pictures.ts';
import { asMember, makeTrack, trackFile } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';
import { acrossSites } from './for-site.ts';
import { down, up } from './migrations/0087-staged-bytes.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const all = acrossSites(db, 'a migration is for all editions');
const schema = all as unknown as Kysely<unknown>; // migrations know no tables

test('the migration counts what is staged already, and makes verdicts of the clock due again', async () => {
  const ann = await Uploader.of(await asMember(world));
  const [staged, published] = [trackFile(), trackFile()];
  await ann.key(staged);
  await ann.publish(entry(0, { TrackFile: published }));
  const { save, row, ctx } = await pictureScene(db);
  const [damaged, missing] = [newAddress(), newAddress()];
  await save(`${img(damaged)} ${img(missing)}`);
  for (const [address, failure] of [
    [damaged, 'damaged'],
    [missing, 'missing'],
  ] as const)
    await all
      .updateTable('remote_picture')
      .where('address', '=', address)
      .set({ state: 'failed', failure, tries: 1, next_try_at: null })
      .execute();
  const refusal = { version: 1, measured_at: ctx.clock.now(), measured: null, changes: null };
  const trackId = await makeTrack(ann.ctx);
  for (const [timeMs, code] of [
    [60_000, 'too-slow'],
    [70_000, 'truncated'],
  ] as const) {
    const made = { trackId, userId: ann.ctx.viewer.userId, timeMs, at: ctx.clock.now() };
    const replayId = await makeReplay(world, made);
    const { sha256 } = await all
      .selectFrom('replay')
      .where('replay_id', '=', replayId)
      .select('sha256')
      .executeTakeFirstOrThrow();
    await all
      .insertInto('replay_measurement')
      .values({ site: 'tmnf', sha256, ...refusal, refusal_code: code, refusal: 'A sentence.' })
      .execute();
  }
  await down(schema);
  await up(schema);
  expect(await stagedByViewer(ann.ctx)).toEqual({ files: 1, bytes: staged.length });
  expect((await row(damaged))?.next_try_at).toBeInstanceOf(Date);
  expect((await row(missing))?.next_try_at).toBeNull();
  const refusals = await all.selectFrom('replay_measurement').select('refusal_code').execute();
  expect(refusals.map(({ refusal_code }) => refusal_code)).toEqual(['truncated']);
  await ann.key(trackFile());
  expect(await stagedByViewer(ann.ctx)).toMatchObject({ files: 2 });
});
