import { Bits } from './bits.ts';
import { FacetLists } from './facet-lists.ts';
import { FacetSets } from './facet-sets.ts';
import { KeptAnswers } from './kept-answers.ts';
import { compareKeys, type SortKey } from './key-column.ts';
import { NameSearch } from './name-search.ts';
import type { RowIds } from './row-ids.ts';
import type { ScratchSets } from './scratch-sets.ts';
import type { SortedOrder } from './sorted-order.ts';

/** Keys of an order from `min` to `max`, both inclusive; null: open. */
interface Range {
  order: number;
  min: SortKey;
  max: SortKey;
}

/** One condition; a clause holds when any of its conditions does. */
export type Condition =
  | { facet: number }
  | { ids: readonly number[] }
  /** rows of this very index */
  | { rows: Bits }
  | Range
  | { name: string };

export interface Clause {
  any: readonly Condition[];
  /** true: rows for which no condition holds */
  not?: boolean;
}

/** So many facets, each of few rows here and there, are worth remembering. */
const manyFacets = 20;

/** Which rows a condition holds for. */
export class Conditions {
  private readonly facets = new FacetSets();
  private readonly facetsOfRow = new FacetLists();
  private readonly names = new NameSearch();
  private readonly answers = new KeptAnswers();
  private readonly ids: RowIds;
  private readonly orders: readonly SortedOrder[];
  private readonly live: Bits;
  private readonly scratch: ScratchSets;

  /** All of them the index's own. */
  constructor({
    ids,
    orders,
    live,
    scratch,
  }: {
    ids: RowIds;
    orders: readonly SortedOrder[];
    live: Bits;
    scratch: ScratchSets;
  }) {
    this.ids = ids;
    this.orders = orders;
    this.live = live;
    this.scratch = scratch;
  }

  facetsOf(row: number): readonly number[] {
    return this.facetsOfRow.of(row);
  }

  set(row: number, { facets, name }: { facets: readonly number[]; name: string }): void {
    this.setFacets(row, facets);
    this.names.set(row, name);
  }

  /** After a change of a row and its place in the orders: brings kept answers up to date. */
  look(row: number): void {
    this.answers.look(row);
  }

  forget(row: number): void {
    this.setFacets(row, []);
    this.names.forget(row);
    this.answers.forget(row);
  }

  private setFacets(row: number, facets: readonly number[]): void {
    const before = this.facetsOfRow.of(row);
    for (const facet of before) if (!facets.includes(facet)) this.facets.remove(facet, row);
    for (const facet of facets) if (!before.includes(facet)) this.facets.add(facet, row);
    this.facetsOfRow.set(row, facets);
  }

  /** Rows for which one of them holds, to be read only. */
  any(conditions: readonly Condition[]): Bits {
    const [first] = conditions;
    if (conditions.length === 1 && first) {
      const kept =
        'facet' in first ? this.facets.bitsOf(first.facet) : 'rows' in first ? first.rows : undefined;
      if (kept) return kept;
      if ('name' in first) return this.named(first.name);
      if ('order' in first) return this.within(first);
    }
    if (conditions.length >= manyFacets && conditions.every((condition) => 'facet' in condition))
      return this.oneOf(conditions.map(({ facet }) => facet));
    const bits = this.scratch.empty(this.live);
    for (const condition of conditions) this.addTo(bits, condition);
    return bits;
  }

  /** Rows with one of many facets, such as the tracks of all one's favourites. */
  private oneOf(facets: readonly number[]): Bits {
    const among = new Set(facets);
    return this.answers.rows(
      `facets ${facets.join()}`,
      () => {
        const bits = new Bits(0).clear(this.live);
        for (const facet of facets) this.facets.addTo(bits, facet);
        return bits;
      },
      (row) => this.facetsOfRow.of(row).some((facet) => among.has(facet)),
    );
  }

  /** Finds the rows whose name contains a text, in steps, for `any` to have at once; null when they are kept. */
  findingName(text: string): Generator<void> | null {
    const key = `name ${text}`;
    if (this.answers.has(key)) return null;
    return this.answers.growing(
      key,
      (bits) => this.names.finding(text, bits),
      (row) => this.names.has(row, text),
    );
  }

  private named(text: string): Bits {
    return this.answers.rows(
      `name ${text}`,
      () => this.names.containing(text),
      (row) => this.names.has(row, text),
    );
  }

  private within({ order: number, min, max }: Range): Bits {
    const order = this.orders[number];
    if (!order) throw new RangeError(`No order ${number}.`);
    return this.answers.rows(
      `${number} ${min} ${max}`,
      () => {
        const bits = new Bits(0).clear(this.live);
        for (const row of order.range(min, max)) bits.add(row);
        return bits;
      },
      (row) => {
        const key = order.keyOf(row);
        if (key === null || (min !== null && compareKeys(key, min) < 0)) return false;
        return max === null || compareKeys(key, max) <= 0;
      },
    );
  }

  private addTo(bits: Bits, condition: Condition): void {
    if ('facet' in condition) this.facets.addTo(bits, condition.facet);
    else if ('rows' in condition) bits.or(condition.rows);
    else if ('name' in condition) bits.or(this.named(condition.name));
    else if ('ids' in condition) {
      for (const id of condition.ids) {
        const row = this.ids.rowOf(id);
        if (row !== undefined) bits.add(row);
      }
    } else bits.or(this.within(condition));
  }
}
