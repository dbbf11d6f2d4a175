import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { sanctionsOf } from '#features/sanctions/server/repo.ts';
import { Level } from '#lib/codes/level.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { grantRole } from '#testing/moderators.ts';
import { asMember } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';

const { db } = await testDb();

const crewOf = async (ctx: TestCtx, level: Level = Level.moderator, sites?: 'all') =>
  grantRole(await asMember(ctx), level, sites ?? [ctx.site.code]);

async function world() {
  const person = await asMember(await testCtx({ db }));
  return { person, moderator: await crewOf(person), other: await crewOf(person) };
}

const post = async (ctx: TestCtx, path: string, form: Record<string, string>) =>
  (await Uploader.of(ctx)).ask('POST', path, { form: new URLSearchParams(form) });

const act = (ctx: TestCtx, on: TestCtx, name: string, form: Record<string, string> = {}) =>
  post(ctx, '/moderation/act', {
    site: on.site.code,
    kind: 'user',
    id: `${on.viewer.userId}`,
    act: `user.${name}`,
    Reason: 'Insults.',
    ...form,
  });

const undo = (ctx: TestCtx, actId: number) =>
  post(ctx, '/moderation/undo', { site: ctx.site.code, actId: `${actId}`, Reason: 'A mistake.' });

const actIdOf = (answer: { json<T>(): T }) => answer.json<{ ActId: number }>().ActId;

const record = async (ctx: TestCtx) =>
  (await sanctionsOf(ctx, ctx.viewer.accountId ?? 0, [ctx.site.code])).map(
    ({ kind, site, state }) => `${kind} ${site ?? 'everywhere'} ${state}`,
  );

const log = async (ctx: TestCtx) =>
  (
    await forSite(ctx, 'moderation_act')
      .where('subject_kind', '=', 'user')
      .where('subject_id', '=', ctx.viewer.userId)
      .orderBy('act_id')
      .select(['act', 'person_id', 'undoes', 'before', 'after'])
      .execute()
  ).map((row) => ({ ...row, mine: row.person_id === ctx.viewer.userId, undoes: row.undoes !== null }));

const noticesOf = async (ctx: TestCtx) =>
  (
    await forSite(ctx, 'notice')
      .where('user_id', '=', ctx.viewer.userId)
      .orderBy('notice_id')
      .select('text')
      .execute()
  ).map(({ text }) => text);

test.each([
  ['warn', '30', 'warning', 'You were warned on'],
  ['mute', '30', 'mute', 'You are muted on'],
  ['suspend', 'good', 'suspension', 'You are suspended on'],
])('%s is recorded, and undone a week later', async (name, Length, kind, words) => {
  const { person, moderator, other } = await world();
  const here = person.site.code;
  const done = await act(moderator, person, name, { Length });
  expect(done).toMatchObject({ status: 200 });
  expect(await record(person)).toEqual([`${kind} ${here} in force`]);
  expect(await noticesOf(person)).toEqual([expect.stringContaining(`${words} ${person.site.name}`)]);
  person.clock.forward({ days: 7 });
  expect(await undo(other, actIdOf(done))).toMatchObject({ status: 200 });
  expect(await record(person)).toEqual([`${kind} ${here} lifted`]);
  expect(await log(person)).toEqual([
    expect.objectContaining({ act: `user.${name}`, mine: true, undoes: false }),
    expect.objectContaining({ act: 'user.lift', mine: true, undoes: true }),
  ]);
  // the unread notice about the same sanction is renewed
  expect(await noticesOf(person)).toEqual([expect.stringMatching(/ was lifted\. Reason: A mistake\.$/)]);
});

test('the log says where and until when', async () => {
  const { person, moderator } = await world();
  await act(moderator, person, 'mute', { Length: '7' });
  const [row] = await log(person);
  expect(row?.after).toMatchObject({ On: person.site.label, Until: '2026-11-28T12:00:00.000Z' });
});

test('a sanction is lifted, imposed again and lifted by undoing each act', async () => {
  const { person, moderator } = await world();
  await act(moderator, person, 'mute', { Length: '30' });
  const [muted] = await sanctionsOf(person, person.viewer.accountId ?? 0, [person.site.code]);
  const lifted = await act(moderator, person, 'lift', { Sanction: `${muted?.sanctionId}` });
  expect(lifted).toMatchObject({ status: 200 });
  const again = await undo(moderator, actIdOf(lifted));
  expect(again).toMatchObject({ status: 200 });
  expect(await record(person)).toEqual([`mute ${person.site.code} in force`]);
  expect(await undo(moderator, actIdOf(again))).toMatchObject({ status: 200 });
  expect(await record(person)).toEqual([`mute ${person.site.code} lifted`]);
  expect((await log(person)).map(({ act: name, undoes }) => [name, undoes])).toEqual([
    ['user.mute', false],
    ['user.lift', true],
    ['user.reimpose', true],
    ['user.lift', true],
  ]);
});

test('a sanction that was lifted is not imposed again after its end', async () => {
  const { person, moderator } = await world();
  const muted = await act(moderator, person, 'mute', { Length: '1' });
  const lifted = await undo(moderator, actIdOf(muted));
  person.clock.forward({ days: 1 });
  expect(await undo(moderator, actIdOf(lifted))).toMatchObject({
    status: 409,
    problem: { detail: expect.stringContaining('would have ended') },
  });
});

test('two moderators mute the same user at once: one succeeds, the other is refused', async () => {
  const { person, moderator, other } = await world();
  const answers = await Promise.all(
    [moderator, other].map((ctx) => act(ctx, person, 'mute', { Length: '7' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await record(person)).toHaveLength(1);
});

test.each([
  ['mute', {}, 'Length'],
  ['mute', { Length: 'good' }, 'Length'],
  ['mute', { Length: '31' }, 'Length'],
  ['suspend', { Length: '-7' }, 'Length'],
  ['mute', { Length: '7', Reason: ' ' }, 'Reason'],
  ['lift', { Sanction: '0' }, 'Sanction'],
])('to %s with %j is refused', async (name, form, field) => {
  const { person, moderator } = await world();
  expect(await act(moderator, person, name, form)).toMatchObject({ status: 400, problem: { field } });
  expect(await record(person)).toEqual([]);
});

test('nobody sanctions themselves or a user with the same role; a site leader may sanction a moderator', async () => {
  const { person, moderator, other } = await world();
  const leader = await crewOf(person, Level.siteLeader);
  const warn = (by: TestCtx, on: TestCtx) => act(by, on, 'warn', { Length: '30' });
  expect(await warn(moderator, moderator)).toMatchObject({ status: 403 });
  expect(await warn(moderator, other)).toMatchObject({ status: 403 });
  expect(await warn(moderator, leader)).toMatchObject({ status: 403 });
  expect(await warn(leader, moderator)).toMatchObject({ status: 200 });
});

test('only administrators of all editions sanction on all of them, and lift that', async () => {
  const { person, moderator } = await world();
  const here = await crewOf(person, Level.administrator);
  const administrator = await crewOf(person, Level.administrator, 'all');
  const form = { Length: 'good', Everywhere: '1' };
  expect(await act(moderator, person, 'suspend', form)).toMatchObject({ status: 403 });
  expect(await act(here, person, 'suspend', form)).toMatchObject({ status: 403 });
  const done = await act(administrator, person, 'suspend', form);
  expect(done).toMatchObject({ status: 200 });
  expect(await record(person)).toEqual(['suspension everywhere in force']);
  expect(await undo(moderator, actIdOf(done))).toMatchObject({ status: 403 });
  expect(await undo(administrator, actIdOf(done))).toMatchObject({ status: 200 });
});

test('a mail is sent to a confirmed address only', async () => {
  const { person, moderator } = await world();
  await act(moderator, person, 'mute', { Length: '7' });
  await moderator.jobs.runAll(moderator);
  expect(moderator.mail.sent).toEqual([]);
  await db
    .updateTable('account')
    .set({ email_confirmed_at: person.clock.now() })
    .where('account_id', '=', person.viewer.accountId ?? 0)
    .execute();
  await act(moderator, person, 'suspend', { Length: '7' });
  await moderator.jobs.runAll(moderator);
  const [mail] = moderator.mail.sent;
  expect(mail?.subject).toBe('Your account is suspended');
  expect(mail?.text).toContain('Reason: Insults.');
});
