import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { Level } from '#lib/codes/level.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import {
  caseOf,
  commentsOn,
  decide,
  held,
  heldIn,
  link,
  world as makeWorld,
  noticesOf,
  post,
  rowOf,
  say,
  stateOf,
  undo,
} from '#testing/held-texts.ts';
import { makeComment } from '#testing/make-lists.ts';
import { grantRole } from '#testing/moderators.ts';
import { asMember } from '#testing/tracks.ts';

const { db } = await testDb();

const world = async () => makeWorld(await testCtx({ db }));

test('the first three texts with links wait; the fourth appears at once', async () => {
  const { writer, trackId, moderator } = await world();
  for (const number of [1, 2, 3]) {
    writer.clock.forward({ minutes: 2 });
    const id = await held(await say(writer, trackId, `${link}${number}`));
    expect(await commentsOn(writer, trackId)).toHaveLength(number - 1);
    expect(await caseOf(writer, id)).toEqual([
      { state: 'open', outcome: null, person_id: writer.viewer.userId },
    ]);
    expect(await decide(moderator, id)).toMatchObject({ status: 200 });
    expect(await commentsOn(writer, trackId)).toContain(`${link}${number}`);
    expect(await caseOf(writer, id)).toMatchObject([{ state: 'settled', outcome: 'solved' }]);
  }
  writer.clock.forward({ minutes: 2 });
  expect(heldIn(await say(writer, trackId, `${link}4`))).toBeNull();
  expect(await commentsOn(writer, trackId)).toHaveLength(4);
});

test('texts without links, and texts of trusted users, never wait; while three wait the fourth waits as well', async () => {
  const { writer, trackId, owner } = await world();
  expect(heldIn(await say(writer, trackId, 'No link'))).toBeNull();
  for (const number of [1, 2, 3, 4]) await held(await say(writer, trackId, `${link}${number}`));
  const trusted = await grantRole(await asMember(owner), Level.moderator, [owner.site.code]);
  expect(heldIn(await say(trusted, trackId, link))).toBeNull();
});

test('a released text is written as its author writes: counters, notices, and the author as writer', async () => {
  const { owner, writer, trackId, moderator } = await world();
  const id = await held(await say(writer, trackId, `${link} is a good ride`, 'award'));
  expect(await noticesOf(owner)).toEqual([]);
  expect(await say(writer, trackId, 'Another good ride', 'award')).toMatchObject({
    status: 200, // without a link it does not wait
  });
  expect(await decide(moderator, id)).toMatchObject({
    status: 409,
    problem: { detail: expect.stringContaining('already given this track an award') },
  });
  expect(await stateOf(writer, id)).toBe('waiting');

  const other = await asMember(owner);
  owner.clock.forward({ days: 2 });
  const second = await held(await say(other, trackId, `${link} is a good ride`, 'award'));
  const { status } = await decide(moderator, second);
  expect(status).toBe(200);
  const row = await forSite(owner, 'comment')
    .where('user_id', '=', other.viewer.userId)
    .select(['is_award', 'comment_at'])
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ is_award: true, comment_at: owner.clock.now() });
  expect(await noticesOf(owner)).toContain(
    `${other.viewer.name} gave “${await nameOf(owner, trackId)}” an award.`,
  );
  expect(await noticesOf(other)).toEqual(['A moderator approved your award.']);
});

const nameOf = async (ctx: TestCtx, trackId: number) =>
  (await forSite(ctx, 'track').where('track_id', '=', trackId).select('name').executeTakeFirstOrThrow()).name;

test('a refused text stays for its author, who reads why; undoing that publishes it', async () => {
  const { writer, trackId, moderator } = await world();
  const id = await held(await say(writer, trackId, link));
  const refused = await decide(moderator, id, 'text.refuse', 'This is an advertisement.');
  expect(refused.status).toBe(200);
  expect(await noticesOf(writer)).toEqual(['A moderator rejected your comment: This is an advertisement.']);
  expect(await rowOf(writer, id)).toMatchObject({ state: 'refused', text: link });
  expect(await decide(moderator, id)).toMatchObject({ status: 409 });
  expect((await undo(moderator, refused)).status).toBe(200);
  expect(await commentsOn(writer, trackId)).toEqual([link]);
});

test('the author withdraws a text while it waits, and nobody else does', async () => {
  const { owner, writer, trackId, moderator } = await world();
  const id = await held(await say(writer, trackId, link));
  const withdraw = (ctx: TestCtx) => post(ctx, `/heldtext/${id}/withdraw`, {});
  expect(await withdraw(owner)).toMatchObject({ status: 404 });
  expect(await withdraw(moderator)).toMatchObject({ status: 403 });
  expect(await withdraw(writer)).toMatchObject({ status: 200 });
  expect(await withdraw(writer)).toMatchObject({ status: 409 });
  expect(await decide(moderator, id)).toMatchObject({ status: 409 });
  expect(await caseOf(writer, id)).toMatchObject([{ state: 'settled', outcome: 'void' }]);
});

test('a moderator releases while the author withdraws: one of them succeeds', async () => {
  const { writer, trackId, moderator } = await world();
  const id = await held(await say(writer, trackId, link));
  const answers = await Promise.all([decide(moderator, id), post(writer, `/heldtext/${id}/withdraw`, {})]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await commentsOn(writer, trackId)).toHaveLength((await stateOf(writer, id)) === 'released' ? 1 : 0);
});

test('what cannot be published any more is not released, and the text still waits', async () => {
  const { writer, trackId, moderator } = await world();
  const commentId = await makeComment(writer, { trackId, userId: writer.viewer.userId, text: 'Plain' });
  const change = await held(await say(writer, trackId, link, 'comment', commentId));
  await say(writer, trackId, 'Plain, but newer', 'comment', commentId);
  expect(await decide(moderator, change)).toMatchObject({
    status: 409,
    problem: { detail: expect.stringContaining('changed it since') },
  });
  const comment = await held(await say(writer, trackId, link));
  await db
    .updateTable('profile')
    .set({ closed_at: writer.clock.now() })
    .where('site', '=', writer.site.code)
    .where('user_id', '=', writer.viewer.userId)
    .execute();
  expect(await decide(moderator, comment)).toMatchObject({
    status: 409,
    problem: { detail: 'Its author’s account is closed.' },
  });
  expect(await stateOf(writer, comment)).toBe('waiting');
});

test('the same text, a second award and an eleventh text are refused while texts wait', async () => {
  const { writer, trackId } = await world();
  await held(await say(writer, trackId, `${link} great`, 'award'));
  expect(await say(writer, trackId, `${link} greater`, 'award')).toMatchObject({ status: 409 });
  await held(await say(writer, trackId, link));
  expect(await say(writer, trackId, link)).toMatchObject({ status: 409 });
  for (let number = 0; number < 8; number++) await held(await say(writer, trackId, `${link}${number}`));
  expect(await say(writer, trackId, `${link}9`)).toMatchObject({ status: 429 });
});

test('a text expires after exactly thirty days, is readable for thirty more, and a released one is only counted', async () => {
  const { writer, trackId, moderator } = await world();
  const sweep = () => writer.jobs.add('sweep-held-texts', {}).then(() => writer.jobs.runAll(writer));
  const released = await held(await say(writer, trackId, `${link}0`));
  await decide(moderator, released);
  const id = await held(await say(writer, trackId, link));
  writer.clock.forward({ days: 29, hours: 23, minutes: 59, seconds: 59 });
  await sweep();
  expect(await stateOf(writer, id)).toBe('waiting');
  expect(await rowOf(writer, released)).toMatchObject({ text: `${link}0` });
  writer.clock.forward({ seconds: 1 });
  await sweep();
  expect(await rowOf(writer, id)).toMatchObject({ state: 'expired', text: link });
  expect(await rowOf(writer, released)).toMatchObject({ state: 'released', text: '', payload: {} });
  expect((await noticesOf(writer)).at(-1)).toContain('waited 30 days');
  expect(await caseOf(writer, id)).toMatchObject([{ state: 'settled', outcome: 'void' }]);
  writer.clock.forward({ days: 30 });
  await sweep();
  expect(await rowOf(writer, id)).toBeUndefined();
  expect(await stateOf(writer, released)).toBe('released');
  expect(await commentsOn(writer, trackId)).toEqual([`${link}0`]);
});
