import { sql } from 'kysely';
import { lineReferences, ownLine, storedLine } from '#lib/bbcode/line.ts';
import type { ReferenceNames } from '#lib/bbcode/references.ts';
import type { Ctx } from '#platform/context.ts';
import { namesOf } from '#platform/messages.ts';
import { readingOnly } from '#platform/page-cache/reads.ts';

/** Lists show less. */
const beginning = 300;

/**
 * Tables of texts that lists show as lines, and how many characters of the line are stored: the search of the forum shows the part
 * with its words, all other lists the beginning.
 */
export const lineSources = {
  forum_post: { id: 'post_id', text: 'text', letters: Number.POSITIVE_INFINITY },
  comment: { id: 'comment_id', text: 'text', letters: beginning },
  news: { id: 'news_id', text: 'message', letters: beginning },
  private_message: { id: 'message_id', text: 'text', letters: beginning },
} as const;

/** A table whose texts have a line. */
export type LineSource = keyof typeof lineSources;

/** Characters of a text that is read without its line. */
const bareLetters = 2000;
/** More than any line has. */
const lineMost = 100_000;

/** The line of a text, to be written in the same statement: a text that is changed without its line loses it until the next job. */
export const lineOf = (source: LineSource, text: string): string =>
  storedLine(text, lineSources[source].letters);

/**
 * The lines of rows that the viewer may see, by id, or about `most` characters of them. A text whose line has not been made yet is read from its beginning, so that a
 * page never parses whole texts.
 */
export async function linesOf(
  ctx: Ctx,
  source: LineSource,
  ids: readonly number[],
  most: number = lineMost,
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const { id, text } = lineSources[source];
  const reading = sql<{ id: number; line: string | null; bare: string | null }>`
    select ${sql.ref(id)} as id, left(line, ${most}) as line, case when line is null then left(${sql.ref(text)}, ${bareLetters}) end as bare
    from ${sql.table(source)} where site = ${ctx.site.code} and ${sql.ref(id)} = any(${[...ids]}::integer[])`;
  const { rows } = await readingOnly({ [source]: { [id]: ids } }, () => reading.execute(ctx.db));
  return new Map(
    rows.map((row) => [
      row.id,
      ownLine(row.line ?? storedLine(row.bare ?? '', undefined, { isBeginning: true }), ctx.site.code),
    ]),
  );
}

/** Reads the names of everything that lines refer to, together for all of them. */
export const namesInLines = (ctx: Ctx, lines: Iterable<string>): Promise<ReferenceNames> =>
  namesOf(ctx, lineReferences(lines));
