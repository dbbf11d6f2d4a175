import type { ListRequest } from './shape.ts';

/** Row ids of one page, in the list's order, and whether more follow (before: come before them). */
export interface FoundIds {
  readonly ids: readonly number[];
  readonly more: boolean;
}

/**
 * Finds the ids of a page another way than by the list's statement; what is shown of them is read by id. It must find
 * exactly what the statement would.
 */
export interface PageFinder<Ctx> {
  /** null: ask the database this time */
  find(ctx: Ctx, request: ListRequest): Promise<FoundIds | null>;
  /** One of the rows that match, each as likely as any other, null when none does; undefined: ask the database. */
  random(ctx: Ctx, request: ListRequest): Promise<number | null | undefined>;
  /** How many rows match; null: ask the database. */
  count(ctx: Ctx, request: ListRequest): Promise<number | null>;
  /** Takes in what was committed up to now: the next page shows it. */
  catchUp(): Promise<void>;
}

/** Finders by the name of their list. `Ctx` is a parameter because the type Ctx itself holds the finders. */
export type PageFinders<Ctx> = Map<string, PageFinder<Ctx>>;
