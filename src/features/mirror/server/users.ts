import { createHash } from 'node:crypto';
import { importUser, updateImportedUser } from '#features/accounts/server/import.ts';
import { routes } from '#routes/routes.ts';
import { SourceUser, userFields } from '../source-rows.ts';
import { localRow } from './local-rows.ts';
import { isOurs, type Run } from './run.ts';
import type { SourceList } from './source.ts';
import { note, seenOf } from './state.ts';

export const userList: SourceList<typeof SourceUser> = {
  path: routes.apiUsers(),
  row: SourceUser,
  id: 'UserId',
  fields: userFields,
};

interface Named {
  readonly UserId: number;
  readonly Name: string;
}

/** Sites accept lists of about this many ids. */
const idsAtOnce = 100;

export const hashOf = (row: object): string => createHash('sha256').update(JSON.stringify(row)).digest('hex');

/** Users of the source whose profile here exists from now on. Returns their UserIds here; an erased user has none. */
export async function ensureUsers(run: Run, people: readonly Named[]): Promise<Map<number, number>> {
  const byId = new Map(people.map((person) => [person.UserId, person]));
  const ids = [...byId.keys()];
  const seen = await seenOf(run.ctx, run.pass, 'user', ids);
  const missing = ids.filter((id) => !seen.has(id));
  const rows = new Map<number, SourceUser>();
  for (let at = 0; at < missing.length; at += idsAtOnce) {
    const some = missing.slice(at, at + idsAtOnce);
    const page = await run.source.page(userList, { id: some.join(','), count: some.length });
    for (const row of page.rows) rows.set(row.UserId, row);
  }
  const local = new Map(
    [...seen].flatMap(([id, { localId }]) => (localId === null ? [] : [[id, localId] as const])),
  );
  for (const id of missing) {
    // a user that the list leaves out, such as one who left, still has a name in the rows
    const row = rows.get(id) ?? { UserId: id, Name: byId.get(id)?.Name ?? '' };
    local.set(id, await copyUser(run, row));
  }
  return local;
}

async function copyUser(run: Run, row: SourceUser): Promise<number> {
  const { ctx, pass, counts } = run;
  const own = isOurs(run, row) ? await localRow(ctx, 'user', row.OriginId) : null;
  if (own !== null) {
    await note(ctx, pass, 'user', row.UserId, { localId: own, state: 'here', rowHash: hashOf(row) });
    return own;
  }
  const user = {
    id: row.UserId,
    name: row.Name,
    host: new URL(pass.origin).hostname,
    registeredAt: row.RegisteredAt ?? null,
    comments: row.UserComments ?? null,
  };
  counts.user.copied += 1;
  return importUser(ctx, user, (tx, userId) =>
    note(tx, pass, 'user', row.UserId, { localId: userId, state: 'copied', rowHash: hashOf(row), row }),
  );
}

/** Follows changes of the profiles of copied users. */
export async function refreshUsers(run: Run): Promise<void> {
  const { ctx, pass, source, counts } = run;
  for await (const { rows } of source.pages(userList, { count: 500, order1: 19 })) {
    const seen = await seenOf(
      ctx,
      pass,
      'user',
      rows.map(({ UserId }) => UserId),
    );
    for (const row of rows) {
      const known = seen.get(row.UserId);
      if (known?.state !== 'copied' || known.localId === null || known.rowHash === hashOf(row)) continue;
      await updateImportedUser(ctx, known.localId, row.UserComments ?? null);
      await note(ctx, pass, 'user', row.UserId, { ...known, rowHash: hashOf(row) });
      counts.user.updated += 1;
    }
  }
}
