import { expect, test } from 'vitest';
import { actsFor, type ConsoleAct, hiddenFromPerson } from '#features/moderation/acts/server/acts-by-name.ts';
import { allActs } from '#features/moderation/acts/server/all-acts.ts';
import { appealQueue } from '#features/moderation/appeals/server/list-appeals.ts';
import { ownDecisions } from '#features/moderation/decisions/server/show.ts';
import { shownLog } from '#features/moderation/log/server/show.ts';
import { personRecord } from '#features/moderation/person/server/show.ts';
import { subjectsOf } from '#features/moderation/server/subjects.ts';
import { isSubjectKind, type SubjectKind, subjectKey } from '#features/moderation/subjects.ts';
import type { ActField } from '#features/modlog/act-fields.ts';
import { Level } from '#lib/codes/level.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { shareOf } from '#testing/shares.ts';
import { ask } from './asker.ts';
import { bothDoors, doorOf, doors, expectedRow, moderationAsker } from './moderation-asking.ts';
import {
  levelHere,
  type ModerationRole,
  moderationPeople,
  moderationRoles,
  storedActOf,
} from './moderation-roles.ts';
import { subjectsOfKinds } from './moderation-subjects.ts';
import { undone } from './undone.ts';

/**
 * Role × act × edition, derived from the lists of acts and undos: a new act is covered without a line here. The acts in turn are
 * sent to the edition of the subject and to another one; every request is rolled back.
 *
 *   `.` reached   `L` sign in first (401)   `N` as if the edition did not exist (404)   `D` refused because of the level (403)
 */
const { db } = await testDb({ editions: 'all' });
const world = await testCtx({ db, site: 'tmnf' });
const otherSite = world.sites.find(({ code }) => code !== 'tmnf')?.code ?? '';
const people = await moderationPeople(world, otherSite);
const person = people['person concerned'].here;
const subjects = await subjectsOfKinds(person);
// what was written above must not count towards anyone's rate limit
world.clock.forward({ hours: 1 });

const { found, foundThrough, seen } = moderationAsker(world, people);

/** A valid value of each field, so that nothing but the role decides. */
const valid = (field: ActField): string => {
  if (field.type === 'choice') return field.options[0]?.value ?? world.site.code;
  if (field.type === 'date')
    return new Date(world.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  if (field.type === 'number') return String(field.least);
  return field.type === 'flag' ? '' : 'x';
};

/** The form as it is offered to this role, or to an administrator if the role has none here: editions to choose from differ. */
async function formOf(
  act: ConsoleAct,
  kind: SubjectKind,
  role: ModerationRole,
): Promise<Record<string, string>> {
  const id = subjects[kind];
  const crew = people[levelHere(role) === null ? 'administrator' : role].here;
  const subject = (await subjectsOf(crew, [{ kind, id }])).get(subjectKey(kind, id));
  if (!subject) throw new Error(`There is no ${kind} ${id}.`);
  const { fields = [] } = act.offer;
  const asked = typeof fields === 'function' ? await fields(crew, subject) : fields;
  return Object.fromEntries(asked.map((field) => [field.name, field.value ?? valid(field)]));
}

const requestedActs = Object.keys(subjects)
  .filter(isSubjectKind)
  .flatMap((kind) => actsFor(kind).map((act) => ({ act, kind, name: act.name })))
  .map((requested, turn) => ({ ...requested, door: doorOf(turn) }));

test.each(shareOf(requestedActs, 4))('$name on a $kind, asked $door', async ({ act, kind, door }) => {
  const about = { site: world.site.code, kind, id: `${subjects[kind]}`, act: act.name, Reason: 'Rights.' };
  const letters = await foundThrough(door, async (ctx, role) => {
    const form = { ...about, ...(await formOf(act, kind, role)) };
    return ask(ctx, { method: 'POST', path: '/moderation/act', form });
  });
  expect(letters).toEqual(expectedRow(act.level));
});

const is = (actId: number) => (act: { readonly actId: number }) => act.actId === actId;

const actNames = allActs.map(({ name }) => name);

const undoneActs = allActs.map((act, turn) => ({ ...act, door: doorOf(turn) }));

test.each(shareOf(undoneActs, 4))('undoing $name, asked $door', async ({ name: act, door, ...rule }) => {
  const level = rule.undo ? rule.level : Level.moderator;
  const kind = act.split('.')[0] ?? '';
  const id = (subjects as Readonly<Record<string, number>>)[kind] ?? 1; // kinds of acts are more than those of subjects
  const actId = await storedActOf(world, act, { kind, id }, person.viewer.userId);
  const form = { site: world.site.code, actId: `${actId}`, Reason: 'Rights.' };
  const letters = await foundThrough(door, (ctx) =>
    ask(ctx, { method: 'POST', path: '/moderation/undo', form }),
  );
  expect(letters).toEqual(expectedRow(level));
});

test('to those without a role, an act that exists looks like one that does not', async () => {
  const actId = await storedActOf(world, 'comment.delete', { kind: 'comment', id: subjects.comment }, null);
  for (const role of moderationRoles.filter((one) => levelHere(one) === null))
    for (const door of doors) {
      const answers = [actId, 1_999_999_999].map((id) =>
        undone(people[role][door], (ctx) =>
          ask(ctx, {
            method: 'POST',
            path: '/moderation/undo',
            form: { site: world.site.code, actId: `${id}`, Reason: 'Rights.' },
          }),
        ),
      );
      const [real, unknown] = await Promise.all(answers);
      expect(real).toEqual(unknown);
    }
});

test('the record of a person is shown to moderators of the edition', async () => {
  const { userId } = person.viewer;
  const record = await seen(
    async (ctx) => ({
      rows: [await personRecord(ctx, world.site.code, userId, new URLSearchParams(), 'http://x.example')],
    }),
    ({ name }) => name === person.viewer.name,
  );
  expect(record).toEqual({ here: 'NNNN...', there: 'NNNN...' });
});

/** An appeal of the person concerned against a decision that is stored for this test. */
async function appealOf(act: string): Promise<number> {
  const actId = await storedActOf(
    world,
    act,
    { kind: 'comment', id: subjects.comment },
    person.viewer.userId,
  );
  await db
    .insertInto('appeal')
    .values({
      site: world.site.code,
      act_id: actId,
      user_id: person.viewer.userId,
      text: 'It was a joke.',
      appealed_at: world.clock.now(),
      decided_by: null,
      decided_at: null,
      answer: null,
    })
    .execute();
  return actId;
}

test.each(['upheld', 'undone', 'regretted'])('deciding an appeal: %s', async (Outcome) => {
  const actId = await appealOf('comment.delete');
  const form = { site: world.site.code, actId: `${actId}`, Outcome, Answer: 'Rights.' };
  const letters = await found((ctx) => ask(ctx, { method: 'POST', path: '/appeals/settle', form }));
  expect(letters).toEqual(bothDoors(expectedRow(Level.moderator)));
});

test('appeals are shown to moderators of the edition', async () => {
  const actId = await appealOf('comment.delete');
  const shown = await seen(
    async (ctx) => (await appealQueue(ctx, new URLSearchParams(), 'http://x.example')).page,
    is(actId),
  );
  expect(shown).toEqual({ here: 'DDD-...', there: 'DDD-...' });
});

test('only the person concerned appeals; to everyone else the decision looks like one that does not exist', async () => {
  const actId = await storedActOf(
    world,
    'comment.delete',
    { kind: 'comment', id: subjects.comment },
    person.viewer.userId,
  );
  const request = (id: number) => (ctx: TestCtx) =>
    ask(ctx, {
      method: 'POST',
      path: '/decisions/appeal',
      form: { site: world.site.code, actId: `${id}`, Text: 'It was a joke.' },
    });
  for (const role of moderationRoles)
    for (const door of doors) {
      const answer = await undone(people[role][door], request(actId));
      if (role === 'person concerned') expect(answer).toMatchObject({ status: 200 });
      else expect(answer).toEqual(await undone(people[role][door], request(1_999_999_999)));
    }
});

test.each(shareOf(actNames, 4))('rows of the log and decisions about %s', async (act) => {
  const actId = await storedActOf(
    world,
    act,
    { kind: 'comment', id: subjects.comment },
    person.viewer.userId,
  );
  const query = new URLSearchParams({ site: world.site.code, number: `${actId}` });
  const inLog = await seen(async (ctx) => (await shownLog(ctx, query, 'http://x.example')).page, is(actId));
  expect(inLog).toEqual({ here: 'DDD-...', there: 'DDD-...' });
  const decided = await seen(
    (ctx) => ownDecisions(ctx, new URLSearchParams(), 'http://x.example'),
    is(actId),
  );
  const own = hiddenFromPerson.includes(act) ? '-------' : '--.----';
  expect(decided).toEqual({ here: own, there: own });
});
