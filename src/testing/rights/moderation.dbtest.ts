import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import type { ActField } from '#features/moderation/act-fields.ts';
import { type AnyAct, canUndo } from '#features/moderation/server/acts/act.ts';
import { allActs } from '#features/moderation/server/acts/all.ts';
import { undos } from '#features/moderation/server/acts/undos.ts';
import { appealQueue } from '#features/moderation/server/appeals/list.ts';
import { ownDecisions } from '#features/moderation/server/decisions/show.ts';
import { shownLog } from '#features/moderation/server/log.ts';
import { subjectsOf } from '#features/moderation/server/subjects.ts';
import { type SubjectKind, subjectKey } from '#features/moderation/subjects.ts';
import { hiddenFromPerson } from '#features/modlog/decisions.ts';
import { type ActName, actLabels } from '#features/modlog/model.ts';
import { Level } from '#lib/codes/level.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { type Answer, ask } from './asker.ts';
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
 * Role × act × edition, derived from the lists of acts and undos: a new act is covered without a line here. Each request is sent
 * to the edition of the subject and to another one, and rolled back.
 *
 *   `.` reached   `L` sign in first (401)   `N` as if the edition did not exist (404)   `D` refused because of the level (403)
 */
const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const otherSite = world.sites.find(({ code }) => code !== 'tmnf')?.code ?? '';
const people = await moderationPeople(world, otherSite);
const person = people['person concerned'].here;
const subjects = await subjectsOfKinds(person);
// what was written above must not count towards anyone's rate limit
world.clock.forward({ hours: 1 });

const doors = ['here', 'there'] as const;

function letterOf({ status, text }: Answer): string {
  if (status === 401) return 'L';
  if (status === 404 && text === 'This edition was not found.') return 'N';
  if (status === 403 && /^Only (administrators|site leaders) can do this\.$/.test(text)) return 'D';
  if (status >= 500) throw new Error(text);
  return '.';
}

/** What is expected for an act that needs this level. */
const expectedRow = (level: Level) =>
  moderationRoles.map((role): string => {
    if (role === 'visitor') return 'L';
    const own = levelHere(role);
    if (own === null) return 'N';
    return own >= level ? '.' : 'D';
  });

const rowsIn = async (ctx: TestCtx) =>
  (
    await forSite({ ...ctx, site: world.site }, 'moderation_act')
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
  ).rows;

/** The letters of all roles. A refused request leaves no row in the log. */
async function found(
  request: (ctx: TestCtx, role: ModerationRole) => Promise<Answer>,
): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const door of doors) {
    rows[door] = [];
    for (const role of moderationRoles) {
      const letter = await undone(people[role][door], async (ctx) => {
        const before = await rowsIn(ctx);
        const answer = await request(ctx, role);
        const isReached = letterOf(answer) === '.';
        if (!isReached && (await rowsIn(ctx)) !== before) return 'a row of a refused act';
        return letterOf(answer);
      });
      rows[door].push(letter);
    }
  }
  return rows;
}

const bothDoors = (row: string[]) => ({ here: row, there: row });

/** A valid value of each field, so that nothing but the role decides. */
const valid = (field: ActField): string => {
  if (field.type === 'choice') return field.options[0]?.value ?? '1';
  if (field.type === 'date')
    return new Date(world.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  if (field.type === 'number') return String(field.least);
  return field.type === 'flag' ? '' : 'x';
};

async function formOf(act: AnyAct, kind: SubjectKind): Promise<Record<string, string>> {
  const id = subjects[kind];
  const crew = people.administrator.here;
  const subject = (await subjectsOf(crew, [{ kind, id }])).get(subjectKey(kind, id));
  if (!subject) throw new Error(`There is no ${kind} ${id}.`);
  const fields = typeof act.fields === 'function' ? await act.fields(crew, subject) : act.fields;
  return Object.fromEntries(fields.map((field) => [field.name, field.value ?? valid(field)]));
}

const requestedActs = allActs.flatMap((act) => act.kinds.map((kind) => ({ act, kind, name: act.name })));

test.each(requestedActs)('$name on a $kind', async ({ act, kind }) => {
  const fields = await formOf(act, kind);
  const form = {
    site: world.site.code,
    kind,
    id: `${subjects[kind]}`,
    act: act.name,
    Reason: 'Rights.',
    ...fields,
  };
  const letters = await found((ctx) => ask(ctx, { method: 'POST', path: '/moderation/act', form }));
  expect(letters).toEqual(bothDoors(expectedRow(act.level).map(movesAway(act.name))));
});

/** A track is moved by those with a role on both editions: to others the second one looks missing. */
function movesAway(name: string) {
  return (letter: string, index: number) =>
    name === 'track.move' && moderationRoles[index] === 'moderator of this edition' ? 'N' : letter;
}

const actNames = Object.keys(actLabels) as ActName[]; // its own keys

test.each(actNames)('undoing %s', async (act) => {
  const rule = undos[act];
  const level = canUndo(rule) ? (rule.level ?? Level.moderator) : Level.moderator;
  const kind = act.split('.')[0] ?? '';
  const id = (subjects as Readonly<Record<string, number>>)[kind] ?? 1; // kinds of acts are more than those of subjects
  const actId = await storedActOf(world, act, { kind, id }, person.viewer.userId);
  const form = { site: world.site.code, actId: `${actId}`, Reason: 'Rights.' };
  const letters = await found((ctx) => ask(ctx, { method: 'POST', path: '/moderation/undo', form }));
  expect(letters).toEqual(bothDoors(expectedRow(level)));
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

/** An appeal of the person concerned against a decision that is stored for this test. */
async function appealOf(act: ActName): Promise<number> {
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
    actId,
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

/** `.` the act is shown, `-` it is not, `D` refused. */
async function seen(read: (ctx: TestCtx) => Promise<{ rows: readonly { actId: number }[] }>, actId: number) {
  const rows: Record<string, string> = {};
  for (const door of doors) {
    rows[door] = '';
    for (const role of moderationRoles)
      rows[door] += await read(people[role][door]).then(
        (page) => (page.rows.some((act) => act.actId === actId) ? '.' : '-'),
        (error: unknown) => {
          if (error instanceof Error && 'status' in error && error.status === 403) return 'D';
          throw error;
        },
      );
  }
  return rows;
}

test.each(actNames)('rows of the log and decisions about %s', async (act) => {
  const actId = await storedActOf(
    world,
    act,
    { kind: 'comment', id: subjects.comment },
    person.viewer.userId,
  );
  const query = new URLSearchParams({ site: world.site.code, number: `${actId}` });
  const inLog = await seen(async (ctx) => (await shownLog(ctx, query, 'http://x.example')).page, actId);
  expect(inLog).toEqual({ here: 'DDD-...', there: 'DDD-...' });
  const decided = await seen((ctx) => ownDecisions(ctx, new URLSearchParams(), 'http://x.example'), actId);
  const own = hiddenFromPerson.includes(act) ? '-------' : '--.----';
  expect(decided).toEqual({ here: own, there: own });
});
