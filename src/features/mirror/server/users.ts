import { createHash } from 'node:crypto';
import { forSite } from '#db/for-site.ts';
import { importUser, updateImportedUser } from '#features/accounts/server/import.ts';
import { importFace } from '#features/users/pictures/server/import.ts';
import type { Ctx } from '#platform/context.ts';
import { routes } from '#routes/routes.ts';
import { SourceUser, userFields } from '../source-rows.ts';
import { pictureFile } from './copied-files.ts';
import { localRow } from './local-rows.ts';
import { actingAs, isOurs, type Run, report, reportMissing } from './run.ts';
import type { SourceList } from './source.ts';
import { note, type Seen, seenOf } from './state.ts';

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
  const local = localIdsOf(seen);
  const unseen = ids.filter((id) => !seen.has(id));
  if (unseen.length === 0) return local;
  return run.addingUsers(async () => {
    const meanwhile = await seenOf(run.ctx, run.pass, 'user', unseen);
    const missing = [...byId.values()].filter(({ UserId }) => !seen.has(UserId) && !meanwhile.has(UserId));
    return new Map([...local, ...localIdsOf(meanwhile), ...(await addUsers(run, missing))]);
  });
}

const localIdsOf = (seen: ReadonlyMap<number, Seen>) =>
  new Map([...seen].flatMap(([id, { localId }]) => (localId === null ? [] : [[id, localId] as const])));

async function addUsers(run: Run, missing: readonly Named[]): Promise<Map<number, number>> {
  const rows = new Map<number, SourceUser>();
  for (let at = 0; at < missing.length; at += idsAtOnce) {
    const some = missing.slice(at, at + idsAtOnce).map(({ UserId }) => UserId);
    const page = await run.source.page(userList, { id: some.join(','), count: some.length });
    for (const row of page.rows) rows.set(row.UserId, row);
  }
  const local = new Map<number, number>();
  // a user that the list leaves out, such as one who left, still has a name in the rows
  for (const named of missing) local.set(named.UserId, await copyUser(run, rows.get(named.UserId) ?? named));
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
  const localId = await importUser(ctx, user, (tx, userId) =>
    note(tx, pass, 'user', row.UserId, { localId: userId, state: 'copied', row }),
  );
  // the hash comes last, so that a profile whose pictures are missing is read again
  if (await copyFaces(run, row, localId))
    await note(ctx, pass, 'user', row.UserId, { localId, state: 'copied', rowHash: hashOf(row) });
  return localId;
}

/** Copies the pictures of a profile that have changed. Returns false if one must be asked for again. */
async function copyFaces(run: Run, row: SourceUser, userId: number): Promise<boolean> {
  const { ctx, files } = run;
  let isComplete = true;
  for (const kind of ['avatar', 'banner'] as const) {
    const address = kind === 'avatar' ? row.Avatar : row.Banner;
    // a site without these fields says nothing about pictures
    if (address === undefined) continue;
    const path = routes[kind](row.UserId);
    const asUser = await actingAs(run, userId);
    if (address === null) {
      if (await hasFace(ctx, userId, kind)) await importFace(asUser, kind, null);
      continue;
    }
    if (await files.areUsed([path], address)) continue;
    const picture = { kind: 'picture', sourceId: row.UserId } as const;
    const file = await files.get(path, pictureFile, address);
    if (file.bytes === null) {
      reportMissing(run, file, picture, ['user', row.UserId]);
      isComplete &&= file.again === 'never';
      continue;
    }
    const reason = await files.asReceived(`${kind}.jpg`, file.bytes, (received) =>
      importFace(asUser, kind, received),
    );
    if (reason !== null) report(run, { ...picture, reason });
    await files.release(ctx, path);
  }
  return isComplete;
}

async function hasFace(ctx: Ctx, userId: number, kind: 'avatar' | 'banner'): Promise<boolean> {
  const row = await forSite(ctx, 'profile')
    .where('user_id', '=', userId)
    .select(kind === 'avatar' ? 'avatar_sha256 as sha256' : 'banner_sha256 as sha256')
    .executeTakeFirst();
  return (row?.sha256 ?? null) !== null;
}

/** Follows changes of the profiles of copied users, and those who came back. Returns the ids of all whom the source lists. */
export async function refreshUsers(run: Run): Promise<ReadonlySet<number>> {
  const listed = new Set<number>();
  for await (const { rows } of run.source.pages(userList, { count: 500, order1: 19 })) {
    for (const { UserId } of rows) listed.add(UserId);
    await refreshProfiles(run, rows);
  }
  return listed;
}

/** Follows changes of the profiles of some users. */
export async function refreshProfiles(run: Run, rows: readonly SourceUser[]): Promise<void> {
  const { ctx, pass, counts, reactions } = run;
  const seen = await seenOf(
    ctx,
    pass,
    'user',
    rows.map(({ UserId }) => UserId),
  );
  for (const row of rows) {
    const known = seen.get(row.UserId);
    if (!known || known.localId === null) continue;
    const isBack = known.state === 'gone' && (await reactions.onUserBack(ctx, known.localId));
    if (!isBack && (known.state !== 'copied' || known.rowHash === hashOf(row))) continue;
    await updateImportedUser(ctx, known.localId, row.UserComments ?? null);
    const isComplete = await copyFaces(run, row, known.localId);
    const rowHash = isComplete ? hashOf(row) : '';
    await note(ctx, pass, 'user', row.UserId, { localId: known.localId, state: 'copied', rowHash });
    counts.user.updated += 1;
  }
}
