import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import type { Uploader } from '#testing/uploader.ts';
import { newPerson, visitorOf, withWrongTokens, writerOf } from '#testing/writes.ts';
import { blockedByViewer, blockersOf } from '../../server/repo.ts';
import { blockedOnPage, maxBlocked } from '../blocks.ts';
import { blockedUsers } from './blocks.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const path = (userId: number | string) => `/blockuser/${userId}`;
const block = (who: Uploader, userId: number, state = 'true') =>
  writerOf(who)('PUT', path(userId), { Block: state });
const pageOf = ({ ctx }: Uploader, query = '') => blockedUsers(ctx, new URLSearchParams(query));

/** Blocks `count` new users for this one, one a second. */
async function blockMany({ ctx }: Uploader, count: number): Promise<void> {
  const word = `crowd of ${ctx.viewer.userId}`;
  await sql`
    with a as (
      insert into account (name, name_key, email, email_key, password_hash, created_at)
      select ${word} || n, ${word} || n, ${word} || n, ${word} || n, 'none', now() from generate_series(1, ${count}::integer) n
      returning account_id, name
    ), p as (
      insert into profile (site, user_id, account_id, name, name_folded, registered_at)
      select 'tmnf', next_id('user', 'tmnf'), account_id, name, name, now() from a returning user_id
    )
    insert into user_block (site, user_id, blocked_id, blocked_at)
    select 'tmnf', ${ctx.viewer.userId}::integer, user_id, timestamptz '2020-01-01Z' + user_id * interval '1 second' from p`.execute(
    db,
  );
}

test('blocking and unblocking are requested states: a repeated press changes nothing', async () => {
  const [ann, bo] = [await newPerson(world), await newPerson(world)];
  const { userId } = ann.ctx.viewer;
  for (const state of ['true', 'true', 'false', 'false', 'true']) {
    expect(await block(bo, userId, state)).toBe(200);
    expect((await blockedByViewer(bo.ctx)).has(userId)).toBe(state === 'true');
  }
  expect((await pageOf(bo)).rows.map(({ UserId }) => UserId)).toEqual([userId]);
  // not mutual
  expect((await blockedByViewer(ann.ctx)).size).toBe(0);
  expect(await blockersOf(world, userId, [userId, bo.ctx.viewer.userId])).toEqual(
    new Set([bo.ctx.viewer.userId]),
  );
  expect(await blockersOf(world, bo.ctx.viewer.userId, [userId])).toEqual(new Set());
});

test.each([
  ['visitor', null, 401],
  ['basic', Level.basic, 200],
  ['moderator', Level.moderator, 200],
] as const)('a %s who blocks is answered %s %i', async (_, level, status) => {
  const { userId } = (await newPerson(world)).ctx.viewer;
  const write = level === null ? visitorOf(world) : writerOf(await newPerson(world, level));
  expect(await write('POST', path(userId), { Block: 'true' })).toBe(status);
});

test('the crew can be blocked; oneself and unknown users cannot', async () => {
  const [bo, mo] = [await newPerson(world), await newPerson(world, Level.moderator)];
  expect(await block(bo, mo.ctx.viewer.userId)).toBe(200);
  expect(await block(bo, bo.ctx.viewer.userId)).toBe(403);
  expect(await block(bo, 999_999)).toBe(404);
  expect(await block(bo, mo.ctx.viewer.userId, 'maybe')).toBe(400);
  expect(await withWrongTokens(world, bo, 'PUT', path(mo.ctx.viewer.userId), { Block: 'false' })).toEqual([
    400, 400,
  ]);
});

test(`${maxBlocked} users can be blocked, not one more, however many requests come at once`, async () => {
  const bo = await newPerson(world);
  await blockMany(bo, maxBlocked - 1);
  const more = await Promise.all([1, 2, 3].map(async () => (await newPerson(world)).ctx.viewer.userId));
  const statuses = await Promise.all(more.map((userId) => block(bo, userId)));
  expect(statuses.toSorted()).toEqual([200, 409, 409]);
  // blocking a user again does not count, and unblocking makes room
  const last = more[statuses.indexOf(200)] ?? 0;
  expect(await block(bo, last)).toBe(200);
  expect(await block(bo, last, 'false')).toBe(200);
  expect(await block(bo, more[statuses.indexOf(409)] ?? 0)).toBe(200);
});

test('the list of blocked users is paged, the latest first', async () => {
  const bo = await newPerson(world);
  await blockMany(bo, blockedOnPage + 1);
  const first = await pageOf(bo);
  expect([first.rows.length, first.previous]).toEqual([blockedOnPage, null]);
  const second = await pageOf(bo, first.next ?? '');
  expect([second.rows.length, second.next]).toEqual([1, null]);
  expect((await pageOf(bo, second.previous ?? '')).rows).toEqual(first.rows);
  const at = [...first.rows, ...second.rows].map((row) => row.at.getTime());
  expect(at).toEqual(at.toSorted((a, b) => b - a));
});
