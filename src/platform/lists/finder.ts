import type { ListRequest } from './shape.ts';

/** Row ids of one page, in the list's order, and whether there are more after them (for `before`: in front of them). */
export interface FoundIds {
  readonly ids: readonly number[];
  readonly more: boolean;
}

/**
 * Finds the ids of a page by other means than the list's statement; the fields are then read by id. It must find
 * exactly the rows that the statement would find.
 */
export interface PageFinder<Ctx> {
  /** null: use the database this time */
  find(ctx: Ctx, request: ListRequest): Promise<FoundIds | null>;
  /** A random matching row, each equally likely; null if there is none; undefined: use the database. */
  random(ctx: Ctx, request: ListRequest): Promise<number | null | undefined>;
  /** Reads everything that was committed up to now, so that the next page shows it; `site`: where the caller has written. */
  catchUp(site?: string): Promise<void>;
}

/** Finders by the name of their list. `Ctx` is a parameter because the type Ctx itself holds the finders. */
export type PageFinders<Ctx> = Map<string, PageFinder<Ctx>>;
