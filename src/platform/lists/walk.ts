/**
 * Keyset paging for server-rendered pages that are not a public list: a page begins after a key, which is part of the
 * address as whole numbers joined by dots. A key that cannot be read means the first page.
 */
export type Walk =
  | { readonly at: 'first' }
  | { readonly at: 'after' | 'before'; readonly key: readonly number[] };

export interface WalkedPage<Row> {
  readonly rows: readonly Row[];
  /** the query of the previous page; null if there is none */
  readonly previous: string | null;
  readonly next: string | null;
}

interface Reading {
  /** the requested rows are after it in the direction of reading; null: from the beginning */
  readonly behind: readonly number[] | null;
  /** against the list's order: the previous page is read from its end */
  readonly reversed: boolean;
  readonly limit: number;
}

/** Reads `after=…` or `before=…` of an address: `parts` numbers. */
export function readWalk(query: URLSearchParams, parts: number): Walk {
  for (const at of ['after', 'before'] as const) {
    const text = query.get(at) ?? '';
    const key = text.split('.').map(Number);
    if (/^\d{1,15}(\.\d{1,15})*$/.test(text) && key.length === parts) return { at, key };
  }
  return { at: 'first' };
}

/** One page. `keep` is the part of the address that the links preserve, such as a filter. */
export async function walkPage<Row>(
  walk: Walk,
  size: number,
  keep: Readonly<Record<string, string>>,
  keyOf: (row: Row) => readonly number[],
  read: (reading: Reading) => Promise<Row[]>,
): Promise<WalkedPage<Row>> {
  const reversed = walk.at === 'before';
  const behind = walk.at === 'first' ? null : walk.key;
  const found = await read({ behind, reversed, limit: size + 1 });
  const more = found.length > size;
  const rows = found.slice(0, size);
  if (reversed) rows.reverse();
  const link = (at: 'after' | 'before', row: Row | undefined, is: boolean) =>
    is && row ? `?${new URLSearchParams({ ...keep, [at]: keyOf(row).join('.') })}` : null;
  return {
    rows,
    previous: link('before', rows[0], reversed ? more : walk.at === 'after'),
    next: link('after', rows.at(-1), reversed || more),
  };
}
