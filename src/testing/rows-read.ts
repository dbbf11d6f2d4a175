import { CompiledQuery, type Kysely } from 'kysely';
import type { Database } from '#db/database.ts';

interface PlanNode {
  'Node Type': string;
  'Subplan Name'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** How many rows a statement looked at. */
export interface RowsRead {
  /** in tables */
  readonly rows: number;
  /** in indexes that hold all that was asked for */
  readonly entries: number;
  /** times that a sub-select of the row was run */
  readonly subselects: number;
}

function readIn(node: PlanNode): RowsRead {
  const loops = node['Actual Loops'];
  const own = node['Relation Name']
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * loops
    : 0;
  const isEntry = node['Node Type'] === 'Index Only Scan';
  const isSubselect = node['Subplan Name']?.startsWith('SubPlan') ?? false;
  return (node.Plans ?? []).map(readIn).reduce(sumOf, {
    rows: isEntry ? 0 : own,
    entries: isEntry ? own : 0,
    subselects: isSubselect ? loops : 0,
  });
}

const sumOf = (a: RowsRead, b: RowsRead): RowsRead => ({
  rows: a.rows + b.rows,
  entries: a.entries + b.entries,
  subselects: a.subselects + b.subselects,
});

/** Runs a statement and tells how many rows it looked at. */
export async function rowsRead(
  db: Kysely<Database>,
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
): Promise<RowsRead> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    CompiledQuery.raw(`explain (analyze, timing off, format json) ${text}`, [...values]),
  );
  return readIn(rows[0]?.['QUERY PLAN'][0].Plan as PlanNode); // explain answers one row
}

/** What everything costs that `work` sends to the database; `seen` is told of it. */
export async function costOf(
  db: Kysely<Database>,
  seen: () => readonly { readonly text: string; readonly values: readonly (readonly unknown[])[] }[],
  work: () => Promise<unknown>,
): Promise<RowsRead> {
  seen();
  await work();
  let cost: RowsRead = { rows: 0, entries: 0, subselects: 0 };
  for (const { text, values } of seen())
    for (const given of values) cost = sumOf(cost, await rowsRead(db, { text, values: given }));
  return cost;
}
