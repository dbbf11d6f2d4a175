import type { KeyKind } from '#platform/row-index/key-column.ts';
import type { TrackOrderName } from '../orders.ts';

/**
 * The orders of GET /api/tracks that do not depend on the viewer, and the kinds of their keys in the index; `id` serves rows
 * that another order leaves without a key.
 */
const indexed: readonly (readonly [by: TrackOrderName | 'id', kind: KeyKind])[] = [
  ['uploaded', 'number'],
  ['updated', 'number'],
  ['awards', 'integer'],
  ['comments', 'integer'],
  ['activity', 'number'],
  ['name', 'text'],
  ['uploaderName', 'text'],
  ['difficulty', 'integer'],
  ['downloads', 'integer'],
  ['value', 'integer'],
  ['awardsThisWeek', 'integer'],
  ['awardsThisMonth', 'integer'],
  ['lastAwarded', 'number'],
  ['recordSet', 'number'],
  ['length', 'integer'],
  ['recordTime', 'integer'],
  ['id', 'integer'],
];

export const keyKinds = indexed.map(([, kind]) => kind);

/** The number of an order in the index; -1: it depends on the viewer. */
export const indexOrder = (by: string): number => indexed.findIndex(([name]) => name === by);
