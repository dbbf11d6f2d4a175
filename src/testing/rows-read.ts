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

/** How much a statement reads. */
export interface RowsRead {
  /** rows of tables */
  readonly rows: number;
  /** entries of indexes that contain everything needed */
  readonly entries: number;
  /** executions of sub-selects of a row */
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

/** Runs a statement and returns how much it read. */
export async function rowsRead(
  db: Kysely<Database>,
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
): Promise<RowsRead> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    CompiledQuery.raw(`explain (analyze, timing off, format json) ${text}`, [...values]),
  );
  return readIn(rows[0]?.['QUERY PLAN'][0].Plan as PlanNode); // explain returns one row
}

/** How much all statements read that `work` sends; `seen` returns the statements sent since its last call. */
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
