import { CompiledQuery, type Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import { acrossSites } from '#db/for-site.ts';
import type { SeenStatement } from './statements-seen.ts';

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Loops'?: number;
  Plans?: PlanNode[];
}

/** PostgreSQL's plan of a statement. */
export interface Plan {
  /** kinds of nodes, tables and indexes, nested: plans with the same shape are equal */
  readonly shape: string;
  /** scans of an index that has tracks in one of the list's orders */
  readonly orderWalks: number;
}

/** The index by upload date is the only one in an order of the list. */
const orderIndex = /^track_\w+_site_uploaded_at_track_id_idx$/;

/** Explains and runs every statement with every set of values; returns plans by text and number of the set. */
export async function plansOf(
  db: Kysely<Database>,
  statements: readonly SeenStatement[],
): Promise<Map<string, Plan>> {
  const all = acrossSites(db, 'the statements name their site');
  const plans = new Map<string, Plan>();
  for (const { text, values } of statements) {
    if (!/^(select|with)\b/i.test(text)) continue;
    for (const [set, given] of values.entries()) {
      const explain = `explain (analyze, timing off, format json) ${text}`;
      const { rows } = await all.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        CompiledQuery.raw(explain, given),
      );
      const [row] = rows;
      if (row) plans.set(`${text} -- ${set + 1}`, planOf(row['QUERY PLAN'][0].Plan));
    }
  }
  return plans;
}

const planOf = (root: PlanNode): Plan => ({ shape: shapeOf(root), orderWalks: walksIn(root) });

function shapeOf(node: PlanNode): string {
  const on = node['Index Name'] ?? node['Relation Name'];
  const below = (node.Plans ?? []).map(shapeOf).join(', ');
  return `${node['Node Type']}${on ? ` ${on}` : ''}${below ? ` (${below})` : ''}`;
}

function walksIn(node: PlanNode): number {
  const own = orderIndex.test(node['Index Name'] ?? '') ? (node['Actual Loops'] ?? 1) : 0;
  return (node.Plans ?? []).reduce((sum, below) => sum + walksIn(below), own);
}

/** Statements with a different plan in the larger community. */
export function planChanges(small: ReadonlyMap<string, Plan>, large: ReadonlyMap<string, Plan>): string[] {
  const changes: string[] = [];
  for (const [key, { shape }] of large) {
    const before = small.get(key)?.shape;
    if (before !== undefined && before !== shape) changes.push(`${key}\n  was: ${before}\n  is:  ${shape}`);
  }
  return changes;
}
