import { Bitset } from './bitset.ts';
import type { BitsetPool } from './bitset-pool.ts';
import type { IdMap } from './id-map.ts';
import { compareKeys, type SortKey } from './key-column.ts';
import type { Permutation } from './permutation.ts';
import { Postings } from './postings.ts';
import { ResultCache } from './result-cache.ts';
import { RowFacets } from './row-facets.ts';
import { SubstringSearch } from './substring-search.ts';

/** Rows whose key in an order is between `min` and `max`, both inclusive; null is no bound. */
interface Range {
  order: number;
  min: SortKey;
  max: SortKey;
}

/** One condition. A clause holds if any of its conditions does. */
export type Condition =
  | { facet: number }
  | { ids: readonly number[] }
  /** row numbers of this index */
  | { rows: Bitset }
  | Range
  /** the row's text contains this one; both folded by the same rule */
  | { contains: string };

export interface Clause {
  any: readonly Condition[];
  /** true: the rows for which no condition holds */
  not?: boolean;
}

/** The union of so many facets is worth caching. */
const manyFacets = 20;

/** Evaluates conditions: finds the rows for which one holds. */
export class Conditions {
  private readonly postings = new Postings();
  private readonly rowFacets = new RowFacets();
  private readonly texts = new SubstringSearch();
  private readonly cache = new ResultCache();
  private readonly ids: IdMap;
  private readonly orders: readonly Permutation[];
  private readonly live: Bitset;
  private readonly pool: BitsetPool;

  /** Shares these parts with the index. */
  constructor({
    ids,
    orders,
    live,
    pool,
  }: {
    ids: IdMap;
    orders: readonly Permutation[];
    live: Bitset;
    pool: BitsetPool;
  }) {
    this.ids = ids;
    this.orders = orders;
    this.live = live;
    this.pool = pool;
  }

  /** Takes over what another thread has sent. */
  adopt({ postings, rowFacets, texts }: Conditions): void {
    this.postings.adopt(postings);
    Object.assign(this.rowFacets, rowFacets);
    this.texts.adopt(texts);
  }

  facetsOf(row: number): readonly number[] {
    return this.rowFacets.of(row);
  }

  /** Like `set` for a new row. */
  add(row: number, { facets, text }: { facets: readonly number[]; text: string }): void {
    for (const facet of facets) this.postings.add(facet, row);
    this.rowFacets.set(row, facets);
    this.texts.set(row, text);
  }

  set(row: number, { facets, text }: { facets: readonly number[]; text: string }): void {
    this.setFacets(row, facets);
    this.texts.set(row, text);
  }

  /** Updates cached results. To be called after a row and its position in the orders changed. */
  updateCache(row: number): void {
    this.cache.update(row);
  }

  remove(row: number): void {
    this.setFacets(row, []);
    this.texts.remove(row);
    this.cache.remove(row);
  }

  private setFacets(row: number, facets: readonly number[]): void {
    const before = this.rowFacets.of(row);
    for (const facet of before) if (!facets.includes(facet)) this.postings.remove(facet, row);
    for (const facet of facets) if (!before.includes(facet)) this.postings.add(facet, row);
    this.rowFacets.set(row, facets);
  }

  /** Returns the rows for which any of the conditions holds. Callers must not change the set. */
  any(conditions: readonly Condition[]): Bitset {
    const [first] = conditions;
    if (conditions.length === 1 && first) {
      const stored =
        'facet' in first ? this.postings.bitsetOf(first.facet) : 'rows' in first ? first.rows : undefined;
      if (stored) return stored;
      if ('contains' in first) return this.containing(first.contains);
      if ('order' in first) return this.within(first);
    }
    if (conditions.length >= manyFacets && conditions.every((condition) => 'facet' in condition))
      return this.anyFacet(conditions.map(({ facet }) => facet));
    const bits = this.pool.empty(this.live);
    for (const condition of conditions) this.addTo(bits, condition);
    return bits;
  }

  private anyFacet(facets: readonly number[]): Bitset {
    const wanted = new Set(facets);
    return this.cache.rows(
      `facets ${facets.join()}`,
      () => {
        const bits = new Bitset(0).clear(this.live);
        for (const facet of facets) this.postings.addTo(bits, facet);
        return bits;
      },
      (row) => this.rowFacets.of(row).some((facet) => wanted.has(facet)),
    );
  }

  /** Finds the rows whose text contains `part`, in steps, and caches them for `any`. Returns null if they are cached already. */
  searching(part: string): Generator<void> | null {
    const key = `contains ${part}`;
    if (this.cache.has(key)) return null;
    return this.cache.computing(
      key,
      (bits) => this.texts.finding(part, bits),
      (row) => this.texts.has(row, part),
    );
  }

  private containing(part: string): Bitset {
    return this.cache.rows(
      `contains ${part}`,
      () => this.texts.containing(part),
      (row) => this.texts.has(row, part),
    );
  }

  private within({ order: number, min, max }: Range): Bitset {
    const order = this.orders[number];
    if (!order) throw new RangeError(`No order ${number}.`);
    return this.cache.rows(
      `${number} ${min} ${max}`,
      () => order.between(min, max, this.live),
      (row) => {
        const key = order.keyOf(row);
        if (key === null || (min !== null && compareKeys(key, min) < 0)) return false;
        return max === null || compareKeys(key, max) <= 0;
      },
    );
  }

  private addTo(bits: Bitset, condition: Condition): void {
    if ('facet' in condition) this.postings.addTo(bits, condition.facet);
    else if ('rows' in condition) bits.or(condition.rows);
    else if ('contains' in condition) bits.or(this.containing(condition.contains));
    else if ('ids' in condition) {
      for (const id of condition.ids) {
        const row = this.ids.rowOf(id);
        if (row !== undefined) bits.add(row);
      }
    } else bits.or(this.within(condition));
  }
}
