import { keyKinds } from '#features/tracks/list/server/track-keys.ts';
import { type IndexedRow, RowIndex } from '#platform/row-index/row-index.ts';
import type { Engine, Found, Question } from './engine.ts';

/** The search index itself. */
export class IndexEngine implements Engine {
  readonly #index = new RowIndex(keyKinds);

  add(row: IndexedRow): void {
    this.#index.append(row);
  }

  async finish(): Promise<void> {
    this.#index.sort();
  }

  find({ clauses, order, descending, page, cursor, limit }: Question): Found {
    const place = page === 'first' ? null : this.#index.placeOf(cursor, order);
    const from = place && { place, inclusive: false, back: page === 'before' };
    return this.#index.during(() => this.#index.select({ clauses, order, descending, from, limit }));
  }

  set(row: IndexedRow): void {
    this.#index.set(row);
  }

  diskBytes(): number {
    return 0;
  }

  close(): void {}
}
