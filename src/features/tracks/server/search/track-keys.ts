import type { KeyKind } from '#platform/row-index/key-column.ts';

/**
 * The orders of GET /api/tracks that are the same for everybody, by half of their code, as the index keeps them; `id`
 * serves rows that another order leaves without a key.
 */
const indexed: readonly (readonly [half: number | 'id', kind: KeyKind])[] = [
  [1, 'number'],
  [2, 'number'],
  [3, 'integer'],
  [4, 'integer'],
  [5, 'number'],
  [6, 'text'],
  [7, 'text'],
  [8, 'integer'],
  [9, 'integer'],
  [10, 'integer'],
  [11, 'integer'],
  [12, 'integer'],
  [13, 'number'],
  [14, 'number'],
  [20, 'integer'],
  [21, 'integer'],
  ['id', 'integer'],
];

export const keyKinds = indexed.map(([, kind]) => kind);

/** The index's number of an order; -1: it depends on who asks. */
export const indexOrder = (half: number | 'id'): number => indexed.findIndex(([name]) => name === half);
