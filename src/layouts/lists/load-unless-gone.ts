import type { Cursor } from '#lib/query-language/address.ts';
import { Problem } from '#platform/http/problem.ts';
import { isCursorGone } from '#ui/list/list-page.ts';

/** Reads a page; null if its first row has no place in the order any more, so that the list is shown from its beginning. */
export async function unlessGone<Page>(
  cursor: Cursor,
  read: () => Promise<Page | null>,
): Promise<Page | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Problem && isCursorGone(error, cursor)) return null;
    throw error;
  }
}
