import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDb } from '#testing/db.ts';
import { observingStatements, statementTables, tablesOfFunctions } from './statement-tables.ts';

const { db } = await testDb();

test.each([
  ['select "t"."track_id" from "track" as "t" where "t"."site" = $1', ['track']],
  ['select 1 from track t, track_author a join profile on true', ['profile', 'track', 'track_author']],
  ['select 1 from only(track_tmnf), "replay_tm2"', ['replay', 'track']],
  ['select track.comment, "track"."news" from (select 1 from TRACK) track where site = 1', ['track']],
  ['select "f"."comment" as "Comment", 1 as news from "track_feature" as "f"', ['track_feature']],
  ["select board_position('tmnf', 0)", ['board_block', 'board_change', 'leaderboard_row']],
  ['select 1', []],
])('%s reads %j', (text, reads) => expect([...statementTables(text).reads].sort()).toEqual(reads));

const all = 'all of them';
test.each([
  ['select name from track', []],
  ['select t.awards, "t"."comments" from track t', ['track.awards', 'track.comments']],
  ['select "t"."mood" as "Awards", 1 as comments from "track" as "t"', []],
  ['select t.mood as m, awards from track t', ['track.awards']],
  ['select p.activity_at, t.name from pack p join track t on true', ['pack.activity_at']],
  [
    'select "p"."activity_at" from "pack_tmnf" as "p", "track_tmnf" as "t" where t.awards > 0',
    ['pack.activity_at', 'track.awards'],
  ],
  ['select track.activity_at from track, pack', ['track.activity_at']],
  [
    'select x.activity_at from pack p, (select activity_at from track) x',
    ['pack.activity_at', 'track.activity_at'],
  ],
  [
    'select p.activity_at from pack p, lateral (select 1 from track p) q',
    ['pack.activity_at', 'track.activity_at'],
  ],
  ['with w as (select awards from track) select w.awards from w, pack p', ['track.awards']],
  ['select * from track', all],
  ['select * from track_tm2 t where site = 1', all],
  ['select "t".* from "track" as "t"', all],
  ['select o.* from forum_thread o join track t on true', []],
  ['select * from (select name from track) t', all],
  ['select (select * from news limit 1) from track', []],
  ['select count(*), 2 * mood from track', []],
])('%s depends on these columns that change often: %j', (text, columns) => {
  const { often } = statementTables(text);
  expect(columns === all ? often.length : [...often].sort()).toEqual(columns === all ? 8 : columns);
});

test.each([
  ['select 1 from track', false],
  ['insert into track values (1)', true],
  ['with n as (delete from "track" returning 1) select * from n', true],
  ['update track set downloads = 1', true],
])('whether "%s" writes: %s', (text, writes) => expect(statementTables(text).writes).toBe(writes));

test('the tables of the functions in SQL are those that their texts name', async () => {
  const { rows } = await sql<{ name: string; text: string }>`
    select proname::text as name, prosrc as text from pg_proc
    where pronamespace = current_schema()::regnamespace and prorettype <> 'trigger'::regtype and prorettype <> 'void'::regtype`.execute(
    db,
  );
  const reads = Object.fromEntries(
    rows.flatMap(({ name, text }) => {
      const tables = [...statementTables(text).reads].sort();
      return tables.length > 0 ? [[name, tables]] : [];
    }),
  );
  expect(
    Object.fromEntries(Object.entries(tablesOfFunctions).map(([name, tables]) => [name, [...tables].sort()])),
  ).toEqual(reads);
});

test('an observer gets the statements of what it observes, and no others', async () => {
  const seen: (string | null)[] = [];
  const run = (n: number) => sql`select ${sql.lit(n)}::integer as n`.execute(db);
  const observer = { statement: (text: string | null) => void seen.push(text), acrossSites: () => {} };
  await Promise.all([
    observingStatements(observer, async () => {
      await run(1);
      await run(2);
    }),
    run(3),
  ]);
  expect(seen).toEqual(['select 1::integer as n', 'select 2::integer as n']);
});
