import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { hiddenFromPerson } from '#features/moderation/acts/server/acts-by-name.ts';
import { decisionData } from '#features/modlog/server/personal.ts';
import { Level } from '#lib/codes/level.ts';
import { onSite } from '#platform/auth/reach.ts';
import { inTransaction } from '#platform/ctx.ts';
import type { ExportPart } from '#platform/personal-data.ts';
import { recordNamed } from '#testing/acts.ts';
import { seenFrom, type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeComment } from '#testing/make-lists.ts';
import { grantRole } from '#testing/moderators.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { performAct } from '../../acts/server/perform.ts';
import { performUndo } from '../../acts/server/undo.ts';
import { ownDecisions } from './show.ts';

const { db } = await testDb({ editions: 'all' });
const world = await testCtx({ db });
const [here = '', other = ''] = world.sites.map(({ code }) => code);
const moderator = await grantRole(await asMember(world), Level.moderator, [here, other]);
const trackId = await makeTrack(await asMember(world));

const read = (ctx: TestCtx, query = '') => ownDecisions(ctx, new URLSearchParams(query), 'http://x.example');

async function commentOf(writer: TestCtx) {
  const text = 'Buy now!';
  const id = await makeComment(writer, { trackId, userId: writer.viewer.userId, text });
  return String(id);
}

const remove = (id: string, reason = 'Spam.') =>
  performAct(moderator, {
    site: here,
    kind: 'comment',
    id: Number(id),
    act: 'comment.delete',
    reason,
    caseId: null,
    fields: {},
  });

test('people see actions about themselves and whether they were undone, but not who decided', async () => {
  const writer = await asMember(world);
  const { ActId } = await remove(await commentOf(writer));
  const [decision] = (await read(writer)).rows;
  expect(decision).toMatchObject({
    site: here,
    actId: ActId,
    act: 'comment.delete',
    reason: 'Spam.',
    before: { Comment: 'Buy now!' },
    isAutomatic: false,
    isUndone: false,
    // the comment is removed: its page is not linked
    subject: { title: expect.stringMatching(/^A comment on/), link: null },
  });
  expect(JSON.stringify(decision)).not.toContain(moderator.viewer.name);
  world.clock.forward({ days: 7 });
  await performUndo(moderator, { site: here, actId: ActId, reason: 'A mistake.' });
  expect((await read(writer)).rows).toMatchObject([
    { act: 'comment.restore', reason: 'A mistake.', isUndo: true, isUndone: false },
    { act: 'comment.delete', isUndo: false, isUndone: true },
  ]);
  expect((await read(await asMember(world))).rows).toEqual([]);
  expect((await read(await testCtx({ db }))).rows).toEqual([]);
});

test('decisions of other editions are in the same list, page by page', async () => {
  const writer = await asMember(world);
  await db
    .insertInto('profile')
    .values({
      site: other,
      user_id: 900_001,
      account_id: writer.viewer.accountId ?? 0,
      name: writer.viewer.name,
      name_folded: writer.viewer.name,
      registered_at: world.clock.now(),
    })
    .execute();
  for (let n = 1; n <= 42; n++) {
    const site = n % 2 ? here : other;
    const personId = n % 2 ? writer.viewer.userId : 900_001;
    await inTransaction(await onSite(moderator, site), (tx) =>
      recordNamed(tx, {
        act: 'thread.lock',
        subject: { kind: 'thread', id: n },
        reason: `Act ${n}.`,
        personId,
      }),
    );
  }
  const first = await read(writer);
  const second = await read(writer, first.next ?? '');
  const rows = [...first.rows, ...second.rows];
  expect(rows.map(({ subjectId }) => subjectId).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 42 }, (_, n) => n + 1),
  );
  expect(rows.find(({ site }) => site === other)?.origin).toMatch(/^http:/);
  expect(rows.find(({ site }) => site === here)?.origin).toBe('');
  // the same list from the other edition
  const there = seenFrom(writer, { site: other });
  expect((await read(there)).rows.map(({ reason }) => reason)).toEqual(
    first.rows.map(({ reason }) => reason),
  );
});

test('internal acts of the crew are neither shown nor exported', async () => {
  const person = await asMember(world);
  const personId = person.viewer.userId;
  for (const act of [...hiddenFromPerson, 'track.edit'] as const)
    await inTransaction(moderator, (tx) =>
      recordNamed(tx, { act, subject: { kind: 'track', id: trackId }, reason: `Why ${act}.`, personId }),
    );
  expect((await read(person)).rows.map(({ act }) => act)).toEqual(['track.edit']);
  const exported = await textOf(decisionData(hiddenFromPerson).exported?.(person, personId));
  expect(exported).toContain('Why track.edit');
  expect(exported).not.toContain('Why report.take');
});

async function textOf(parts: AsyncIterable<ExportPart> | undefined): Promise<string> {
  let text = '';
  for await (const part of parts ?? [])
    if ('content' in part) for await (const chunk of part.content) text += String(chunk);
  return text;
}

test('erasing an account erases what acts changed, but not the acts', async () => {
  const writer = await asMember(world);
  const { ActId } = await remove(await commentOf(writer));
  await inTransaction(world, async (tx) => {
    await decisionData(hiddenFromPerson).erase?.(tx, writer.viewer.userId, { tracks: 'kept' });
  });
  const act = await forSite(world, 'moderation_act')
    .where('act_id', '=', ActId)
    .selectAll()
    .executeTakeFirst();
  expect(act).toMatchObject({ reason: 'Spam.', before: null, after: null });
});
