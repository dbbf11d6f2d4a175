import type { IndexedRow } from './row-index.ts';

/**
 * What a column of a query contains: the row's id; its searchable text; the key of the next order, null for none, where an instant
 * (timestamptz) becomes microseconds since 1970; an integer or an array of integers, each a facet when added to `from`; an integer of
 * which each bit that is set is a facet, `from` plus its number. Integers have four bytes.
 */
export type CopiedColumn =
  | { readonly is: 'id' | 'text' | 'integer key' | 'text key' | 'instant key' }
  | { readonly is: 'facet' | 'facets' | 'bits'; readonly from: number };

/** The bytes of an array before its first item, and of each item: its size and its value. */
const arrayHead = 20;
const arrayStep = 8;
/** PostgreSQL counts from 2000. */
const epochMicros = 946_684_800_000_000;

/** Reads the row in PostgreSQL's binary format that begins at `offset`; null at the end of the rows. */
export function copiedRow(
  bytes: Buffer,
  offset: number,
  columns: readonly CopiedColumn[],
): IndexedRow | null {
  if (bytes.readInt16BE(offset) < 0) return null;
  const row = { id: 0, text: '', keys: [] as (number | string | null)[], facets: [] as number[] };
  let at = offset + 2;
  for (const column of columns) {
    const size = bytes.readInt32BE(at);
    at += 4;
    if (size < 0) {
      if (column.is.endsWith('key')) row.keys.push(null);
      continue;
    }
    switch (column.is) {
      case 'id':
        row.id = bytes.readInt32BE(at);
        break;
      case 'text':
        row.text = bytes.toString('utf8', at, at + size);
        break;
      case 'integer key':
        row.keys.push(bytes.readInt32BE(at));
        break;
      case 'text key':
        row.keys.push(bytes.toString('utf8', at, at + size));
        break;
      case 'instant key':
        row.keys.push(bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4) + epochMicros);
        break;
      case 'facet':
        row.facets.push(column.from + bytes.readInt32BE(at));
        break;
      case 'facets':
        for (let item = at + arrayHead + 4; item < at + size; item += arrayStep) {
          const facet = column.from + bytes.readInt32BE(item);
          if (!row.facets.includes(facet)) row.facets.push(facet);
        }
        break;
      case 'bits':
        for (let bits = bytes.readInt32BE(at); bits !== 0; bits &= bits - 1)
          row.facets.push(column.from + 31 - Math.clz32(bits & -bits));
        break;
      default:
        column satisfies never;
    }
    at += size;
  }
  return row;
}
