import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { type Database, tables } from '#db/database.ts';
import type { InChanges } from '#db/tables/table.ts';
import { dayMs } from '#lib/codes/durations.ts';
import { visitor } from '#platform/viewer.ts';
import { Client } from '#testing/client.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeBoard, makeNews, makeThread, makeVideo } from '#testing/make-community.ts';
import { makeAward, makeComment, makePack, makePackTrack, makeReplay } from '#testing/make-lists.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { type ChangeRow, listOfKind, type PublicKind, publicKinds } from '../model.ts';
import { sweepChanges } from './sweep-changes.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const other = await testCtx({ db, site: 'tmo' });
const ann = await asMember(world);
const userId = ann.viewer.userId;
const track = await makeTrack(ann);
const hiddenTrack = await makeTrack(ann, { isPublic: false });
const pack = await makePack(world, { ownerId: userId, name: 'Pack' });
const board = await makeBoard(world, { boardId: 50, title: 'Open' });
const crewBoard = await makeBoard(world, { boardId: 51, title: 'Crew', readLevel: 4 });
const threadIn = (boardId: number, posts = [{ userId, text: 'Hello' }]) =>
  makeThread(world, { boardId, userId, title: 'Thread', posts });
const thread = await threadIn(board);
const crewThread = await threadIn(crewBoard);

interface Answer {
  More: boolean;
  Last: number;
  Results: ChangeRow[];
}
const get = (query: string, ctx = world) =>
  new Client(seenFrom(ctx, { viewer: visitor }), app.routes).send('GET', `/api/changes?${query}`);
const read = async (query: string, ctx = world) => (await get(query, ctx)).json<Answer>();

let last = (await read('')).Last;
/** What happened since the last call: `act kind id parent`. */
async function happened(): Promise<string[]> {
  const { Results, Last } = await read(`since=${last}`);
  last = Last;
  return Results.map(
    ({ Act, Kind, Id, ParentId }) => `${Act} ${Kind} ${Id}${ParentId === null ? '' : ` ${ParentId}`}`,
  );
}

const set = (table: string, id: string, key: number, values: string, more = '', on: Kysely<Database> = db) =>
  sql`update ${sql.table(table)} set ${sql.raw(values)} where site = 'tmnf' and ${sql.ref(id)} = ${key} ${sql.raw(more)}`.execute(
    on,
  );

interface Case {
  readonly kind: PublicKind;
  readonly make: () => Promise<number>;
  readonly parent?: number;
  /** a row that visitors do not see from the beginning */
  readonly hidden?: () => Promise<number>;
  readonly table: string;
  readonly id: string;
  /** further condition of its row */
  readonly where?: string;
  readonly edit: string;
  readonly hide: string;
  readonly show: string;
  /** what is no change */
  readonly count?: string;
}
const removed = { hide: 'deleted_at = now()', show: 'deleted_at = null' };
const comment = { table: 'comment', id: 'comment_id', parent: track, edit: "text = 'x'", ...removed };
const cases: readonly Case[] = [
  {
    kind: 'track',
    make: () => makeTrack(ann),
    hidden: () => makeTrack(ann, { isPublic: false }),
    table: 'track',
    id: 'track_id',
    edit: 'mood = mood + 1',
    hide: 'is_listed = false',
    show: 'is_listed = true',
    count: 'downloads = downloads + 1, awards = 7, record_time_ms = 1, activity_at = now()',
  },
  {
    kind: 'replay',
    make: () => makeReplay(world, { trackId: track, userId, timeMs: 50_000 }),
    hidden: () => makeReplay(world, { trackId: hiddenTrack, userId, timeMs: 50_000 }),
    parent: track,
    table: 'replay',
    id: 'replay_id',
    edit: "revoked_at = '2026-11-01'",
    ...removed,
    count: 'top_position = 3, contribution = 8',
  },
  {
    kind: 'comment',
    make: () => makeComment(world, { trackId: track, userId, text: 'Nice' }),
    hidden: () => makeComment(world, { trackId: hiddenTrack, userId, text: 'Nice' }),
    ...comment,
    count: "line = 'x'",
  },
  {
    kind: 'award',
    make: () => makeAward(world, { trackId: track, userId, text: 'Nice' }),
    hidden: () => makeAward(world, { trackId: hiddenTrack, userId, text: 'Nice' }),
    ...comment,
  },
  {
    kind: 'pack',
    make: () => makePack(world, { ownerId: userId, name: 'One' }),
    hidden: () => makePack(world, { ownerId: userId, name: 'One', isPublic: false }),
    table: 'pack',
    id: 'pack_id',
    edit: "name = name || '2'",
    hide: 'is_public = false',
    show: 'is_public = true',
    count: 'downloads = downloads + 1, pack_value = 9',
  },
  {
    kind: 'packentry',
    async make() {
      await makePackTrack(world, { packId: pack, trackId: track, addedBy: userId });
      return track;
    },
    async hidden() {
      await makePackTrack(world, { packId: pack, trackId: hiddenTrack, addedBy: userId });
      return hiddenTrack;
    },
    parent: pack,
    table: 'pack_track',
    id: 'track_id',
    where: `and pack_id = ${pack}`,
    edit: 'position = case when status = 1 then 9 end',
    hide: 'status = 2, position = null',
    show: 'status = 1, position = 8',
  },
  {
    kind: 'user',
    make: async () => (await asMember(world)).viewer.userId,
    table: 'profile',
    id: 'user_id',
    edit: "custom_title = 'x'",
    hide: "closed_at = now(), name = 'Deleted user'",
    show: 'closed_at = null',
    count: 'tracks = tracks + 1, ui_mode = 2',
  },
  {
    kind: 'news',
    make: () => makeNews(world, { userId, title: 'News', message: 'x' }),
    table: 'news',
    id: 'news_id',
    edit: "message = 'y'",
    hide: 'published_at = null',
    show: 'published_at = now()',
  },
  {
    kind: 'video',
    make: () =>
      makeVideo(world, { posterId: userId, title: 'Video', linkId: crypto.randomUUID().slice(0, 11) }),
    table: 'video',
    id: 'video_id',
    edit: "title = 'y'",
    hide: 'removed_at = now()',
    show: 'removed_at = null',
  },
  {
    kind: 'thread',
    make: () => threadIn(board, []),
    hidden: () => threadIn(crewBoard),
    table: 'forum_thread',
    id: 'thread_id',
    edit: 'is_pinned = true',
    hide: 'posts = 0',
    show: 'posts = 1',
  },
  {
    kind: 'post',
    make: async () => {
      const { rows } = await sql<{
        post_id: number;
      }>`insert into forum_post (site, post_id, thread_id, board_id, user_id, number, text, posted_at, updated_at)
        values ('tmnf', next_id('post', 'tmnf'), ${thread}, ${board}, ${userId}, 5, 'x', now(), now()) returning post_id`.execute(
        db,
      );
      return rows[0]?.post_id ?? 0;
    },
    parent: thread,
    table: 'forum_post',
    id: 'post_id',
    edit: "text = 'y'",
    ...removed,
  },
];

test.each(cases)(
  'what happens to a $kind',
  async ({ kind, make, hidden, parent, table, id, where = '', ...set_ }) => {
    await happened();
    const key = await make();
    const thing = `${kind} ${key}${parent === undefined ? '' : ` ${parent}`}`;
    const change = async (values: string) => {
      await set(table, id, key, values, where);
      return happened();
    };
    if (kind === 'thread') await change('posts = 1');
    else expect(await happened()).toEqual([`created ${thing}`]);
    expect(await change(set_.edit)).toEqual([`updated ${thing}`]);
    expect(await change(set_.edit.replace(/mood \+ 1|name \|\| '2'/, (from) => from.slice(0, 4)))).toEqual(
      [],
    );
    if (set_.count) expect(await change(set_.count)).toEqual([]);
    expect(await change(set_.hide)).toEqual([`deleted ${thing}`]);
    expect(await change(set_.edit.replace("'x'", "'z'"))).toEqual([]);
    expect(await change(set_.show)).toEqual([`created ${thing}`]);
    if (!hidden) return;
    const hiddenKey = await hidden();
    await set(table, id, hiddenKey, set_.edit.replace("'x'", "'hidden'"), where);
    expect(await happened()).toEqual([]);
  },
);

test('every kind is tried above and has a list of the API', () => {
  expect(cases.map(({ kind }) => kind).sort()).toEqual([...publicKinds].sort());
  for (const path of Object.values(listOfKind)) expect(app.routes).toHaveProperty([`GET ${path}`]);
});

test('parts are changes of what they belong to: pictures and authors of a track, replies, managers, tracks of a video', async () => {
  const commented = await makeComment(world, { trackId: track, userId, text: 'Nice' });
  const video = await makeVideo(world, { posterId: userId, title: 'V', linkId: 'parts' });
  await happened();
  await makeComment(world, { trackId: track, userId, text: 'Reply', parentId: commented });
  expect(await happened()).toEqual([`updated comment ${commented} ${track}`]);
  const feature = (trackId: number) =>
    db
      .insertInto('track_feature')
      .values({ site: 'tmnf', track_id: trackId, comment: 'x', featured_by: userId, featured_at: new Date() })
      .execute();
  await feature(track);
  await feature(hiddenTrack);
  expect(await happened()).toEqual([`updated track ${track}`]);
  await db
    .insertInto('pack_manager')
    .values({ site: 'tmnf', pack_id: pack, user_id: (await asMember(world)).viewer.userId, role: '' })
    .execute();
  expect((await happened()).slice(1)).toEqual([`updated pack ${pack}`]);
  await db
    .insertInto('track_video')
    .values({ site: 'tmnf', track_id: track, video_id: video, is_featured: false, timestamp_s: 1 })
    .execute();
  expect(await happened()).toEqual([`updated video ${video}`]);
});

test('a statement that moves several tracks of a pack logs those whose position changes and that everybody sees', async () => {
  const moved = await makePack(world, { ownerId: userId, name: 'Moved' });
  const entries = [await makeTrack(ann), await makeTrack(ann), await makeTrack(ann), hiddenTrack];
  for (const [at, trackId] of entries.entries())
    await makePackTrack(world, { packId: moved, trackId, addedBy: userId, position: at + 1 });
  await happened();
  const shift = (by: string) => set('pack_track', 'pack_id', moved, `position = position + ${by}`);
  await shift('case when position = 1 then 0 else 1 end');
  expect(await happened()).toEqual(entries.slice(1, 3).map((id) => `updated packentry ${id} ${moved}`));
  await set('pack', 'pack_id', moved, 'map_list_released = false');
  await happened();
  await shift('1');
  expect(await happened()).toEqual([]);
});

test('an award that becomes a comment is deleted as one and created as the other; a closed board hides its threads', async () => {
  const giver = (await asMember(world)).viewer.userId;
  const id = await makeAward(world, { trackId: track, userId: giver, text: 'Nice' });
  await happened();
  await set('comment', 'comment_id', id, 'is_award = false');
  expect(await happened()).toEqual([`deleted award ${id} ${track}`, `created comment ${id} ${track}`]);
  await set('forum_board', 'board_id', crewBoard, 'read_level = 0');
  expect(await happened()).toContain(`created thread ${crewThread}`);
  await set('forum_board', 'board_id', crewBoard, 'read_level = 4');
  expect(await happened()).toContain(`deleted thread ${crewThread}`);
});

test('changes of one transaction are one; nothing is logged of what was never visible, and nothing of a rollback', async () => {
  const id = await makeTrack(ann);
  await happened();
  await db.transaction().execute(async (tx) => {
    await set('track', 'track_id', id, 'mood = 3', '', tx);
    await set('track', 'track_id', id, 'is_public = false', '', tx);
    await set('track', 'track_id', id, 'is_public = true', '', tx);
  });
  expect(await happened()).toEqual([`updated track ${id}`]);
  await db.transaction().execute(async (tx) => {
    await set('track', 'track_id', hiddenTrack, 'is_public = true', '', tx);
    await set('track', 'track_id', hiddenTrack, 'is_public = false', '', tx);
  });
  expect(await happened()).toEqual([]);
  class Undo extends Error {}
  const undone = db.transaction().execute(async (tx) => {
    await set('track', 'track_id', id, 'mood = 1', '', tx);
    throw new Undo();
  });
  await expect(undone).rejects.toThrow(Undo);
  expect(await happened()).toEqual([]);
});

test('a reader skips no change that commits later than one which began after it', async () => {
  const [slow, quick] = [await makeTrack(ann), await makeTrack(ann)];
  await happened();
  const began = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const running = db.transaction().execute(async (tx) => {
    await set('track', 'track_id', slow, 'mood = 2', '', tx);
    began.resolve();
    await mayEnd.promise;
  });
  await began.promise;
  await set('track', 'track_id', quick, 'mood = 2');
  expect(await happened()).toEqual([`updated track ${quick}`]);
  mayEnd.resolve();
  await running;
  expect(await happened()).toEqual([`updated track ${slow}`]);
});

test('numbers ascend while several processes read and write, and each reader sees every change once', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => makeTrack(ann)));
  await happened();
  const seen: number[] = [];
  let from = last;
  const readOn = async () => {
    const { Results, Last } = await read(`since=${from}&kinds=track`);
    from = Last;
    seen.push(...Results.map(({ Number: number }) => number));
    return Results.map(({ Id }) => Id);
  };
  const writing = Promise.all(ids.map((id) => set('track', 'track_id', id, 'mood = 3')));
  const found: number[] = [];
  for (let round = 0; round < 6; round++) {
    const [own] = await Promise.all([readOn(), read('')]);
    found.push(...own);
  }
  await writing;
  found.push(...(await readOn()));
  expect(found.sort((a, b) => a - b)).toEqual(ids.sort((a, b) => a - b));
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  await happened();
});

test('pages continue from Last; kinds select; another edition has its own changes', async () => {
  const from = last;
  const made = [await makeTrack(ann), await makeTrack(ann), await makeTrack(ann)];
  await makeNews(world, { userId, title: 'x', message: 'y' });
  await makeTrack(await asMember(other));
  const first = await read(`since=${from}&count=2`);
  expect(first).toMatchObject({ More: true, Results: [{ Id: made[0] }, { Id: made[1] }] });
  const second = await read(`since=${first.Last}&kinds=Track,award`);
  expect(second).toMatchObject({ More: false, Results: [{ Id: made[2], Kind: 'track' }] });
  expect((await read(`since=${second.Last}`)).Results).toEqual([]);
  expect((await read(`since=${from}`, other)).Results.map(({ Kind }) => Kind)).toEqual(['user', 'track']);
  for (const query of ['since=x', 'since=1.5', 'since=99999999999999999999', 'kinds=nothing'])
    expect((await get(query)).status, query).toBe(400);
});

test('what is older than 30 days is deleted, and a reader that continues from before is refused', async () => {
  const before = last;
  const late = { ...world, clock: { now: () => new Date(Date.now() + 31 * dayMs) } };
  await makeTrack(ann);
  const { Last } = await read('');
  await sweepChanges.run(world, 'test', {});
  expect((await get(`since=${before}`)).status).toBe(200);
  await sweepChanges.run(late, 'test', {});
  const refused = await get(`since=${Last}`);
  expect(refused.status).toBe(410);
  expect(refused.problem?.detail).toContain('kept for 30 days');
  expect((await get('since=0')).status).toBe(410);
});

/** Logged for all rows of a statement at once, by a function that compares the columns itself. */
const atOnce: Readonly<Record<string, string>> = { pack_track: 'log_public_pack_tracks' };

test('a table logs its public changes exactly as it is declared', async () => {
  const { rows } = await sql<{ table: string; runs: string; columns: string[]; source: string }>`
    select c.relname::text as table, p.proname::text as runs, p.prosrc as source,
      array(select a.attname::text from unnest(g.tgattr) with ordinality n (number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = n.number order by n.place) as columns
    from pg_trigger g join pg_class c on c.oid = g.tgrelid join pg_proc p on p.oid = g.tgfoid
    where p.proname ~ '^log_public_' and g.tgparentid = 0 and g.tgname ~ '_update$' order by 1`.execute(db);
  const logged = rows.map(({ source, ...row }) => {
    const compared = row.table in atOnce ? /\(([^()]*)\) is distinct from/.exec(source)?.[1] : undefined;
    return compared === undefined ? row : { ...row, columns: compared.replaceAll('o.', '').split(', ') };
  });
  const declared = Object.entries<{ readonly inChanges?: InChanges }>(tables).flatMap(
    ([table, { inChanges }]) => {
      if (!inChanges) return [];
      const { partOf, columns } = inChanges;
      return [
        { table, runs: atOnce[table] ?? `log_public_${partOf ? `part_of_${partOf}` : table}`, columns },
      ];
    },
  );
  expect(logged).toEqual(declared.sort((a, b) => (a.table < b.table ? -1 : 1)));
});
