import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { acrossSites } from '#db/for-site.ts';
import { testDb } from '#testing/db.ts';
import { notPersonal } from '#testing/tables.ts';

const { db } = await testDb();

/** Names of columns that refer to a person without a foreign key. */
const personal =
  /^(user|account|owner|holder|poster|creator|uploader|favorite|blocked|record_user|sender|recipient)_id$|_by$/;

/** Columns that refer to a profile or account: by a foreign key, or by their name. */
async function referring(): Promise<string[]> {
  const all = acrossSites(db, 'the schema is the same for all sites');
  const { rows } = await sql<{ column: string; name: string; foreign: boolean }>`
    select c.relname || '.' || a.attname as "column", a.attname as name,
      exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid and a.attnum = any(f.conkey)
        and f.confrelid in ('profile'::regclass, 'account'::regclass) and a.attname <> 'site') as "foreign"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
    order by 1`.execute(all);
  return rows.filter(({ name, foreign }) => foreign || personal.test(name)).map(({ column }) => column);
}

const columns = await referring();
const known = [...app.personalData.flatMap(({ covers }) => covers), ...Object.keys(notPersonal)];

test('the schema is read: foreign keys of one and two columns, and columns known by their name', () => {
  expect(columns).toEqual(
    expect.arrayContaining([
      'session.account_id',
      'comment.user_id',
      'track.record_user_id',
      'replay.deleted_by',
    ]),
  );
  expect(columns).not.toContain('comment.site');
  expect(columns).not.toContain('comment.track_id');
});

test('every column that refers to a person is covered by one entry of personal data, or has a reason', () => {
  expect(known.filter((column, index) => known.indexOf(column) !== index)).toEqual([]);
  expect(
    columns.filter((column) => !known.includes(column)),
    'columns to name in `covers` of the feature’s personal data, or in `notPersonal` of their table',
  ).toEqual([]);
});

test('entries name columns that exist', () => {
  expect(known.filter((column) => !columns.includes(column))).toEqual([]);
});
