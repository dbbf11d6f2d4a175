import { Bits } from './bits.ts';
import { FacetRows } from './facet-rows.ts';
import type { SortKey } from './key-column.ts';
import { NameSearch } from './name-search.ts';
import { type Place, SortedOrder } from './sorted-order.ts';

/** What the index keeps of a row. */
export interface IndexedRow {
  id: number;
  /** one key per order, as declared */
  keys: readonly SortKey[];
  /** small whole numbers: which of the countable properties this row has */
  facets: readonly number[];
  /** folded for search */
  name: string;
}

/** One condition; a clause holds when any of its conditions does. */
export type Condition =
  | { facet: number }
  | { ids: readonly number[] }
  | { order: number; min: number | null; max: number | null }
  | { name: string };

export interface Clause {
  any: readonly Condition[];
  /** true: rows for which no condition holds */
  not?: boolean;
}

export interface IndexQuery {
  /** all must hold */
  clauses: readonly Clause[];
  order: number;
  descending: boolean;
  /** where the page begins; null: at the start */
  from: { place: Place; inclusive: boolean; back: boolean } | null;
  limit: number;
}

/** Rows few enough to be sorted on the spot rather than met on a walk along the order. */
const fewRows = 1000;

/**
 * Every row of one site in memory, so that any filters with any order cost at most one pass over the bits and one
 * along one order. Holds ids and keys, never what is shown: that is read by id from the database.
 */
export class RowIndex {
  private readonly ids: number[] = [];
  private readonly rowOfId = new Map<number, number>();
  private readonly freeRows: number[] = [];
  private readonly live = new Bits(1024);
  private readonly facets = new Map<number, FacetRows>();
  private readonly facetsOfRow: (readonly number[])[] = [];
  private readonly names = new NameSearch();
  private readonly orders: SortedOrder[];

  constructor(orders: readonly ('number' | 'text')[]) {
    this.orders = orders.map((kind) => new SortedOrder(this.ids, kind));
  }

  get size(): number {
    return this.rowOfId.size;
  }

  has(id: number): boolean {
    return this.rowOfId.has(id);
  }

  /** Fills an empty index; far faster than row by row. */
  load(rows: readonly IndexedRow[]): void {
    rows.forEach((row, at) => {
      this.place(at, row);
    });
    this.orders.forEach((order, at) => {
      order.load(rows.map((row) => row.keys[at] ?? null));
    });
  }

  /** Adds a row, or brings the one with its id up to date. */
  set(row: IndexedRow): void {
    const known = this.rowOfId.get(row.id);
    if (known === undefined) {
      const at = this.freeRows.pop() ?? this.ids.length;
      this.place(at, row);
      this.orders.forEach((order, n) => {
        order.insert(at, row.keys[n] ?? null);
      });
      return;
    }
    for (const facet of this.facetsOfRow[known] ?? []) this.facets.get(facet)?.remove(known);
    this.place(known, row);
    this.orders.forEach((order, n) => {
      order.update(known, row.keys[n] ?? null);
    });
  }

  remove(id: number): void {
    const row = this.rowOfId.get(id);
    if (row === undefined) return;
    for (const order of this.orders) order.remove(row);
    for (const facet of this.facetsOfRow[row] ?? []) this.facets.get(facet)?.remove(row);
    this.facetsOfRow[row] = [];
    this.names.forget(row);
    this.live.remove(row);
    this.rowOfId.delete(id);
    this.freeRows.push(row);
  }

  /** Ids of one page in the order asked, and whether more follow (or, going back, come before). */
  select(query: IndexQuery): { ids: number[]; more: boolean } {
    const order = this.orders[query.order];
    if (!order) throw new RangeError(`No order ${query.order}.`);
    const matching = this.match(query.clauses);
    const rows =
      matching && matching.count(fewRows) < fewRows
        ? this.sortFew(matching, order, query)
        : this.walk(matching, order, query);
    const more = rows.length > query.limit;
    if (more) rows.pop();
    if (query.from?.back) rows.reverse();
    return { ids: rows.map((row) => this.ids[row] as number), more }; // rows in use have ids
  }

  /** How many rows satisfy the clauses. */
  count(clauses: readonly Clause[]): number {
    return this.match(clauses)?.count() ?? this.size;
  }

  /** The place of an id in an order, for a cursor; null when the id is unknown. */
  placeOf(id: number, order: number): Place | null {
    const row = this.rowOfId.get(id);
    return row === undefined ? null : { key: this.orders[order]?.keyOf(row) ?? null, id };
  }

  private place(at: number, row: IndexedRow): void {
    this.ids[at] = row.id;
    this.rowOfId.set(row.id, at);
    this.live.add(at);
    this.facetsOfRow[at] = row.facets;
    for (const facet of row.facets) {
      const rows = this.facets.get(facet) ?? new FacetRows();
      this.facets.set(facet, rows);
      rows.add(at);
    }
    this.names.set(at, row.name);
  }

  /** The rows for which every clause holds; null: all of them. */
  private match(clauses: readonly Clause[]): Bits | null {
    if (clauses.length === 0) return null;
    const matching = Bits.copy(this.live);
    for (const clause of clauses) {
      const bits = this.any(clause.any);
      if (clause.not) matching.andNot(bits);
      else matching.and(bits);
    }
    return matching;
  }

  private any(conditions: readonly Condition[]): Bits {
    const [first, ...others] = conditions;
    if (!first) return new Bits(0);
    if (others.length === 0) return this.bitsOf(first);
    return others.reduce((bits, condition) => bits.or(this.bitsOf(condition)), Bits.copy(this.bitsOf(first)));
  }

  private bitsOf(condition: Condition): Bits {
    if ('facet' in condition) return this.facets.get(condition.facet)?.asBits(this.ids.length) ?? new Bits(0);
    if ('name' in condition) return this.names.containing(condition.name);
    const bits = new Bits(this.ids.length);
    if ('ids' in condition) {
      for (const id of condition.ids) {
        const row = this.rowOfId.get(id);
        if (row !== undefined) bits.add(row);
      }
    } else {
      for (const row of this.orders[condition.order]?.range(condition.min, condition.max) ?? [])
        bits.add(row);
    }
    return bits;
  }

  private walk(matching: Bits | null, order: SortedOrder, query: IndexQuery): number[] {
    const rows: number[] = [];
    const take = (row: number) => {
      if (!matching || matching.has(row)) rows.push(row);
      return rows.length <= query.limit;
    };
    if (query.from?.back) order.walkBack(query.descending, query.from.place, take);
    else order.walk(query.descending, query.from?.place ?? null, query.from?.inclusive ?? false, take);
    return rows;
  }

  private sortFew(matching: Bits, order: SortedOrder, query: IndexQuery): number[] {
    const { from, descending } = query;
    let rows = Array.from(matching.rows());
    if (from) {
      rows = rows.filter((row) => {
        const side = order.comparePlace(row, from.place, descending);
        return from.back ? side < 0 : side > 0 || (side === 0 && from.inclusive);
      });
    }
    rows.sort((a, b) => order.compare(a, b, descending));
    if (from?.back) rows.reverse();
    return rows.slice(0, query.limit + 1);
  }
}
