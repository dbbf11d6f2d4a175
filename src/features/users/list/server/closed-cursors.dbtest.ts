import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { closeAccount } from '#features/accounts/leaving/server/closing.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { asMember, makeMember, makeTrack } from '#testing/tracks.ts';
import { userList } from './list.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const list = listAt(app.routes, '/api/users');
const idsOf = async (query: string): Promise<number[]> =>
  (await ask(world, list, `fields=UserId&count=100&${query}`)).Results.map(({ UserId }) => UserId);

test('the list of users continues from a closed account by the date of registration; in orders by what closing changes it is refused', async () => {
  const older = [(await makeMember(world)).userId, (await makeMember(world)).userId];
  world.clock.forward({ hours: 1 });
  const leaver = await asMember(world);
  const { userId, accountId } = leaver.viewer;
  world.clock.forward({ hours: 1 });
  const newer = [(await makeMember(world)).userId, (await makeMember(world)).userId];
  await makeTrack(leaver);
  expect(await idsOf('order1=8')).toHaveLength(5);
  await closeAccount(world, app.personalData, {
    account_id: accountId ?? 0,
    by_owner: true,
    reason: '',
    tracks: 'removed',
    origin: 'http://localhost',
    erase_at: new Date(world.clock.now().getTime() + 86_400_000),
  });
  await world.jobs.runAll(world);

  const { codes } = userList.orders.registered ?? { codes: [] };
  const [ascending, descending] = codes;
  expect(await idsOf(`order1=${ascending}&after=${userId}`)).toEqual(newer);
  expect(await idsOf(`order1=${ascending}&before=${userId}`)).toEqual(older);
  expect(await idsOf(`order1=${descending}&after=${userId}`)).toEqual(older.toReversed());
  expect(await idsOf(`order1=${descending}&from=${userId}`)).toEqual(older.toReversed());

  for (const [by, order] of Object.entries(userList.orders)) {
    if (by === 'registered' || by === 'crewRole') continue;
    for (const code of order.codes)
      for (const page of ['after', 'before', 'from'])
        await expect(idsOf(`order1=${code}&${page}=${userId}`), `${by} ${page}`).rejects.toMatchObject({
          status: 410,
        });
  }
});
