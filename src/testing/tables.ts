import { tables } from '#db/database.ts';

/** The folder of an owner: a feature by its name, other folders by their path in `src/`; the schema itself is `db`. */
function folderOf(owner: string): string {
  if (owner === 'db') return 'db/';
  return /^platform(\/|$)/.test(owner) ? `src/${owner}/` : `src/features/${owner}/`;
}

/** table → folders that may write it. The demo, migrations, data of the benchmark and tests may write everything. */
export const writers: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(tables).map(([name, { owner, otherWriters = [] }]) => [
    name,
    [owner, ...otherWriters].map(folderOf),
  ]),
);

/** `table.column` of those that refer to a person and that no entry of personal data handles, with the reason. */
export const notPersonal: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(tables).flatMap(([name, table]) =>
    Object.entries(table.notPersonal ?? {}).map(([column, reason]) => [`${name}.${column}`, reason]),
  ),
);
