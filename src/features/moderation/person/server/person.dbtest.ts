import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { openCase } from '#features/cases/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
import { ensureProfile } from '#platform/auth/profile.ts';
import { inTransaction } from '#platform/ctx.ts';
import { seenFrom, type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { grantRole } from '#testing/moderators.ts';
import { asMember } from '#testing/tracks.ts';
import { performAct } from '../../acts/server/perform.ts';
import { personRecord } from './show.ts';

const { db } = await testDb();

/** A user of two editions, the first of which has a moderator, and both an administrator. */
async function world() {
  const ctx = await testCtx({ db, site: 'tmnf' });
  const person = await asMember(ctx);
  const there = seenFrom(person, { site: 'tmo' });
  const account = { account_id: person.viewer.accountId ?? 0, name: person.viewer.name };
  await ensureProfile(there, account);
  const other = await forSite(there, 'profile')
    .where('account_id', '=', account.account_id)
    .select('user_id')
    .executeTakeFirstOrThrow();
  const moderator = await grantRole(await asMember(ctx), Level.moderator, ['tmnf']);
  const administrator = await grantRole(await asMember(ctx), Level.administrator, 'all');
  return { ctx, person, moderator, administrator, otherId: other.user_id };
}

const recordOf = (ctx: TestCtx, site: string, userId: number) =>
  personRecord(ctx, site, userId, new URLSearchParams(), 'http://tmnf.localhost:4321');

const warn = (ctx: TestCtx, site: string, id: number) =>
  performAct(ctx, {
    site,
    kind: 'user',
    id,
    act: 'user.warn',
    reason: `Insults on ${site}.`,
    caseId: null,
    fields: { Length: '30' },
  });

test('a record shows what happened on the editions where the viewer has a role, and nothing of others', async () => {
  const { person, moderator, administrator, otherId } = await world();
  const { userId } = person.viewer;
  await warn(administrator, 'tmnf', userId);
  await warn(administrator, 'tmo', otherId);
  await inTransaction(seenFrom(administrator, { site: 'tmo' }), (tx) =>
    openCase(tx, {
      subject: { kind: 'user', id: otherId },
      source: 'hint',
      personId: otherId,
      hint: 'flood',
      score: 30,
      text: 'Many.',
    }),
  );
  const own = await recordOf(moderator, 'tmnf', userId);
  expect(own.profiles.map(({ site }) => site)).toEqual(['tmnf']);
  expect(own.sanctions.map(({ reason }) => reason)).toEqual(['Insults on tmnf.']);
  expect(own.acts.rows.map(({ reason }) => reason)).toEqual(['Insults on tmnf.']);
  expect(own.cases).toEqual([]);
  const all = await recordOf(administrator, 'tmnf', userId);
  expect(all.profiles.map(({ site }) => site)).toEqual(['tmo', 'tmnf']);
  expect(all.sanctions).toHaveLength(2);
  expect(all.acts.rows).toHaveLength(2);
  expect(all.cases).toMatchObject([{ site: 'tmo', state: 'open', sources: ['hint'] }]);
});

test('without a role on the edition a record is not found, whether the user exists or not', async () => {
  const { ctx, person, moderator, otherId } = await world();
  const messages: unknown[] = [];
  for (const [viewer, site, id] of [
    [moderator, 'tmo', otherId],
    [moderator, 'tmo', 2_000_000_000],
    [moderator, 'nowhere', otherId],
    [moderator, 'tmnf', 2_000_000_000],
    [await asMember(ctx), 'tmnf', person.viewer.userId],
    [ctx, 'tmnf', person.viewer.userId],
  ] as const)
    messages.push(await recordOf(viewer, site, id).catch((error: unknown) => error));
  for (const message of messages)
    expect(message).toMatchObject({ status: 404, message: 'This user was not found.' });
});

test('it offers the acts that the viewer may do, and lifting what is in force', async () => {
  const { person, moderator, administrator } = await world();
  const names = async (ctx: TestCtx) =>
    (await recordOf(ctx, 'tmnf', person.viewer.userId)).offered
      .map(({ name }) => name)
      .filter((name) => name.startsWith('user.'));
  expect(await names(moderator)).toEqual(['user.warn', 'user.mute', 'user.suspend']);
  await warn(administrator, 'tmnf', person.viewer.userId);
  expect(await names(moderator)).toEqual(['user.warn', 'user.mute', 'user.suspend', 'user.lift']);
  const own = await recordOf(moderator, 'tmnf', moderator.viewer.userId);
  expect(own.offered.filter(({ name }) => name.startsWith('user.'))).toEqual([]);
});

test('showing a record writes nothing', async () => {
  const { administrator, otherId } = await world();
  const count = async () =>
    (
      await forSite(seenFrom(administrator, { site: 'tmo' }), 'profile')
        .select('user_id')
        .execute()
    ).length;
  const before = await count();
  await recordOf(administrator, 'tmo', otherId);
  expect(await count()).toBe(before);
});
