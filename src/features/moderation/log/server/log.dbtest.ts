import { expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { onSite } from '#platform/auth/reach.ts';
import { inTransaction } from '#platform/ctx.ts';
import { recordNamed } from '#testing/acts.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { grantRole } from '#testing/moderators.ts';
import { asMember } from '#testing/tracks.ts';
import { performUndo } from '../../acts/server/undo.ts';
import { shownLog } from './show.ts';

const { db } = await testDb({ editions: 'all' });
const world = await testCtx({ db });
const [here = '', other = '', third = ''] = world.sites.map(({ code }) => code);
const both = await grantRole(await asMember(world), Level.moderator, [here, other]);
const onlyThird = await grantRole(await asMember(world), Level.moderator, [third]);

let subject = 0;
/** Records an act on an edition; each has another subject. */
async function record(on: TestCtx, site: string, personId: number | null = null) {
  const there = await onSite(on, site);
  const id = ++subject;
  const actId = await inTransaction(there, (tx) =>
    recordNamed(tx, {
      act: 'thread.lock',
      subject: { kind: 'thread', id },
      reason: `Act ${id}.`,
      before: { ThreadTitle: 'Laps', boardId: 7 },
      personId,
    }),
  );
  return { id, actId };
}

const read = (ctx: TestCtx, query: Record<string, string> | string) =>
  shownLog(ctx, new URLSearchParams(query), 'http://x.example');
const ids = async (ctx: TestCtx, query: Record<string, string> | string = '') =>
  (await read(ctx, query)).page.rows.map((row) => row.subjectId);

const person = (await asMember(world)).viewer;
const made: { site: string; id: number; actId: number }[] = [];
// three at the same time on each of two editions, again and again: pages end between rows of the same time
for (let round = 0; round < 14; round++) {
  for (const site of [here, other, here, other, other])
    made.push({ site, ...(await record(both, site, site === here ? person.userId : null)) });
  if (round % 2) world.clock.forward({ hours: 1 });
}
const foreign = await record(onlyThird, third);

test('pages of several editions contain each act once, newest first, in both directions', async () => {
  const first = await read(both, '');
  const second = await read(both, first.page.next ?? '');
  const rows = [...first.page.rows, ...second.page.rows];
  expect(rows.map((row) => row.subjectId).sort((a, b) => a - b)).toEqual(made.map(({ id }) => id));
  expect(second.page.next).toBeNull();
  const times = rows.map(({ at }) => at.getTime());
  expect(times).toEqual([...times].sort((a, b) => b - a));
  const back = await read(both, second.page.previous ?? '');
  expect(back.page.rows).toEqual(first.page.rows);
  expect(back.page.previous).toBeNull();
});

test('nobody reads acts of an edition without a role there', async () => {
  expect(await ids(onlyThird)).toEqual([foreign.id]);
  expect(await ids(both, { site: third })).toEqual([]);
  expect(await ids(both, { site: third, number: `${foreign.actId}` })).toEqual([]);
  await expect(read(await asMember(world, Level.moderator), '')).rejects.toMatchObject({ status: 403 });
});

test('filters', async () => {
  const [one] = made;
  if (!one) throw new Error('Nothing was made.');
  const count = async (query: Record<string, string>) => (await ids(both, query)).length;
  expect(await ids(both, { subject: `thread-${one.id}` })).toEqual([one.id]);
  expect(await ids(both, { site: here, number: `${one.actId}` })).toEqual([one.id]);
  expect(await count({ site: here })).toBe(28);
  expect(await count({ person: person.name })).toBe(28);
  expect(await count({ person: 'somebody else' })).toBe(0);
  expect(await count({ by: both.viewer.name, site: here })).toBe(28);
  expect(await count({ by: onlyThird.viewer.name })).toBe(0);
  expect(await count({ act: 'thread.lock', site: here })).toBe(28);
  expect(await count({ act: 'thread.unlock' })).toBe(0);
  expect(await count({ kind: 'thread', site: here })).toBe(28);
  expect(await count({ kind: 'comment' })).toBe(0);
  expect(await count({ from: '2026-11-21', to: '2026-11-21', site: here })).toBe(28);
  expect(await count({ from: '2026-11-22' })).toBe(0);
  expect(await count({ to: '2026-11-20' })).toBe(0);
});

test('an undone act names the act that undid it, and a filter shows only undone acts', async () => {
  const { id, actId } = await record(both, here);
  const [shown] = (await read(both, { subject: `thread-${id}` })).page.rows;
  expect(shown).toMatchObject({ undo: { is: 'offered' }, undoneBy: null, before: { ThreadTitle: 'Laps' } });
  // there is no such thread
  await expect(performUndo(both, { site: here, actId, reason: 'x' })).rejects.toMatchObject({ status: 404 });
  const undoing = await inTransaction(await onSite(both, here), (tx) =>
    recordNamed(tx, {
      act: 'thread.unlock',
      subject: { kind: 'thread', id },
      reason: 'x',
      undoes: actId,
    }),
  );
  expect((await read(both, { undone: '1' })).page.rows).toMatchObject([
    { subjectId: id, undoneBy: undoing, undo: { is: 'none' } },
  ]);
});

test('subjects and people are named once, and users are named instead of their ids', async () => {
  const there = await onSite(both, here);
  const { userId, name } = (await asMember(there)).viewer;
  await inTransaction(there, async (tx) => {
    const about = { act: 'user.lift', subject: { kind: 'user', id: userId }, personId: userId } as const;
    await recordNamed(tx, { ...about, reason: 'A mistake.' });
    await recordNamed(tx, {
      act: 'setting.change',
      subject: { kind: 'edition', id: 0 },
      reason: 'By age.',
      before: { CrewOrder: [] },
      after: { CrewOrder: [userId, 99_999_999] },
    });
  });
  expect((await read(both, { site: here, subject: `user-${userId}` })).page.rows).toMatchObject([
    { title: name, namesPerson: true },
  ]);
  expect((await read(both, { site: here, act: 'setting.change' })).page.rows).toMatchObject([
    { title: `Edition ${there.site.label}`, namesPerson: false, after: { CrewOrder: [name] } },
  ]);
});

test('views of evidence are listed only on request', async () => {
  const there = await onSite(both, here);
  const about = {
    subject: { kind: 'replay', id: 1 },
    reason: 'The measurements of this replay were viewed.',
  };
  const actId = await inTransaction(there, (tx) => recordNamed(tx, { act: 'replay.evidence', ...about }));
  expect((await read(both, { subject: 'replay-1' })).page.rows).toEqual([]);
  expect((await read(both, { act: 'replay.evidence' })).page.rows).toMatchObject([{ actId }]);
  expect((await read(both, { site: here, number: `${actId}` })).page.rows).toMatchObject([{ actId }]);
});
