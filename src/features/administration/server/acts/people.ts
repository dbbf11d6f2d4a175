import { z } from 'zod';
import { levelNames } from '#features/accounts/model.ts';
import {
  type KnownPerson,
  personById,
  personNamed,
  roleOf,
  setRole,
} from '#features/accounts/roles/server/moderated.ts';
import type { ActRef } from '#features/modlog/acts.ts';
import { act, storedIn } from '#features/modlog/server/act.ts';
import { perform } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { setCustomTitle } from '#features/users/server/moderated.ts';
import { Level } from '#lib/codes/level.ts';
import { type Verdict, yes } from '#lib/rules/verdict.ts';
import { administersAll, onSite } from '#platform/auth/reach.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { routes } from '#routes/routes.ts';
import { RoleForm, TitleForm } from '../../forms.ts';
import { maySetRole } from '../../policy.ts';
import { adminForm } from './admin-form.ts';

const roleWord = (level: number) => (level === 0 ? 'none' : (levelNames[level] ?? `${level}`));

interface Role {
  readonly level: number;
  readonly isEverywhere: boolean;
}

const stateOf = ({ level, isEverywhere }: Role, edition: string) => ({
  Role: roleWord(level),
  On: isEverywhere ? 'all editions' : edition,
  level,
  isEverywhere,
});

/** Locks the role of a person until the transaction ends and returns its level. */
async function lockedRole(tx: TxCtx, { accountId }: KnownPerson, isEverywhere: boolean): Promise<number> {
  await lockUntilCommit(tx, `role ${accountId}`);
  return roleOf(tx, accountId, isEverywhere ? null : tx.site.code);
}

/** Whether the viewer may give this role to a person. */
async function mayChangeRole(
  tx: TxCtx,
  person: KnownPerson,
  { level, isEverywhere }: Role,
): Promise<Verdict> {
  const before = await lockedRole(tx, person, isEverywhere);
  const isOwn = person.accountId === tx.viewer.accountId;
  const facts = { before, after: level, isEverywhere, isOwn };
  return maySetRole(tx.viewer.level, await administersAll(tx), facts);
}

const Role = z.object({ level: z.int(), isEverywhere: z.boolean() });
const notStored = 'The earlier value isn’t stored.';

/** `expected`: the level that the person must have. */
interface NewRole extends Role {
  readonly expected?: number;
}

/** Sets a role and notifies the person. */
export const changeRole = act<NewRole, KnownPerson>({
  name: 'role.change',
  label: 'Changed a role',
  group: 'other',
  level: Level.siteLeader,
  input: Role,
  find: (tx, { id }) => personById(tx, id),
  allow: mayChangeRole,
  notifies: true,
  run: async (tx, person, { level, isEverywhere, expected }) => {
    const site = isEverywhere ? null : tx.site.code;
    const before = await lockedRole(tx, person, isEverywhere);
    if (expected !== undefined && before !== expected)
      throw new Problem(409, 'This user’s role has been changed again since.');
    if (before === level)
      throw new Problem(409, `Role: ${person.name} already has this role.`, { field: 'Role' });
    await setRole(tx, { accountId: person.accountId, site, level });
    const where = isEverywhere ? 'all editions' : tx.site.name;
    await notify(tx, {
      to: [person.userId],
      kind: 'moderation.act',
      text:
        level === 0 ? `You no longer have a role on ${where}.` : `You’re now ${roleWord(level)} on ${where}.`,
      link: routes.crew(),
    });
    return {
      before: stateOf({ level: before, isEverywhere }, tx.site.label),
      after: stateOf({ level, isEverywhere }, tx.site.label),
      personId: person.userId,
    };
  },
  undo: {
    as: 'role.change',
    input: ({ before, after }): NewRole => ({
      ...storedIn(Role, before, notStored),
      expected: storedIn(Role, after, notStored).level,
    }),
  },
});

const Title = z.object({ Title: z.string() });

/** `expected`: the title that the person must have. */
interface NewTitle extends z.output<typeof Title> {
  readonly expected?: string;
}

/** Gives or removes a title. */
export const changeTitle = act<NewTitle, ActRef>({
  name: 'title.change',
  label: 'Changed a title',
  group: 'other',
  level: Level.siteLeader,
  input: Title,
  notifies: true,
  run: async (tx, { id }, { Title: title, expected }) => {
    const before = await setCustomTitle(tx, id, title);
    if (expected !== undefined && before !== expected)
      throw new Problem(409, 'This user’s title has been changed again since.');
    if (before === title) throw new Problem(409, 'Title: this is already the title.', { field: 'Title' });
    return { before: { Title: before }, after: { Title: title }, personId: id };
  },
  undo: {
    as: 'title.change',
    input: ({ before, after }): NewTitle => ({
      ...storedIn(Title, before, notStored),
      expected: storedIn(Title, after, notStored).Title,
    }),
  },
});

/** The editions that the form names, each with the viewer's role there. */
async function placesOf(tx: TxCtx, { Where, Also }: z.output<typeof RoleForm>): Promise<readonly TxCtx[]> {
  const others = Where === 'here' ? Also.filter((code) => code !== tx.site.code) : [];
  const places = [tx];
  for (const code of others) places.push(await onSite(tx, code));
  return places;
}

const roleIn = ({ Role: level, Where }: z.output<typeof RoleForm>): Role => ({
  level,
  isEverywhere: Where === 'everywhere',
});

export const peopleForms = {
  'role.change': adminForm({
    level: Level.siteLeader,
    input: RoleForm,
    allow: async (tx, form) => {
      for (const at of await placesOf(tx, form)) {
        const verdict = await mayChangeRole(at, await personNamed(at, form.Name), roleIn(form));
        if (!verdict.ok) return verdict;
      }
      return yes;
    },
    run: async (tx, form, reason) => {
      const input = roleIn(form);
      const people = [];
      for (const at of await placesOf(tx, form)) {
        const found = await personNamed(at, form.Name);
        const before = await lockedRole(at, found, input.isEverywhere);
        people.push({ at, found, isNew: before !== input.level });
      }
      // where several editions are named, those where the person has the role already stay as they are
      const changed = people.some(({ isNew }) => isNew) ? people.filter(({ isNew }) => isNew) : people;
      for (const { at, found } of changed)
        await perform(at, changeRole, { subject: { kind: 'user', id: found.userId }, found, input, reason });
    },
  }),
  'title.change': adminForm({
    level: Level.siteLeader,
    input: TitleForm,
    run: async (tx, { Name, Title }, reason) => {
      const subject = { kind: 'user', id: (await personNamed(tx, Name)).userId };
      return perform(tx, changeTitle, { subject, found: subject, input: { Title }, reason });
    },
  }),
};
