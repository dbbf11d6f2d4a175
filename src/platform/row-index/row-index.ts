import { Bitset } from './bitset.ts';
import { BitsetPool } from './bitset-pool.ts';
import { type Clause, Conditions } from './conditions.ts';
import { IdMap } from './id-map.ts';
import type { KeyKind, SortKey } from './key-column.ts';
import { type From, Permutation, type Place } from './permutation.ts';
import { sortPositions } from './sort-positions.ts';

/** The indexed values of a row. */
export interface IndexedRow {
  id: number;
  /** one key per order, in the order of the constructor's argument */
  keys: readonly SortKey[];
  /** whole numbers below 2^32: the properties by which rows are found */
  facets: readonly number[];
  /** what `contains` searches; folded */
  text: string;
}

export interface IndexQuery {
  /** all of them must hold */
  clauses: readonly Clause[];
  order: number;
  descending: boolean;
  /** null: at the beginning */
  from: From | null;
  limit: number;
}

/** A traversal of an order. */
export interface Walk {
  order: number;
  descending: boolean;
  /** direction of ids within equal keys; that of the keys by default */
  idsDescending?: boolean;
  /** null: from the beginning */
  from: From | null;
}

/** The name of a facet, among the values by which rows are found. */
export const byFacet = (facet: number): string => `facet ${facet}`;
/** The name of the keys of an order, among the values by which rows are found. */
export const byOrder = (order: number): string => `order ${order}`;

/** The name of a value among the rows with a facet. */
export const amongFacet = (value: string, facet: number): string => `${value} among ${facet}`;

/** So few rows are sorted; more are met by walking along the order. */
const fewRows = 1000;

/**
 * An in-memory index of rows: any filters with any order cost at most one pass over the bitsets and one along an order. Holds
 * ids, sort keys and facets but no data to show, which is read from the database by id.
 */
export class RowIndex {
  private readonly ids = new IdMap();
  /** number of row numbers assigned so far, freed ones included */
  private rows = 0;
  private readonly freeRows: number[] = [];
  private readonly live = new Bitset(1024);
  private readonly pool = new BitsetPool();
  private readonly orders: Permutation[];
  private readonly conditions: Conditions;
  /** ids added so far: a set of rows made from ids may lack some if this has changed */
  additions = 0;
  /** ids removed so far: row numbers obtained before are invalid if this has changed */
  removals = 0;

  /** `orders`: the kinds of the sort keys. */
  constructor(orders: readonly KeyKind[]) {
    this.orders = orders.map((kind) => new Permutation(this.ids, kind));
    const { ids, live, pool } = this;
    this.conditions = new Conditions({ ids, orders: this.orders, live, pool });
  }

  get size(): number {
    return this.ids.size;
  }

  has(id: number): boolean {
    return this.ids.rowOf(id) !== undefined;
  }

  /** Adds a row to an index that is being filled, much faster than `set`. Queries work only after `sort`. */
  append(row: IndexedRow): void {
    const at = this.rows;
    this.place(at, row.id);
    this.conditions.add(at, row);
    for (const [n, order] of this.orders.entries()) order.setKey(at, row.keys[n] ?? null);
  }

  /** Sorts the appended rows. */
  sort(): void {
    const ids = new Uint32Array(this.rows);
    for (let row = 0; row < this.rows; row++) ids[row] = this.ids.idOf(row);
    const byId = sortPositions([ids], this.rows);
    for (const order of this.orders) order.sort(byId);
  }

  /** Fills an empty index. */
  load(rows: Iterable<IndexedRow>): void {
    for (const row of rows) this.append(row);
    this.sort();
  }

  /**
   * Takes over an index that another thread has filled, where it had the same orders. `sent` has the fields of an index but not its
   * methods: messages between threads keep no classes.
   */
  adopt({ ids, rows, live, orders, conditions, additions }: RowIndex): void {
    Object.assign(this.ids, ids);
    this.rows = rows;
    Object.assign(this.live, live);
    for (const [n, order] of orders.entries()) this.order(n).adopt(order);
    this.conditions.adopt(conditions);
    this.additions = additions;
  }

  /** Adds a row or updates the one with its id. */
  set(row: IndexedRow): void {
    const known = this.ids.rowOf(row.id);
    if (known === undefined) {
      const at = this.freeRows.pop() ?? this.rows;
      this.place(at, row.id);
      this.conditions.add(at, row);
      this.orders.forEach((order, n) => {
        order.insert(at, row.keys[n] ?? null);
      });
      this.conditions.updateCache(at);
      return;
    }
    this.conditions.set(known, row);
    this.orders.forEach((order, n) => {
      order.update(known, row.keys[n] ?? null);
    });
    this.conditions.updateCache(known);
  }

  remove(id: number): void {
    const row = this.ids.rowOf(id);
    if (row === undefined) return;
    for (const order of this.orders) order.remove(row);
    this.conditions.remove(row);
    this.live.remove(row);
    this.ids.remove(id);
    this.freeRows.push(row);
    this.removals += 1;
  }

  /**
   * The values by which this row is found and that differ from those in the index, each also among the rows with one of its facets; null
   * if it is new.
   */
  changesIn({ id, keys, facets }: IndexedRow): readonly string[] | null {
    const row = this.ids.rowOf(id);
    if (row === undefined) return null;
    const before = new Set(this.conditions.facetsOf(row));
    const after = new Set(facets);
    const changed = [
      ...[...before.symmetricDifference(after)].map(byFacet),
      ...this.orders.flatMap((order, n) => (order.keyOf(row) === (keys[n] ?? null) ? [] : byOrder(n))),
    ];
    const among = [...before.union(after)];
    return changed.flatMap((value) => [value, ...among.map((facet) => amongFacet(value, facet))]);
  }

  facetsOf(id: number): readonly number[] {
    const row = this.ids.rowOf(id);
    return row === undefined ? [] : this.conditions.facetsOf(row);
  }

  /** Returns the ids of a page, and whether more follow (going back: come before). */
  select(query: IndexQuery): { ids: number[]; more: boolean } {
    return this.page(this.rowsOf(this.match(query.clauses), query, query.limit + 1), {
      limit: query.limit,
      back: query.from?.back ?? false,
    });
  }

  /** Returns how many rows satisfy the clauses. */
  count(clauses: readonly Clause[]): number {
    return this.match(clauses)?.count() ?? this.size;
  }

  /** Returns the place of an id in an order; null if the id is unknown. */
  placeOf(id: number, order: number): Place | null {
    const row = this.ids.rowOf(id);
    return row === undefined ? null : { key: this.orders[order]?.keyOf(row) ?? null, id };
  }

  /** Turns rows in the order of a walk into a page of ids in the order of the list. */
  page(rows: number[], { limit, back }: { limit: number; back: boolean }): { ids: number[]; more: boolean } {
    const more = rows.length > limit;
    const kept = more ? rows.slice(0, limit) : rows;
    if (back) kept.reverse();
    return { ids: kept.map((row) => this.ids.idOf(row)), more };
  }

  /** Returns at most `most` rows of a set (null: all) in an order; going back, the nearest first. */
  rowsOf(matching: Bitset | null, walk: Walk, most: number): number[] {
    return matching && matching.count(fewRows) < fewRows
      ? this.sortFew(matching, walk, most)
      : this.walk(matching, walk, most);
  }

  /** Throws a RangeError if there is no such order. */
  order(number: number): Permutation {
    const order = this.orders[number];
    if (!order) throw new RangeError(`No order ${number}.`);
    return order;
  }

  rowOf(id: number): number | undefined {
    return this.ids.rowOf(id);
  }

  idOf(row: number): number {
    return this.ids.idOf(row);
  }

  /** Returns the rows for which every clause holds; null: all rows. The caller may change the set but must not keep it. */
  match(clauses: readonly Clause[]): Bitset | null {
    if (clauses.length === 0) return null;
    const matching = this.all();
    for (const clause of clauses) {
      const bits = this.conditions.any(clause.any);
      if (clause.not) matching.andNot(bits);
      else matching.and(bits);
    }
    return matching;
  }

  /** Returns a set of all rows, which the caller may change. */
  all(): Bitset {
    return this.copy(this.live);
  }

  copy(of: Bitset): Bitset {
    return this.pool.copy(of);
  }

  /** Returns an empty set with room for all rows. */
  none(): Bitset {
    return this.pool.empty(this.live);
  }

  /**
   * Finds the rows whose text contains `part`, in steps between which rows may change. Afterwards the condition `contains` is
   * cheap. Returns null if it is already.
   */
  searching(part: string): Generator<void> | null {
    return this.conditions.searching(part);
  }

  /** Runs a query; the sets it got from this index are reclaimed at its end. */
  during<T>(query: () => T): T {
    return this.pool.during(query);
  }

  private place(row: number, id: number): void {
    this.rows = Math.max(this.rows, row + 1);
    this.ids.add(id, row);
    this.additions += 1;
    this.live.add(row);
  }

  private walk(
    matching: Bitset | null,
    { order: number, descending, idsDescending, from }: Walk,
    most: number,
  ) {
    const order = this.order(number);
    if ((idsDescending ?? descending) === descending)
      return order.first(matching, { descending, from }, most);
    const rows: number[] = [];
    order.walkMixed(descending, from?.place ?? null, from ?? { inclusive: false, back: false }, (row) => {
      if (!matching || matching.has(row)) rows.push(row);
      return rows.length < most;
    });
    return rows;
  }

  private sortFew(matching: Bitset, { order: number, descending, idsDescending, from }: Walk, most: number) {
    const order = this.order(number);
    let rows = matching.rows();
    if (from) {
      rows = rows.filter((row) => {
        const side = order.comparePlace(row, from.place, descending, idsDescending);
        return from.back ? side < 0 : side > 0 || (side === 0 && from.inclusive);
      });
    }
    rows.sort((a, b) => order.compare(a, b, descending, idsDescending));
    if (from?.back) rows.reverse();
    return rows.slice(0, most);
  }
}
