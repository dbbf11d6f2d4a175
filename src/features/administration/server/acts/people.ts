import type { z } from 'zod';
import { levelNames } from '#features/accounts/model.ts';
import { type KnownPerson, personNamed, roleOf, setRole } from '#features/accounts/roles/server/moderated.ts';
import { recordModeration } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { setCustomTitle } from '#features/users/server/moderated.ts';
import { Level } from '#lib/codes/level.ts';
import type { Verdict } from '#lib/rules/verdict.ts';
import { administersAll } from '#platform/auth/reach.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { routes } from '#routes/routes.ts';
import { RoleForm, TitleForm } from '../../forms.ts';
import { maySetRole } from '../../policy.ts';
import { adminAct } from './act.ts';

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
export async function mayChangeRole(
  tx: TxCtx,
  person: KnownPerson,
  { level, isEverywhere }: Role,
): Promise<Verdict> {
  const before = await lockedRole(tx, person, isEverywhere);
  const isOwn = person.accountId === tx.viewer.accountId;
  const facts = { before, after: level, isEverywhere, isOwn };
  return maySetRole(tx.viewer.level, await administersAll(tx), facts);
}

/** Sets a role, records it and notifies the person. The level before must be `expected`, if given. */
export async function changeRole(
  tx: TxCtx,
  person: KnownPerson,
  { level, isEverywhere }: Role,
  reason: string,
  expected?: number,
): Promise<void> {
  const site = isEverywhere ? null : tx.site.code;
  const before = await lockedRole(tx, person, isEverywhere);
  if (expected !== undefined && before !== expected)
    throw new Problem(409, 'The role of this person was changed again since.');
  if (before === level)
    throw new Problem(409, `Role: ${person.name} has exactly this role already.`, { field: 'Role' });
  await setRole(tx, { accountId: person.accountId, site, level });
  const after = { level, isEverywhere };
  await recordModeration(tx, {
    act: 'role.change',
    subject: { kind: 'user', id: person.userId },
    reason,
    before: stateOf({ level: before, isEverywhere }, tx.site.label),
    after: stateOf(after, tx.site.label),
    personId: person.userId,
  });
  const where = isEverywhere ? 'all editions' : tx.site.name;
  await notify(tx, {
    to: [person.userId],
    kind: 'moderation.act',
    text:
      level === 0 ? `You no longer have a role on ${where}.` : `You are now ${roleWord(level)} on ${where}.`,
    link: routes.crew(),
  });
}

/** Gives or removes a title, and records it. The title before must be `expected`, if given. */
export async function changeTitle(
  tx: TxCtx,
  userId: number,
  title: string,
  reason: string,
  expected?: string,
): Promise<void> {
  const before = await setCustomTitle(tx, userId, title);
  if (expected !== undefined && before !== expected)
    throw new Problem(409, 'The title of this person was changed again since.');
  if (before === title) throw new Problem(409, 'Title: it is exactly this already.', { field: 'Title' });
  await recordModeration(tx, {
    act: 'title.change',
    subject: { kind: 'user', id: userId },
    reason,
    before: { Title: before },
    after: { Title: title },
    personId: userId,
  });
}

const roleIn = ({ Role: level, Where }: z.output<typeof RoleForm>): Role => ({
  level,
  isEverywhere: Where === 'everywhere',
});

export const peopleActs = {
  'role.change': adminAct({
    section: 'people',
    level: Level.siteLeader,
    input: RoleForm,
    allow: async (tx, form) => mayChangeRole(tx, await personNamed(tx, form.Name), roleIn(form)),
    run: async (tx, form, reason) => changeRole(tx, await personNamed(tx, form.Name), roleIn(form), reason),
  }),
  'title.change': adminAct({
    section: 'people',
    level: Level.siteLeader,
    input: TitleForm,
    run: async (tx, { Name, Title }, reason) =>
      changeTitle(tx, (await personNamed(tx, Name)).userId, Title, reason),
  }),
};
