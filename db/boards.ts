import { type Kysely, sql } from 'kysely';
import { forumBoards } from '#lib/codes/forum.ts';
import { Level } from '#lib/codes/level.ts';
import type { Database } from './database.ts';

/**
 * Creates the default boards for every site that has none: in a fresh database, and for an edition added later. Existing boards,
 * with an operator's changes, stay. One statement, safe for concurrent processes.
 */
export async function ensureBoards(db: Kysely<Database>, siteCodes: readonly string[]): Promise<void> {
  const boards = forumBoards.map(
    ({ boardId, title, about, readLevel, writeLevel, replyLevel, isShared }) => ({
      board_id: boardId,
      title,
      about,
      read_level: readLevel ?? Level.visitor,
      write_level: writeLevel ?? Level.standard,
      reply_level: replyLevel ?? Level.basic,
      is_shared: isShared ?? false,
      position: boardId,
    }),
  );
  await sql`
    insert into forum_board (site, board_id, title, about, read_level, write_level, reply_level, is_shared, position)
    select s.site, b.board_id, b.title, b.about, b.read_level, b.write_level, b.reply_level, b.is_shared, b.position
    from unnest(${[...siteCodes]}::text[]) as s (site)
    cross join jsonb_to_recordset(${JSON.stringify(boards)}::jsonb)
      as b (board_id integer, title text, about text, read_level smallint, write_level smallint,
        reply_level smallint, is_shared boolean, position smallint)
    where not exists (select from forum_board f where f.site = s.site)
    on conflict do nothing`.execute(db);
}
