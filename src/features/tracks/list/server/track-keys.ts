import type { KeyKind } from '#platform/row-index/key-column.ts';
import { type IndexedKey, type TrackOrder, trackOrders } from './orders.ts';

const kindOf: Readonly<Record<IndexedKey, KeyKind>> = {
  integer: 'integer',
  text: 'text',
  // microseconds
  instant: 'number',
};

/** The orders of GET /api/tracks that are the same for every viewer. */
export const indexedOrders: readonly (readonly [name: string, order: TrackOrder, key: IndexedKey])[] =
  Object.entries<TrackOrder>(trackOrders).flatMap(([name, order]) =>
    order.indexed ? [[name, order, order.indexed] as const] : [],
  );

/** The kinds of the keys in the index: those of the orders, then the id, for rows that another order leaves without a key. */
export const keyKinds: readonly KeyKind[] = [...indexedOrders.map(([, , key]) => kindOf[key]), 'integer'];

const names: readonly string[] = [...indexedOrders.map(([name]) => name), 'id'];

/** Returns the number of an order in the index; -1: it depends on the viewer. */
export const indexOrder = (by: string): number => names.indexOf(by);
