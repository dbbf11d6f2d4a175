import type { LoadedView } from './view.ts';

/** The view with other rows; the same view if they are the same rows. */
export const withRows = <R extends object>(view: LoadedView<R>, rows: readonly R[]): LoadedView<R> =>
  rows === view.rows ? view : { ...view, rows };
