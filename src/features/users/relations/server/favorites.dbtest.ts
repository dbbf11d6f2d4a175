import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import type { Uploader } from '#testing/uploader.ts';
import { newPerson, visitorOf, withWrongTokens, writerOf } from '#testing/writes.ts';
import { recountPeople } from '../../server/recount.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const list = listAt(app.routes, '/api/users');
const path = (userId: number | string) => `/togglefavoriteuser/${userId}`;
const seenBy = async ({ ctx }: Uploader, userId: number) =>
  (await ask(ctx, list, `id=${userId}&fields=IsFavorite,Favorites`)).Results[0];

async function press(who: Uploader, userId: number, method = 'PUT') {
  const form = new URLSearchParams({ userId: String(userId) });
  return (await who.ask(method, path(userId), { form })).json();
}

test.each(['PUT', 'POST'])(
  '%s adds a user to the favourites and removes them, and counts',
  async (method) => {
    const [ann, bo, cy] = [await newPerson(world), await newPerson(world), await newPerson(world)];
    const { userId, name } = ann.ctx.viewer;
    expect(await press(bo, userId, method)).toEqual({ Added: true, Name: name });
    await press(cy, userId, method);
    expect(await seenBy(bo, userId)).toEqual({ IsFavorite: true, Favorites: 2 });
    expect(await press(bo, userId, method)).toEqual({ Added: false, Name: name });
    expect(await seenBy(bo, userId)).toEqual({ IsFavorite: false, Favorites: 1 });
    expect(await seenBy(ann, userId)).toEqual({ IsFavorite: false, Favorites: 1 });
  },
);

test('however quickly it is pressed, the counter equals a recount', async () => {
  const [ann, bo] = [await newPerson(world), await newPerson(world)];
  const { userId } = ann.ctx.viewer;
  await Promise.all([1, 2, 3, 4, 5].map(() => press(bo, userId)));
  const counted = (await seenBy(bo, userId)).Favorites;
  await recountPeople(world, [userId]);
  expect((await seenBy(bo, userId)).Favorites).toBe(counted);
});

test.each([
  ['visitor', null, 401],
  ['basic', Level.basic, 200],
  ['standard', Level.standard, 200],
  ['moderator', Level.moderator, 200],
] as const)('a %s pressing it is answered %s %i', async (_, level, status) => {
  const { userId } = (await newPerson(world)).ctx.viewer;
  const write = level === null ? visitorOf(world) : writerOf(await newPerson(world, level));
  expect(await write('PUT', path(userId))).toBe(status);
});

test('users cannot be their own favourite, nor can unknown users be one', async () => {
  const bo = await newPerson(world);
  const write = writerOf(bo);
  expect(await write('PUT', path(bo.ctx.viewer.userId))).toBe(403);
  expect(await write('PUT', path(999_999))).toBe(404);
  expect(await write('PUT', path('0'))).toBe(400);
});

test('a foreign token or none does nothing', async () => {
  const [ann, bo] = [await newPerson(world), await newPerson(world)];
  const { userId } = ann.ctx.viewer;
  expect(await withWrongTokens(world, bo, 'PUT', path(userId))).toEqual([400, 400]);
  expect((await seenBy(bo, userId)).Favorites).toBe(0);
});
