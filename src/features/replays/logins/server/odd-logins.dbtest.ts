import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { forSite } from '#db/for-site.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { drivableTrack, posted } from '#testing/replays.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { claimDays } from '../claims.ts';
import { ownLoginClaims } from './claim-pages.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const { uid } = await drivableTrack(await asMember(world));
const ann = await Uploader.of(await asMember(world));

test('a forged login of markup and line breaks binds nobody, is stored in one line, and its file is accepted', async () => {
  const { ReplayId } = await posted(ann, { uid, login: '<b>ben\r\n$f00x' });
  const row = await forSite(world, 'replay')
    .where('replay_id', '=', ReplayId)
    .select('driver_login')
    .executeTakeFirst();
  expect(row).toEqual({ driver_login: '<b>ben  $f00x' });
  expect(
    await forSite(world, 'game_login').where('user_id', '=', ann.ctx.viewer.userId).selectAll().execute(),
  ).toEqual([]);
});

test('at night, bindings of invalid logins are released and their owners notified, and claims that expired long ago are deleted', async () => {
  const { ReplayId } = await posted(ann, { uid, bestTimeMs: 39_000, login: 'valid.one' });
  const bind = (login: string) =>
    db
      .insertInto('game_login')
      .values({
        site: 'tmnf',
        login_key: login.toLowerCase(),
        login,
        user_id: ann.ctx.viewer.userId,
        replay_id: ReplayId,
        bound_at: world.clock.now(),
      })
      .execute();
  for (const odd of ['<i>x</i>', 'Two\nlines', 'x'.repeat(65)]) await bind(odd);
  const form = new URLSearchParams({ Login: 'never' });
  expect((await ann.ask('POST', '/loginclaim', { form })).status).toBe(200);
  world.clock.forward({ days: claimDays + 30 });
  const job = app.jobs.find(({ name }) => name === 'sweep-logins');
  await job?.run(world, 'test', {});
  expect(await ownLoginClaims(ann.ctx)).toHaveLength(1);
  world.clock.forward({ seconds: 1 });
  await job?.run(world, 'test', {});
  expect(await ownLoginClaims(ann.ctx)).toEqual([]);
  const left = await forSite(world, 'game_login')
    .where('user_id', '=', ann.ctx.viewer.userId)
    .select('login')
    .execute();
  expect(left).toEqual([{ login: 'valid.one' }]);
  const notices = await forSite(world, 'notice')
    .where('user_id', '=', ann.ctx.viewer.userId)
    .where('kind', '=', 'login.released')
    .select('text')
    .execute();
  expect(notices).toEqual([{ text: expect.stringContaining('“Two lines”') }]);
});
