import type { ReactNode } from 'react';

/** One column of a list: its head, its order if it has one, its cells, and what becomes of it on narrow screens. */
export interface Column<Row> {
  readonly head: string;
  /** the head is read out but not shown */
  readonly quietHead?: boolean;
  /** half of an order code: 1 is orders 1 and 2 */
  readonly order?: number;
  /** classes of Table.css: `r`, `c`, `name`, `f-key`, `c-mid`… */
  readonly className?: string;
  cell(row: Row): ReactNode;
}

export type Direction = 'ascending' | 'descending';

/** How a column is sorted by this order, if it is. */
export function directionOf(half: number, order: number | null): Direction | undefined {
  if (order === 2 * half - 1) return 'ascending';
  return order === 2 * half ? 'descending' : undefined;
}

/** What a press on a column's head asks for: ascending, then descending, then none. */
export function nextOrder(half: number, order: number | null, usual: number): number | null {
  const direction = directionOf(half, order);
  if (direction === 'ascending') return 2 * half;
  // the list's own order is what none comes to: from there the cycle begins again
  return direction === 'descending' && order !== usual ? null : 2 * half - 1;
}
