import { beforeAll, expect, test } from 'vitest';
import { testCtx } from './ctx.ts';
import { testDb } from './db.ts';
import { makePack, makePackTrack } from './make-lists.ts';
import { costOfExchanges, watchExchanges } from './round-trips.ts';
import { asMember, makeTrack } from './tracks.ts';
import { Uploader } from './uploader.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const author = await asMember(world);
const ann = await Uploader.of(await asMember(world));
const tracks: number[] = [];
let packId = 0;

beforeAll(async () => {
  for (let n = 0; n < 8; n++) tracks.push(await makeTrack(author));
  packId = await makePack(world, { ownerId: ann.ctx.viewer.userId, name: 'Pack' });
  for (const [position, trackId] of tracks.entries())
    await makePackTrack(world, { packId, trackId, addedBy: author.viewer.userId, position: position + 1 });
  world.clock.forward({ days: 2 });
});

const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const first = () => tracks[0] ?? 0;

/** Including the limit before the transaction, its begin and its commit; jobs are added in memory here. */
test.each([
  [
    'a comment',
    9,
    4,
    () => ann.ask('POST', `/commentupdate/${first()}/comment/new`, { form: form({ Comment: 'Well built' }) }),
  ],
  [
    'an award',
    10,
    4,
    () => ann.ask('POST', `/commentupdate/${first()}/award/new`, { form: form({ Comment: 'Well built!' }) }),
  ],
  [
    'a move in a pack',
    10,
    4,
    () =>
      ann.ask('PUT', '/trackpack/movetrack', {
        form: form({ packId: String(packId), trackId: String(first()), position: '5' }),
      }),
  ],
  [
    'adding to Play later',
    6,
    4,
    () => ann.ask('PUT', `/maps/toggleplaylater/${first()}`, { form: form({}) }),
  ],
] as const)('%s takes at most %i statements in %i round trips', async (_, statements, roundTrips, write) => {
  const exchanges = watchExchanges();
  expect((await write()).status).toBe(200);
  const cost = costOfExchanges(exchanges);
  expect(cost.statements).toBeLessThanOrEqual(statements);
  expect(cost.roundTrips).toBeLessThanOrEqual(roundTrips);
});
