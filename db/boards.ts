import { type Kysely, sql } from 'kysely';
import { forumBoards } from '#lib/codes/forum.ts';
import { Level } from '#lib/codes/level.ts';
import type { Database } from './database.ts';

/**
 * Gives every site that has no board the boards an edition begins with: on a fresh database, and for an edition that
 * came later. Where there are some, an operator's changes stay. One statement, safe in two processes at once.
 */
export async function ensureBoards(db: Kysely<Database>, siteCodes: readonly string[]): Promise<void> {
  const boards = forumBoards.map(({ boardId, title, about, readLevel, writeLevel }) => ({
    board_id: boardId,
    title,
    about,
    read_level: readLevel ?? Level.visitor,
    write_level: writeLevel ?? Level.standard,
  }));
  await sql`
    insert into forum_board (site, board_id, title, about, read_level, write_level)
    select s.site, b.board_id, b.title, b.about, b.read_level, b.write_level
    from unnest(${[...siteCodes]}::text[]) as s (site)
    cross join jsonb_to_recordset(${JSON.stringify(boards)}::jsonb)
      as b (board_id integer, title text, about text, read_level smallint, write_level smallint)
    where not exists (select from forum_board f where f.site = s.site)
    on conflict do nothing`.execute(db);
}
