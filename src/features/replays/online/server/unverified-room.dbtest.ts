import { expect, test } from 'vitest';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { drivableTrack } from '#testing/replays.ts';
import { asMember } from '#testing/tracks.ts';
import { maxUnverified } from '../trust.ts';
import { sendOnlineRecords } from './receive.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const sender = await asMember(world);
const { uid } = await drivableTrack(await asMember(world));

async function send(records: readonly (readonly [login: string, timeMs: number])[]) {
  const Records = records.map(([Login, Time]) => ({ UId: uid, Mode: 1, Login, Time }));
  const { Results } = await sendOnlineRecords.perform(sender, { Server: '', Records });
  return Results.map(({ Result }) => Result);
}

test('what an account can store without approval is limited, one row below, at and above', async () => {
  await db
    .insertInto('online_record')
    .values(
      Array.from({ length: maxUnverified - 1 }, (_, n) => ({
        site: 'tmnf',
        online_record_id: 1_000_000 + n,
        uid: `filler${n % 500}`,
        mode: 1,
        login: `login${n}`,
        time_ms: 41_000,
        sent_by: sender.viewer.userId,
        sent_at: world.clock.now(),
      })),
    )
    .execute();
  expect(
    await send([
      ['ann', 41_000],
      ['ben', 41_000],
    ]),
  ).toEqual(['added', 'full']);
  expect(
    await send([
      ['ann', 40_000],
      ['cy', 41_000],
    ]),
  ).toEqual(['improved', 'full']);
});
