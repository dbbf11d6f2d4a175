import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { openCase } from '#features/cases/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { recordNamed } from '#testing/acts.ts';
import { seenFrom, type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeComment } from '#testing/make-lists.ts';
import { grantRole } from '#testing/moderators.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { performAct } from '../../acts/server/perform.ts';
import { performUndo } from '../../acts/server/undo.ts';
import { ownDecisions } from '../../decisions/server/show.ts';
import { appealQueue } from './list-appeals.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const crew = async (level: Level = Level.moderator) => grantRole(await asMember(world), level, ['tmnf']);
const elsewhere = world.sites.find(({ code }) => code !== 'tmnf')?.code ?? '';
const moderator = await crew();
const other = await crew();
const leader = await crew(Level.siteLeader);
const trackId = await makeTrack(await asMember(world));

const act = (by: TestCtx, kind: 'comment' | 'user', id: number, name: string, fields = {}) =>
  performAct(by, { site: 'tmnf', kind, id, act: name, reason: 'Spam.', caseId: null, fields });

/** A comment that a moderator removed. */
async function removed(by: TestCtx = moderator) {
  const writer = await asMember(world);
  const id = await makeComment(writer, { trackId, userId: writer.viewer.userId, text: 'Buy now!' });
  const { ActId } = await act(by, 'comment', id, 'comment.delete');
  return { writer, id, actId: ActId };
}

const post = async (ctx: TestCtx, path: string, form: Record<string, string>) =>
  (await Uploader.of(ctx)).ask('POST', path, { form: new URLSearchParams({ site: 'tmnf', ...form }) });
const appeal = (ctx: TestCtx, actId: number, form: Record<string, string> = {}) =>
  post(ctx, '/decisions/appeal', { actId: `${actId}`, Text: 'It was a joke.', ...form });
const settle = (ctx: TestCtx, actId: number, Outcome: string, form: Record<string, string> = {}) =>
  post(ctx, '/appeals/settle', { actId: `${actId}`, Outcome, Answer: 'We looked again.', ...form });

const decisions = async (ctx: TestCtx) =>
  (await ownDecisions(ctx, new URLSearchParams(), 'http://x.example')).rows;
const queue = async (ctx: TestCtx, state = 'open') =>
  (await appealQueue(ctx, new URLSearchParams({ state }), 'http://x.example')).page.rows;
const caseOf = (id: number) =>
  forSite(world, 'moderation_case')
    .where('subject_kind', '=', 'comment')
    .where('subject_id', '=', id)
    .select(['state', 'sources', 'outcome'])
    .execute();
const noticesOf = async ({ viewer }: TestCtx) =>
  (await forSite(world, 'notice').where('user_id', '=', viewer.userId).select(['kind', 'text']).execute())
    .filter(({ kind }) => kind === 'appeal.decided')
    .map(({ text }) => text);
const isThere = async (id: number) =>
  (await forSite(world, 'comment').where('comment_id', '=', id).select('deleted_at').executeTakeFirst())
    ?.deleted_at === null;

test('an appeal is decided by another moderator, who undoes the decision a week later', async () => {
  const { writer, id, actId } = await removed();
  expect(await decisions(writer)).toMatchObject([{ mayAppeal: true, appeal: null }]);
  expect(await appeal(writer, actId)).toMatchObject({ status: 200 });
  expect(await decisions(writer)).toMatchObject([
    { mayAppeal: false, appeal: { state: 'open', text: 'It was a joke.', answer: null } },
  ]);
  expect(await caseOf(id)).toEqual([{ state: 'open', sources: ['appeal'], outcome: null }]);
  world.clock.forward({ days: 7 });
  expect(await settle(moderator, actId, 'undone')).toMatchObject({
    status: 403,
    problem: { detail: expect.stringContaining('another moderator') },
  });
  expect(await settle(other, actId, 'undone')).toMatchObject({ status: 200 });
  expect(await isThere(id)).toBe(true);
  expect(await decisions(writer)).toMatchObject([
    { act: 'comment.restore', mayAppeal: false },
    { act: 'comment.delete', isUndone: true, appeal: { state: 'undone', answer: 'We looked again.' } },
  ]);
  expect(await caseOf(id)).toEqual([{ state: 'settled', sources: ['appeal'], outcome: 'solved' }]);
  expect(await noticesOf(writer)).toEqual(['Your appeal was decided: decision undone. We looked again.']);
  expect(await settle(other, actId, 'upheld')).toMatchObject({ status: 409 });
});

test('a case is not settled while an appeal waits; the act that undoes the decision ends both', async () => {
  const { writer, id, actId } = await removed();
  await appeal(writer, actId);
  const [open] = await forSite(world, 'moderation_case')
    .where('subject_kind', '=', 'comment')
    .where('subject_id', '=', id)
    .select('case_id')
    .execute();
  const caseId = open?.case_id ?? 0;
  const reject = { case: `${caseId}`, Act: 'reject', Answer: 'It stays away.' };
  expect(await post(other, '/moderation/case', reject)).toMatchObject({
    status: 409,
    problem: { detail: expect.stringContaining('Decide it on the Appeals page') },
  });
  const warn = {
    kind: 'user',
    id: `${writer.viewer.userId}`,
    act: 'user.warn',
    Reason: 'Spam.',
    Length: '30',
  };
  expect((await post(other, '/moderation/act', { ...warn, case: `${caseId}`, settle: '1' })).status).toBe(
    200,
  );
  expect(await caseOf(id)).toMatchObject([{ state: 'open' }]);
  const restore = { kind: 'comment', id: `${id}`, act: 'comment.restore', Reason: 'A joke.' };
  expect((await post(other, '/moderation/act', { ...restore, case: `${caseId}`, settle: '1' })).status).toBe(
    200,
  );
  expect(await caseOf(id)).toMatchObject([{ state: 'settled', outcome: 'solved' }]);
  expect((await decisions(writer)).find((one) => one.act === 'comment.delete')).toMatchObject({
    appeal: { state: 'undone' },
  });
});

test('an upheld decision stays in force, and the person is notified of the reason', async () => {
  const { writer, id, actId } = await removed();
  await appeal(writer, actId);
  expect(await settle(leader, actId, 'upheld')).toMatchObject({ status: 200 });
  expect(await isThere(id)).toBe(false);
  expect(await caseOf(id)).toEqual([{ state: 'settled', sources: ['appeal'], outcome: 'rejected' }]);
  expect(await noticesOf(writer)).toEqual(['Your appeal was decided: decision stands. We looked again.']);
  expect(await appeal(writer, actId)).toMatchObject({ status: 409 });
  // shown at the decision rather than as another one
  expect(await decisions(writer)).toMatchObject([{ act: 'comment.delete', appeal: { state: 'upheld' } }]);
});

test.each([
  ['by another user', async () => ({ by: await asMember(world), form: {} }), 404],
  ['without a text', async (writer: TestCtx) => ({ by: writer, form: { Text: ' ' } }), 400],
  ['with a long text', async (writer: TestCtx) => ({ by: writer, form: { Text: 'x'.repeat(2001) } }), 400],
  ['on another edition', async (writer: TestCtx) => ({ by: writer, form: { site: elsewhere } }), 404],
  [
    'about an unknown decision',
    async (writer: TestCtx) => ({ by: writer, form: { actId: '1999999999' } }),
    404,
  ],
])('an appeal %s is refused', async (_, make, status) => {
  const { writer, id, actId } = await removed();
  const { by, form } = await make(writer);
  expect(await appeal(by, actId, form)).toMatchObject({ status });
  expect(await caseOf(id)).toEqual([]);
});

test('decisions in favour of a person cannot be appealed against', async () => {
  const { writer, id } = await removed();
  const { ActId } = await act(moderator, 'comment', id, 'comment.restore');
  expect(await appeal(writer, ActId)).toMatchObject({ status: 403 });
});

test('of two concurrent appeals one is stored, and of two concurrent answers one counts', async () => {
  const { writer, actId } = await removed();
  const sent = await Promise.all([appeal(writer, actId), appeal(writer, actId)]);
  expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
  const answers = await Promise.all([settle(other, actId, 'upheld'), settle(leader, actId, 'undone')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await noticesOf(writer)).toHaveLength(1);
});

test.each(['undo', 'restoration'])('an %s elsewhere ends the appeal', async (by) => {
  const { writer, id, actId } = await removed();
  await appeal(writer, actId);
  if (by === 'undo') await performUndo(moderator, { site: 'tmnf', actId, reason: 'A mistake.' });
  else await act(moderator, 'comment', id, 'comment.restore');
  expect((await decisions(writer))[1]).toMatchObject({ appeal: { state: 'undone' } });
});

test('muted people may appeal, and what cannot be undone is regretted', async () => {
  const person = await asMember(world);
  const { ActId: mute } = await act(moderator, 'user', person.viewer.userId, 'user.mute', { Length: '7' });
  const muted = seenFrom(person, {
    viewer: { ...person.viewer, mutedUntil: new Date(world.clock.now().getTime() + 86_400_000) },
  });
  expect(await appeal(muted, mute)).toMatchObject({ status: 200 });
  expect(await settle(other, mute, 'regretted')).toMatchObject({ status: 409 });
  expect(await settle(other, mute, 'undone')).toMatchObject({ status: 200 });
  const picture = await inTransaction(moderator, (tx) =>
    recordNamed(tx, {
      act: 'profile.picture',
      subject: { kind: 'user', id: person.viewer.userId },
      reason: 'An advertisement.',
      personId: person.viewer.userId,
    }),
  );
  await appeal(person, picture);
  expect(await settle(other, picture, 'undone')).toMatchObject({ status: 409 });
  expect(await settle(other, picture, 'regretted')).toMatchObject({ status: 200 });
  expect((await decisions(person)).find(({ actId }) => actId === picture)).toMatchObject({
    appeal: { state: 'regretted' },
  });
});

test('a case about something else as well stays open', async () => {
  const { writer, id, actId } = await removed();
  await appeal(writer, actId);
  await inTransaction(world, (tx) =>
    openCase(tx, {
      subject: { kind: 'comment', id },
      source: 'hint',
      score: 10,
      text: 'A flood',
      hint: 'flood',
    }),
  );
  await settle(other, actId, 'upheld');
  expect(await caseOf(id)).toMatchObject([{ state: 'open' }]);
});

test('moderators see the appeals of their editions page by page, the oldest first', async () => {
  const before = (await queue(other)).length;
  for (let n = 0; n < 22; n++) {
    const { writer, actId } = await removed(n % 2 ? other : moderator);
    await appeal(writer, actId);
  }
  const read = (query: string) => appealQueue(other, new URLSearchParams(query), 'http://x.example');
  const first = (await read('')).page;
  const second = (await read(first.next ?? '')).page;
  const rows = [...first.rows, ...second.rows];
  expect(new Set(rows.map(({ actId }) => actId)).size).toBe(before + 22);
  expect(rows.map(({ at }) => at.getTime())).toEqual(
    rows.map(({ at }) => at.getTime()).sort((a, b) => a - b),
  );
  expect((await read(second.previous ?? '')).page.rows).toEqual(first.rows);
  expect(rows.filter(({ verdict }) => !verdict.ok).length).toBeGreaterThanOrEqual(11);
  const stranger = await grantRole(await asMember(world), Level.moderator, [elsewhere]);
  expect(await queue(stranger)).toEqual([]);
  await expect(queue(await asMember(world))).rejects.toMatchObject({ status: 403 });
  expect((await queue(other, 'upheld')).length).toBeGreaterThan(0);
});
