import type { List } from './list.ts';

/**
 * A list without its own rule of who sees which rows: for the page of one thing whose own rule has been asked already,
 * such as a track that came by its secret link. Only ever with the filter that names that one thing.
 */
export const seenAlready = <DB, TB extends keyof DB, Row, A extends string>(
  list: List<DB, TB, Row, A>,
): List<DB, TB, Row, A> => ({ ...list, name: `seen${list.name}`, visible: () => null });
