import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { acrossSites } from '#db/for-site.ts';
import { testDb } from './db.ts';
import { schemaOf } from './schema.ts';

const opened = await testDb();
const db = acrossSites(opened.db, 'the statements change the tables of all sites');
const schema = await schemaOf(db);

class Undo extends Error {}

test.each([
  'alter table track rename column car to vehicle',
  'alter table track alter column car set default 1',
  'alter table track alter column car drop not null',
  'alter table track alter column car set statistics 500',
  'alter table track alter column name set storage external',
  'alter table track_tmnf set (fillfactor = 90)',
  'alter table track_change set unlogged',
  'alter table track detach partition track_tmnf',
  'alter table track rename constraint track_check to track_rule',
  'alter table track drop constraint track_check',
  'alter table track disable trigger track_log_insert',
  'alter table track_tmnf enable row level security',
  'alter index track_uploaded rename to track_by_date',
  'drop index track_uploaded',
  'drop trigger track_log_insert on track',
  `create or replace function clear_line() returns trigger language plpgsql as 'begin return new; end'`,
  'alter sequence track_id_tmnf maxvalue 100',
  'alter sequence session_session_id_seq as bigint',
  'drop extension pg_trgm cascade',
  `comment on table track is 'x'`,
  'grant select on track to public',
  'create view tracks as select * from track',
  'create policy x on track_tmnf',
  `create type mood as enum ('day')`,
  'create statistics x on car, mood from track_tmnf',
])('a difference between two schemas is found: %s', async (statement) => {
  const changed = db.transaction().execute(async (tx) => {
    await sql.raw(statement).execute(tx);
    expect(await schemaOf(tx)).not.toEqual(schema);
    throw new Undo();
  });
  await expect(changed).rejects.toThrow(Undo);
});
