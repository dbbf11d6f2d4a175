import type { Source } from './sources.ts';

/** The only file through which text that people type reaches the database as a query for words or as a pattern. */
const home = 'src/platform/lists/search-text.ts';

/** Queries for words and patterns, in SQL or as operators of Kysely. Regular expressions that the code itself contains are fine. */
const searching = [
  /\b\w*to_tsquery\s*\(|::\s*tsquery\b|\b\w*similarity\s*\(/i,
  /\b(?:i?like|similar\s+to)\s+(?:any\s*\(|'|\$\{|U&)/i,
  /\(\s*[^(]*,\s*['"`](?:not )?(?:i?like|similar to|!?~~?\*?)['"`]\s*,/i,
  /\s!?~\*?\s*\$\{|\bregexp_\w+\s*\([^)]*,\s*\$\{/i,
];

/** A complaint about a file that searches by itself. The schema, the demo and the data of the benchmark search for nothing that users type. */
export function searchComplaint({ path, code }: Pick<Source, 'path' | 'code'>): string | null {
  const isFree =
    /\.(?:test|dbtest|e2e)\.tsx?$|^(?:db|src\/demo|src\/testing|src\/scripts\/bench)\//.test(path) ||
    path === home;
  const found = isFree ? undefined : searching.map((pattern) => pattern.exec(code)?.[0]).find(Boolean);
  return found ? `${path} searches by “${found.trim()}”; allowed: the conditions of ${home}` : null;
}
