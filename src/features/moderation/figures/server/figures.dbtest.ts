import { expect, test } from 'vitest';
import { addReport, openCase, settleCase } from '#features/cases/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { recordNamed } from '#testing/acts.ts';
import { seenFrom, type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember } from '#testing/tracks.ts';
import { storeFigures } from './count.ts';
import { moderationFigures } from './show.ts';

const { db } = await testDb();
const world = await testCtx({ db }); // 2026-11-21
const moderator = await asMember(world, Level.moderator);
const reporter = await asMember(world);

let subject = 0;
const record = (ctx: TestCtx, act: string) =>
  inTransaction(ctx, (tx) =>
    recordNamed(tx, { act, subject: { kind: 'comment', id: ++subject }, reason: 'Spam.' }),
  );
const report = (id: number) =>
  inTransaction(reporter, (tx) =>
    addReport(tx, {
      subject: { kind: 'comment', id },
      personId: null,
      title: 'A comment',
      reason: 'spam',
      text: 'This is spam.',
    }),
  );
const read = async (query = '') => moderationFigures(world, new URLSearchParams(query));
const shown = async (month: string) => {
  const found = (await read()).months.find((one) => one.month === month);
  return Object.fromEntries(
    [...(found?.figures ?? []), ...(found?.acts ?? [])].map(({ label, value }) => [label, value]),
  );
};

test('a month is counted when it is over, and never again', async () => {
  expect(await storeFigures(world)).toBe(0);
  for (let n = 0; n < 6; n++) await record(moderator, 'comment.delete');
  for (let n = 0; n < 2; n++) await record(moderator, 'user.mute');
  await record(moderator, 'replay.evidence');
  await record(world, 'track.delete'); // by the server
  for (let id = 1; id <= 6; id++) await report(id);
  world.clock.forward({ hours: 3 });
  for (let id = 1; id <= 6; id++)
    await inTransaction(moderator, async (tx) => {
      const about = { kind: 'comment', id };
      await openCase(tx, { subject: about, source: 'hint', hint: 'flood', score: 1, text: 'A flood' });
      await settleCase(tx, about, { outcome: 'solved', text: 'Removed.' });
    });
  expect(await storeFigures(world)).toBe(0);
  expect(await read()).toEqual({ months: [], earlier: null });
  world.clock.forward({ days: 11 }); // December
  await record(moderator, 'comment.delete');
  expect(await storeFigures(world)).toBe(1);
  const november = await shown('2026-11-01');
  expect(november).toMatchObject({
    Reports: '6',
    'Cases closed': '6',
    'Actions undone': '0',
    'Removed or blocked': '6',
    'Warnings, mutes and suspensions': 'fewer than 5',
  });
  world.clock.forward({ days: 62 });
  expect(await storeFigures(world)).toBe(2);
  expect(await storeFigures(world)).toBe(0);
  expect((await read()).months.map(({ month }) => month)).toEqual(['2027-01-01', '2026-12-01', '2026-11-01']);
  expect(await shown('2026-11-01')).toEqual(november);
});

test('two processes at once count a month once', async () => {
  world.clock.forward({ days: 31 });
  await Promise.all([storeFigures(world), storeFigures(world)]);
  expect((await read()).months).toHaveLength(4);
});

test('older months are on the next page', async () => {
  world.clock.forward({ days: 365 });
  await storeFigures(world);
  const first = await read();
  expect(first.months).toHaveLength(12);
  const second = await read(first.earlier ?? '');
  expect(second).toMatchObject({ earlier: null });
  expect([...first.months, ...second.months].map(({ month }) => month)).toEqual(
    [...new Set([...first.months, ...second.months].map(({ month }) => month))].sort().reverse(),
  );
  expect(second.months.at(-1)?.month).toBe('2026-11-01');
  expect((await read('before=2026-99')).months).toEqual(first.months);
});

test('each edition has its own figures', async () => {
  const other = seenFrom(world, { site: world.sites[1]?.code });
  expect(await storeFigures(other)).toBe(0);
  expect((await moderationFigures(other, new URLSearchParams())).months).toEqual([]);
});
