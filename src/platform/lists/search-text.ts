import { type Expression, type RawBuilder, sql } from 'kysely';

// Everything that people type to search for reaches PostgreSQL through this file only; a check of the architecture refuses
// patterns and queries for words in any other. None of the conditions can fail, whatever the text is.

/** Longer words are cut: PostgreSQL refuses words of more than 2,046 bytes. */
const maxWordCharacters = 200;
const maxTerms = 100;

/** Text that PostgreSQL can read: without null characters and halves of surrogate pairs. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Quotation marks that phones type. */
const otherQuotes = /[“”„‟«»]/g;

/** A phrase in quotes, which may lack its end, or a word; with a hyphen before it, texts that contain it are left out. */
const term = /(-*)(?:"([^"]*)"?|([^\s"]+))/g;

/**
 * Rewrites a typed search so that PostgreSQL always understands it: each word or phrase in quotes of its own, so that nothing in it
 * is an operator, at most one hyphen before it, and `or` only between two of them. PostgreSQL itself fails for 50 hyphens in a row.
 */
export function wordQuery(typed: string): string {
  const parts: string[] = [];
  let isAlternative = false;
  for (const [, hyphens = '', phrase, word] of storable(typed).replace(otherQuotes, '"').matchAll(term)) {
    if (parts.length > 0 && hyphens === '' && word?.toLowerCase() === 'or') isAlternative = true;
    else {
      const letters = Array.from(phrase ?? word ?? '')
        .slice(0, maxWordCharacters)
        .join('');
      if (!/[\p{L}\p{N}]/u.test(letters)) continue;
      parts.push(`${isAlternative ? 'or ' : ''}${hyphens === '' ? '' : '-'}"${letters}"`);
      isAlternative = false;
      if (parts.length === maxTerms) break;
    }
  }
  return parts.join(' ');
}

/** Whether a text has the words of a query that `wordQuery` made; `words` is the text as PostgreSQL indexed it. */
export const hasWords = (words: Expression<unknown>, query: RawBuilder<string>) =>
  sql<boolean>`${words} @@ websearch_to_tsquery('simple', ${query})`;

/** Entries of an index of our own: those to be found as they are, and those to be found by their beginning. */
export interface SoughtEntries {
  readonly whole: readonly string[];
  readonly beginnings: readonly string[];
}

const quoted = (entry: string): string => {
  const letters = Array.from(storable(entry)).slice(0, maxWordCharacters).join('');
  return `'${letters.replace(/['\\]/g, '$&$&')}'`;
};

/** Whether an index of our own contains all entries; false without any. */
export function hasEntries(index: Expression<unknown>, { whole, beginnings }: SoughtEntries) {
  const entries = [...whole.map(quoted), ...beginnings.map((entry) => `${quoted(entry)}:*`)];
  const query = entries
    .filter((entry) => !entry.startsWith("''"))
    .slice(0, maxTerms)
    .join(' & ');
  return sql<boolean>`${index} @@ ${query}::tsquery`;
}

/** Whether a folded column contains a folded text; uses the trigram index of the column. */
export const contains = (column: Expression<string>, part: Expression<string>) => sql<boolean>`
  ${column} like '%' || replace(replace(replace(${part}, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;

/** Whether a column begins with a text; uses an index for patterns. */
export const beginsWith = (column: Expression<string>, beginning: string) =>
  sql<boolean>`${column} like ${`${storable(beginning).replace(/[\\%_]/g, '\\$&')}%`}`;
