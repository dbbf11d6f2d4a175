import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { Level } from '#lib/codes/level.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeAward, makeComment } from '#testing/make-lists.ts';
import { grantRole } from '#testing/moderators.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';
import { actNamed, isPerformed } from './acts-by-name.ts';
import { allActs } from './all-acts.ts';

const { db } = await testDb();

const crewOf = async (ctx: TestCtx, level: Level = Level.moderator) =>
  grantRole(await asMember(ctx), level, [ctx.site.code]);

async function world() {
  const author = await asMember(await testCtx({ db }));
  const moderator = await crewOf(author);
  const other = await crewOf(author);
  const trackId = await makeTrack(author);
  const text = async (kind: 'comment' | 'award' = 'comment') => {
    const writer = await asMember(author);
    const make = kind === 'award' ? makeAward : makeComment;
    const id = await make(writer, { trackId, userId: writer.viewer.userId, text: 'Buy now!' });
    return { id, writer };
  };
  return { author, moderator, other, trackId, text };
}

const post = async (ctx: TestCtx, path: string, form: Record<string, string>) =>
  (await Uploader.of(ctx)).ask('POST', path, { form: new URLSearchParams(form) });

const act = (ctx: TestCtx, form: Record<string, string>) =>
  post(ctx, '/moderation/act', { site: ctx.site.code, Reason: 'Spam.', ...form });

const undo = (ctx: TestCtx, actId: number, form: Record<string, string> = {}) =>
  post(ctx, '/moderation/undo', { site: ctx.site.code, actId: `${actId}`, Reason: 'A mistake.', ...form });

const log = (ctx: TestCtx, id: number) =>
  forSite(ctx, 'moderation_act')
    .where('subject_kind', '=', 'comment')
    .where('subject_id', '=', id)
    .orderBy('act_id')
    .selectAll()
    .execute();

const isRemoved = async (ctx: TestCtx, id: number) => {
  const row = await forSite(ctx, 'comment')
    .where('comment_id', '=', id)
    .select('deleted_at')
    .executeTakeFirstOrThrow();
  return row.deleted_at !== null;
};

const noticesOf = async (ctx: TestCtx) =>
  (
    await forSite(ctx, 'notice')
      .where('user_id', '=', ctx.viewer.userId)
      .orderBy('notice_id')
      .select('text')
      .execute()
  ).map(({ text }) => text);

const actIdOf = (answer: { json<T>(): T }) => answer.json<{ ActId: number }>().ActId;

test.each(['comment', 'award'] as const)('a removed %s comes back a week later', async (kind) => {
  const { moderator, other, text } = await world();
  const { id, writer } = await text(kind);
  const removed = await act(moderator, { kind: 'comment', id: `${id}`, act: `${kind}.delete`, case: '7' });
  expect(removed).toMatchObject({ status: 200 });
  expect(await isRemoved(moderator, id)).toBe(true);
  moderator.clock.forward({ days: 7 });
  const back = await undo(other, actIdOf(removed));
  expect(back).toMatchObject({ status: 200 });
  expect(await isRemoved(moderator, id)).toBe(false);
  const name = kind === 'award' ? 'Award' : 'Comment';
  expect(await log(moderator, id)).toEqual([
    expect.objectContaining({
      act: `${kind}.delete`,
      user_id: moderator.viewer.userId,
      person_id: writer.viewer.userId,
      case_id: 7,
      before: { [name]: 'Buy now!' },
      reason: 'Spam.',
      undoes: null,
    }),
    expect.objectContaining({
      act: `${kind}.restore`,
      user_id: other.viewer.userId,
      person_id: writer.viewer.userId,
      case_id: 7,
      after: { [name]: 'Buy now!' },
      reason: 'A mistake.',
      undoes: actIdOf(removed),
    }),
  ]);
  expect(await noticesOf(writer)).toEqual([
    expect.stringMatching(/^A moderator removed your .*: Spam\.$/),
    expect.stringMatching(/^A moderator decided: Removed an? \w+ \(undone\)\. Reason: A mistake\.$/),
  ]);
});

test('an act is undone once, even by two moderators at once, and an undo can itself be undone', async () => {
  const { moderator, other, text } = await world();
  const { id } = await text();
  const removed = actIdOf(await act(moderator, { kind: 'comment', id: `${id}`, act: 'comment.delete' }));
  const answers = await Promise.all([undo(moderator, removed), undo(other, removed)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [restored] = answers.filter(({ status }) => status === 200);
  if (!restored) throw new Error('Neither was answered.');
  expect(await undo(moderator, actIdOf(restored))).toMatchObject({ status: 200 });
  expect(await isRemoved(moderator, id)).toBe(true);
  expect((await log(moderator, id)).map((row) => [row.act, row.undoes !== null])).toEqual([
    ['comment.delete', false],
    ['comment.restore', true],
    ['comment.delete', true],
  ]);
});

test('two moderators remove the same comment at once: one succeeds, the other is refused', async () => {
  const { moderator, other, text } = await world();
  const { id } = await text();
  const form = { kind: 'comment', id: `${id}`, act: 'comment.delete' };
  const answers = await Promise.all([act(moderator, form), act(other, form)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await log(moderator, id)).toHaveLength(1);
});

test.each([
  ['without a reason', { Reason: ' \u0000 ' }, 400, 'Reason'],
  ['with a long reason', { Reason: 'x'.repeat(2001) }, 400, 'Reason'],
  ['with an act of another kind', { act: 'post.delete' }, 400, 'act'],
  ['with an unknown act', { act: 'constructor' }, 400, 'act'],
  ['with an unknown kind', { kind: 'toString' }, 400, 'kind'],
  ['with a case that is not a number', { case: 'x' }, 400, 'case'],
  ['about something that does not exist', { id: '2000000000' }, 404, undefined],
  ['on an unknown edition', { site: 'nowhere' }, 404, undefined],
  ['that does not fit its state', { act: 'comment.restore' }, 409, undefined],
])('an act %s is refused and leaves neither change nor row', async (_, form, status, field) => {
  const { moderator, text } = await world();
  const { id } = await text();
  const answer = await act(moderator, { kind: 'comment', id: `${id}`, act: 'comment.delete', ...form });
  expect(answer).toMatchObject({ status, problem: expect.objectContaining(field ? { field } : {}) });
  expect(await isRemoved(moderator, id)).toBe(false);
  expect(await log(moderator, id)).toEqual([]);
});

test('what its author removed cannot be restored by the crew', async () => {
  const { moderator, text } = await world();
  const { id, writer } = await text();
  expect(await post(writer, `/commentdelete/${id}`, {})).toMatchObject({ status: 200 });
  const answer = await act(moderator, { kind: 'comment', id: `${id}`, act: 'comment.restore' });
  expect(answer).toMatchObject({
    status: 409,
    problem: { detail: expect.stringContaining('No moderator') },
  });
});

test.each([
  ['its track is deleted', 'track', /track of this award is deleted/],
  ['its author has given another one', 'award', /since given this track another award/],
  ['the account of its author is closed', 'account', /author’s account/],
])('removing an award cannot be undone when %s', async (_, change, sentence) => {
  const { author, moderator, trackId, text } = await world();
  const { id, writer } = await text('award');
  const removed = actIdOf(await act(moderator, { kind: 'comment', id: `${id}`, act: 'award.delete' }));
  const now = author.clock.now();
  const site = author.site.code;
  if (change === 'track')
    await db
      .updateTable('track')
      .set({ deleted_at: now, is_public: false, is_listed: false, was_public: true, was_listed: true })
      .set({ deleted_by: author.viewer.userId })
      .where('site', '=', site)
      .where('track_id', '=', trackId)
      .execute();
  else if (change === 'award')
    await makeAward(author, { trackId, userId: writer.viewer.userId, text: 'Again' });
  else
    await db
      .updateTable('profile')
      .set({ closed_at: now })
      .where('site', '=', site)
      .where('user_id', '=', writer.viewer.userId)
      .execute();
  const answer = await undo(moderator, removed);
  expect(answer).toMatchObject({ status: 409, problem: { detail: expect.stringMatching(sentence) } });
  expect(await isRemoved(moderator, id)).toBe(true);
  expect(await log(moderator, id)).toHaveLength(1);
});

test('every act of the console has a label, a crew level and an undo rule', () => {
  for (const { label, level, undo, cannot } of allActs) {
    expect(label).toMatch(/^[A-Z][a-z]+ /);
    expect(level).toBeGreaterThanOrEqual(Level.moderator);
    if (!undo) expect(cannot).toMatch(/^[A-Z].*\.$/);
  }
});

test('names are unique, and what undoes an act can be performed', () => {
  expect(new Set(allActs.map(({ name }) => name)).size).toBe(allActs.length);
  for (const { name, undo } of allActs) {
    if (!undo) continue;
    const as = actNamed(undo.as);
    expect({ name, isPossible: as && (undo.run || isPerformed(as)) ? true : undo.as }).toEqual({
      name,
      isPossible: true,
    });
  }
});
