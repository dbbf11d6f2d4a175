import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { tables } from './database.ts';
import type { OnPages } from './tables/table.ts';

const { db } = await testDb();

interface Logged {
  readonly table: string;
  readonly events: string[];
  readonly by: string;
  readonly unseen: string;
  /** null: no columns are logged apart */
  readonly often: string | null;
}

/** Tables with triggers that log their changes, and the columns that these were made with. */
async function logged(): Promise<Logged[]> {
  const { rows } = await sql<Logged>`
    select c.relname::text as table, array_agg(g.tgname::text order by g.tgname) as events,
      min(split_part(encode(g.tgargs, 'escape'), '\\000', 1)) as by,
      min(split_part(encode(g.tgargs, 'escape'), '\\000', 2)) filter (where g.tgname !~ 'often$') as unseen,
      min(split_part(encode(g.tgargs, 'escape'), '\\000', 2)) filter (where g.tgname ~ 'often$') as often
    from pg_trigger g join pg_class c on c.oid = g.tgrelid
    where g.tgname ~ '_pages_(insert|update|delete|often)$' and g.tgparentid = 0 group by 1 order by 1`.execute(
    db,
  );
  return rows;
}

test('a table logs its changes for pages exactly as it is declared', async () => {
  const declared = Object.entries<{ readonly onPages: OnPages }>(tables).flatMap(([table, { onPages }]) => {
    if (typeof onPages === 'string') return [];
    const { by, unseen = [], often = [] } = onPages;
    const events = ['delete', 'insert', 'often', 'update'].filter(
      (event) => event !== 'often' || often.length > 0,
    );
    return [
      {
        table,
        events: events.map((event) => `${table}_pages_${event}`),
        by: `{${by.join()}}`,
        unseen: `{${[...unseen, ...often].join()}}`,
        often: often.length > 0 ? `{${often.join()}}` : null,
      },
    ];
  });
  expect(await logged()).toEqual(declared.sort((a, b) => (a.table < b.table ? -1 : 1)));
});

const changes = async () => {
  const { rows } = await sql<{ site: string | null; name: string; keys: string[] | null }>`
    delete from page_change returning site, name, keys`.execute(db);
  return rows.filter(({ name }) => /^(?:track|account)(?:\.|$)/.test(name));
};

test('a change names its rows; one that visitors do not see, or that changes nothing, is not logged', async () => {
  const ctx = await testCtx({ db, site: 'tmnf' });
  const ann = await asMember(ctx);
  await changes();
  const id = await makeTrack(ann);
  const keys = [`track_id ${id}`, `uploader_id ${ann.viewer.userId}`];
  const track = { site: 'tmnf', name: 'track', keys };
  expect(await changes()).toContainEqual(track);
  const set = async (values: object) => {
    await db.updateTable('track').where('site', '=', 'tmnf').where('track_id', '=', id).set(values).execute();
    return changes();
  };
  expect(await set({ mood: 2 })).toEqual([track]);
  expect(await set({ downloads: 3 })).toEqual([{ ...track, name: 'track.downloads' }]);
  expect(await set({ downloads: 3 })).toEqual([]);
  expect((await set({ awards: 4, downloads: 5, mood: 1 })).map(({ name }) => name).sort()).toEqual([
    'track',
    'track.awards',
    'track.downloads',
  ]);
  expect(await set({ beta_warned_at: ctx.clock.now() })).toEqual([]);
  const other = [keys[0], `uploader_id ${ann.viewer.userId + 1}`];
  await asMember(ctx);
  await changes();
  expect((await set({ uploader_id: ann.viewer.userId + 1 })).map((change) => change.keys).sort()).toEqual(
    [keys, other].sort(),
  );
  await db.updateTable('account').set({ password_hash: 'x' }).execute();
  expect(await changes()).toEqual([]);
  await db
    .updateTable('account')
    .where('account_id', '=', ann.viewer.accountId)
    .set({ name: 'Nobody' })
    .execute();
  expect(await changes()).toEqual([
    { site: null, name: 'account', keys: [`account_id ${ann.viewer.accountId}`] },
  ]);
});

test('many changed rows are logged as one entry for each site', async () => {
  const ctx = await testCtx({ db, site: 'tmnf' });
  const ann = await asMember(ctx);
  for (let n = 0; n < 51; n++) await makeTrack(ann);
  await changes();
  await sql`update track set downloads = downloads + 1 where site = 'tmnf'`.execute(db);
  expect(await changes()).toEqual([{ site: 'tmnf', name: 'track.downloads', keys: null }]);
  await sql`update track set mood = 3 where site = 'tmnf'`.execute(db);
  expect(await changes()).toEqual([{ site: 'tmnf', name: 'track', keys: null }]);
});
