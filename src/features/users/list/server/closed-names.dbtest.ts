import { expect, test } from 'vitest';
import { withNamed } from '#features/tracks/upload/server/entry-settings.ts';
import { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { Person } from '#testing/track-people.ts';
import { deletedUserName } from '../../model.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const writer = await Person.of(world, Level.moderator);
world.clock.forward({ days: 8 });

const gone = await Person.of(world);
await db
  .updateTable('profile')
  .set({ name: deletedUserName, closed_at: world.clock.now() })
  .where('site', '=', 'tmnf')
  .where('user_id', '=', gone.userId)
  .execute();

test('the name of closed accounts names no creator of a video', async () => {
  const form = { Address: 'video000001', Title: 'A lap', Creator: deletedUserName };
  const answer = await writer.post('/postvideo', form);
  expect([answer.status, answer.problem?.field]).toEqual([422, 'Creator']);
});

test('the name of closed accounts names no co-author of a track', async () => {
  const author = { UserId: 0, Role: '', Name: deletedUserName };
  await expect(withNamed(writer.ctx, { Authors: [author] })).rejects.toThrow(`“${deletedUserName}”`);
  expect((await withNamed(writer.ctx, { Authors: [{ ...author, Name: writer.name }] })).Authors).toEqual([
    { UserId: writer.userId, Role: '' },
  ]);
});
