import type { Clause } from '#platform/row-index/conditions.ts';
import type { IndexedRow } from '#platform/row-index/row-index.ts';

/** A page of ids that every engine can find: what the search index is asked for a request of the list of tracks. */
export interface Question {
  readonly clauses: readonly Clause[];
  /** its number in the index */
  readonly order: number;
  readonly descending: boolean;
  readonly page: 'first' | 'after' | 'before';
  /** the track after or before which the page begins */
  readonly cursor: number;
  readonly limit: number;
}

export interface Found {
  readonly ids: readonly number[];
  readonly more: boolean;
}

/** Something that could find tracks in place of the search index, with the same rows. */
export interface Engine {
  /** Adds a row; questions come after `finish`. */
  add(row: IndexedRow): void;
  finish(): Promise<void>;
  find(question: Question): Found | Promise<Found>;
  /** Takes over a row that has changed. */
  set(row: IndexedRow): void | Promise<void>;
  /** what it stores in files */
  diskBytes(): number;
  close(): void;
}

export const engineNames = ['index', 'sqlite', 'duckdb'] as const;
export type EngineName = (typeof engineNames)[number];

/** A page from the rows found, of which there is one more than requested if others follow. */
export function pageOf(rows: number[], { limit, page }: Question): Found {
  const ids = rows.slice(0, limit);
  return { ids: page === 'before' ? ids.reverse() : ids, more: rows.length > limit };
}
