import { Bits } from './bits.ts';
import { type Clause, Conditions } from './conditions.ts';
import type { KeyKind, SortKey } from './key-column.ts';
import { RowIds } from './row-ids.ts';
import { ScratchSets } from './scratch-sets.ts';
import { type Place, SortedOrder } from './sorted-order.ts';

/** What the index keeps of a row. */
export interface IndexedRow {
  id: number;
  /** one key per order, as declared */
  keys: readonly SortKey[];
  /** whole numbers below 2^32: which of the countable properties this row has */
  facets: readonly number[];
  /** folded for search */
  name: string;
}

/** Where a page begins, and which way it goes. */
export interface From {
  place: Place;
  inclusive: boolean;
  back: boolean;
}

export interface IndexQuery {
  /** all must hold */
  clauses: readonly Clause[];
  order: number;
  descending: boolean;
  /** null: at the start */
  from: From | null;
  limit: number;
}

/** A way along an order. */
export interface Walk {
  order: number;
  descending: boolean;
  /** which way ids go within equal keys; as the keys do when absent */
  idsDescending?: boolean;
  /** null: from the start */
  from: From | null;
}

/** Rows few enough to be sorted on the spot rather than met on a walk along the order. */
const fewRows = 1000;

/**
 * Every row of one site in memory, so that any filters with any order cost at most one pass over the bits and one
 * along one order. Holds ids and keys, never what is shown: that is read by id from the database.
 */
export class RowIndex {
  private readonly ids = new RowIds();
  /** row numbers given out so far */
  private rows = 0;
  private readonly freeRows: number[] = [];
  private readonly live = new Bits(1024);
  private readonly scratch = new ScratchSets();
  private readonly orders: SortedOrder[];
  private readonly conditions: Conditions;
  /** ids that were given a row so far: more rows may belong to what was made of some ids */
  additions = 0;
  /** ids that lost their row so far: what was made of row numbers may be wrong */
  removals = 0;

  constructor(orders: readonly KeyKind[]) {
    this.orders = orders.map((kind) => new SortedOrder(this.ids, kind));
    const { ids, live, scratch } = this;
    this.conditions = new Conditions({ ids, orders: this.orders, live, scratch });
  }

  get size(): number {
    return this.ids.size;
  }

  has(id: number): boolean {
    return this.ids.rowOf(id) !== undefined;
  }

  /** Fills an empty index: far faster than row by row, and in steps of a few milliseconds. */
  *loading(rows: Iterable<IndexedRow>): Generator<void> {
    for (const row of rows) {
      const at = this.rows;
      this.place(at, row);
      this.orders.forEach((order, n) => {
        order.setKey(at, row.keys[n] ?? null);
      });
      if ((at & 15) === 15) yield;
    }
    yield;
  }

  /** Puts loaded rows in their orders; nothing can be found before. */
  *sorting(): Generator<void> {
    for (const order of this.orders) yield* order.sorting(this.rows);
  }

  /** Fills an empty index at once. */
  load(rows: Iterable<IndexedRow>): void {
    for (const _ of this.loading(rows));
    for (const _ of this.sorting());
  }

  /** Adds a row, or brings the one with its id up to date. */
  set(row: IndexedRow): void {
    const known = this.ids.rowOf(row.id);
    if (known === undefined) {
      const at = this.freeRows.pop() ?? this.rows;
      this.place(at, row);
      this.orders.forEach((order, n) => {
        order.insert(at, row.keys[n] ?? null);
      });
      this.conditions.look(at);
      return;
    }
    this.conditions.set(known, row);
    this.orders.forEach((order, n) => {
      order.update(known, row.keys[n] ?? null);
    });
    this.conditions.look(known);
  }

  remove(id: number): void {
    const row = this.ids.rowOf(id);
    if (row === undefined) return;
    for (const order of this.orders) order.remove(row);
    this.conditions.forget(row);
    this.live.remove(row);
    this.ids.remove(id);
    this.freeRows.push(row);
    this.removals += 1;
  }

  facetsOf(id: number): readonly number[] {
    const row = this.ids.rowOf(id);
    return row === undefined ? [] : this.conditions.facetsOf(row);
  }

  /** Ids of one page in the order asked, and whether more follow (or, going back, come before). */
  select(query: IndexQuery): { ids: number[]; more: boolean } {
    return this.page(this.rowsOf(this.match(query.clauses), query, query.limit + 1), {
      limit: query.limit,
      back: query.from?.back ?? false,
    });
  }

  /** How many rows satisfy the clauses. */
  count(clauses: readonly Clause[]): number {
    return this.match(clauses)?.count() ?? this.size;
  }

  /** The place of an id in an order, for a cursor; null when the id is unknown. */
  placeOf(id: number, order: number): Place | null {
    const row = this.ids.rowOf(id);
    return row === undefined ? null : { key: this.orders[order]?.keyOf(row) ?? null, id };
  }

  /** Rows in the order of the walk as a page of ids in the order of the list. */
  page(rows: number[], { limit, back }: { limit: number; back: boolean }): { ids: number[]; more: boolean } {
    const more = rows.length > limit;
    const kept = more ? rows.slice(0, limit) : rows;
    if (back) kept.reverse();
    return { ids: kept.map((row) => this.ids.idOf(row)), more };
  }

  /** At most `most` rows of a set (null: all) in an order; going back, the nearest first. */
  rowsOf(matching: Bits | null, walk: Walk, most: number): number[] {
    return matching && matching.count(fewRows) < fewRows
      ? this.sortFew(matching, walk, most)
      : this.walk(matching, walk, most);
  }

  order(number: number): SortedOrder {
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

  /** The rows for which every clause holds; null: all of them. The caller may change the set, and must not keep it. */
  match(clauses: readonly Clause[]): Bits | null {
    if (clauses.length === 0) return null;
    const matching = this.all();
    for (const clause of clauses) {
      const bits = this.conditions.any(clause.any);
      if (clause.not) matching.andNot(bits);
      else matching.and(bits);
    }
    return matching;
  }

  /** A set of all rows, which the caller may change. */
  all(): Bits {
    return this.copy(this.live);
  }

  copy(of: Bits): Bits {
    return this.scratch.copy(of);
  }

  /** An empty set with room for all rows. */
  none(): Bits {
    return this.scratch.empty(this.live);
  }

  /** Finds the rows whose name contains a text, in steps between which rows may change; null when they are known. */
  findingName(text: string): Generator<void> | null {
    return this.conditions.findingName(text);
  }

  /** Runs one question: sets that it is given are taken back at its end. */
  during<T>(ask: () => T): T {
    return this.scratch.during(ask);
  }

  private place(at: number, row: IndexedRow): void {
    this.rows = Math.max(this.rows, at + 1);
    this.ids.add(row.id, at);
    this.additions += 1;
    this.live.add(at);
    this.conditions.set(at, row);
  }

  private walk(
    matching: Bits | null,
    { order: number, descending, idsDescending, from }: Walk,
    most: number,
  ) {
    const order = this.order(number);
    const rows: number[] = [];
    const take = (row: number) => {
      if (!matching || matching.has(row)) rows.push(row);
      return rows.length < most;
    };
    if ((idsDescending ?? descending) !== descending)
      order.walkMixed(descending, from?.place ?? null, from ?? { inclusive: false, back: false }, take);
    else if (from?.back) order.walkBack(descending, from.place, take);
    else order.walk(descending, from?.place ?? null, from?.inclusive ?? false, take);
    return rows;
  }

  private sortFew(matching: Bits, { order: number, descending, idsDescending, from }: Walk, most: number) {
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
