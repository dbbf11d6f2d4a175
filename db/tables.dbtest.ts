import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { testDb } from '#testing/db.ts';
import { baselineName } from './baseline/index.ts';
import { sitedTables, tables } from './database.ts';
import { migrations } from './migrations/index.ts';

const { db } = await testDb();
const folder = new URL('./tables/', import.meta.url);

/** `table.column` → its type in common terms, such as "number generated" or "text or null". */
type Columns = Record<string, string>;

/** The columns that the files of db/tables declare: `name: table({ … }).columns<{ … }>()`. */
function declaredColumns(files: { name: string; text: string }[]): Columns {
  const columns: Columns = {};
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isPropertyAssignment(node) || !ts.isCallExpression(node.initializer)) return;
    const [row] = node.initializer.typeArguments ?? [];
    if (row === undefined || !ts.isTypeLiteralNode(row)) return;
    for (const column of row.members)
      if (ts.isPropertySignature(column))
        columns[`${node.name.getText()}.${column.name.getText()}`] = commonName(column.type?.getText() ?? '');
  };
  for (const { name, text } of files) visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
  return columns;
}

function commonName(type: string): string {
  const generated = /^Generated<(.+)>$/.exec(type);
  if (generated) return `${commonName(generated[1] ?? '')} generated`;
  if (/ \| null$/.test(type)) return `${commonName(type.replace(/ \| null$/, ''))} or null`;
  if (/^'.*'$/.test(type)) return 'string';
  return type.replace(/^JSONColumnType<.*>$/, 'json');
}

const words: Record<string, string> = {
  text: 'string',
  date: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  bool: 'boolean',
  timestamptz: 'Date',
  uuid: 'string',
  bytea: 'Buffer',
  jsonb: 'json',
  tsvector: 'string',
  _text: 'string[]',
  _int2: 'number[]',
  _int4: 'number[]',
  _float8: 'number[]',
};

/** The columns in PostgreSQL, without partitions and Kysely's own tables. */
async function actualColumns(): Promise<Columns> {
  const { rows } = await sql<{ column: string; type: string; nullable: boolean; generated: boolean }>`
    select c.table_name || '.' || c.column_name as column, c.udt_name::text as type,
      c.is_nullable = 'YES' as nullable, c.column_default is not null or c.is_identity = 'YES' as generated
    from information_schema.columns c
    join pg_class t on t.relname = c.table_name and t.relnamespace = c.table_schema::regnamespace
    where c.table_schema = current_schema() and not t.relispartition and c.table_name not like 'kysely%'`.execute(
    db,
  );
  return Object.fromEntries(
    rows.map((row) => [
      row.column,
      `${words[row.type] ?? row.type}${row.nullable ? ' or null' : ''}${row.generated ? ' generated' : ''}`,
    ]),
  );
}

const files = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(new URL(name, folder), 'utf8'),
}));

test('the tables in TypeScript are the tables in PostgreSQL: names, types, nulls, defaults', async () => {
  expect(declaredColumns(files)).toEqual(await actualColumns());
});

test('the catalogue of tables contains every file of db/tables', () => {
  const declared = new Set(Object.keys(declaredColumns(files)).map((column) => column.split('.')[0]));
  expect(Object.keys(tables).sort()).toEqual([...declared].sort());
});

test('a column on one side only is detected', async () => {
  const columns = await actualColumns();
  const without = files.map(({ name, text }) => ({ name, text: text.replace('  car: number;\n', '') }));
  expect(declaredColumns(without)).not.toEqual(columns);
  await sql`alter table account add column extra text`.execute(db);
  expect(declaredColumns(files)).not.toEqual(await actualColumns());
  await sql`alter table account drop column extra`.execute(db);
});

test('the list of sited tables is the list of partitioned tables', async () => {
  const { rows } = await sql<{ table: string; key: string }>`
    select partrelid::regclass::text as table, pg_get_partkeydef(partrelid) as key
    from pg_partitioned_table order by 1`.execute(db);
  expect(rows.map((row) => row.table)).toEqual([...sitedTables].sort());
  expect(new Set(rows.map((row) => row.key))).toEqual(new Set(['LIST (site)']));
});

test('every key and foreign key of a sited table starts with the site', async () => {
  const { rows } = await sql<{ rule: string }>`
    select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as rule from pg_constraint
    where contype in ('p', 'u', 'f') and conrelid in (select partrelid from pg_partitioned_table)
    and (contype <> 'f' or confrelid in (select partrelid from pg_partitioned_table))`.execute(db);
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ rule }) => !/: (PRIMARY KEY|UNIQUE|FOREIGN KEY) \(site, /.test(rule))).toEqual([]);
});

test('every migration after the baseline is listed under the name of its file, and none is left out', () => {
  const names = readdirSync(new URL('./migrations/', import.meta.url))
    .filter((name) => name !== 'index.ts')
    .map((name) => name.replace(/\.ts$/, ''));
  expect(Object.keys(migrations)).toEqual([baselineName, ...names.sort()]);
});
