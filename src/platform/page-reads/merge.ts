import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Column } from './columns.ts';

/** One of several statements that are read together. */
export interface Part {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly columns: readonly Column[];
}

/** A statement that returns the rows of all parts: the number of the part, and one text or id with each row. */
export interface Merged {
  readonly text: string;
  readonly name: string | undefined;
  readonly values: readonly unknown[];
}

/** A statement cut where its values are. */
interface Cut {
  readonly id: number;
  readonly pieces: readonly string[];
  /** the index of the value behind each piece but the last */
  readonly values: readonly number[];
  readonly isLimit: readonly boolean[];
}

let given = 0;
const cuts = new LRUCache<string, Cut>({ max: 2000 });

function cutOf(text: string): Cut {
  const known = cuts.get(text);
  if (known) return known;
  const around = text.split(/\$(\d+)/);
  const pieces = around.filter((_, at) => at % 2 === 0);
  const cut = {
    id: ++given,
    pieces,
    values: around.filter((_, at) => at % 2 === 1).map((number) => Number(number) - 1),
    isLimit: pieces.slice(0, -1).map((piece) => /\blimit $/i.test(piece)),
  };
  cuts.set(text, cut);
  return cut;
}

/**
 * A value that is written into the text, because the plan depends on it: the site, which decides the partition, and how many rows
 * are read.
 */
function literalOf(value: unknown, isLimit: boolean, site: string): string | null {
  if (value === site) return `'${site.replaceAll("'", "''")}'`;
  return isLimit && Number.isSafeInteger(value) ? String(value) : null;
}

/** Combinations that are sent this often are prepared on the connections… */
const prepareAfter = 2;
/** …up to this many. */
const maxPrepared = 200;
const maxUnprepared = 500;

interface Cached {
  readonly text: string;
  readonly name: string;
  uses: number;
}
const unprepared = new LRUCache<string, Cached>({ max: maxUnprepared });
const prepared = new Map<string, Cached>();

/** One statement for several. */
export function merge(parts: readonly Part[], site: string): Merged {
  const values: unknown[] = [];
  const keys: string[] = [];
  for (const { text, values: own } of parts) {
    const cut = cutOf(text);
    let key = String(cut.id);
    const seen = new Set<number>();
    for (const [at, index] of cut.values.entries()) {
      const literal = literalOf(own[index], cut.isLimit[at] ?? false, site);
      if (literal !== null) key += ` ${literal}`;
      else if (!seen.has(index)) {
        seen.add(index);
        values.push(own[index]);
        key += ' $';
      }
    }
    keys.push(key);
  }
  const { text, name, uses } = cachedText(keys.join('|'), parts, site);
  return { text, name: uses >= prepareAfter ? name : undefined, values };
}

function cachedText(key: string, parts: readonly Part[], site: string): Cached {
  const frequent = prepared.get(key);
  if (frequent) return frequent;
  const cached = unprepared.get(key) ?? { ...namedText(parts, site), uses: 0 };
  cached.uses += 1;
  if (cached.uses < prepareAfter || prepared.size >= maxPrepared) {
    unprepared.set(key, cached);
    return { ...cached, uses: 0 };
  }
  unprepared.delete(key);
  prepared.set(key, cached);
  return cached;
}

function namedText(parts: readonly Part[], site: string): { text: string; name: string } {
  let next = 0;
  const texts = parts.map(({ text, values, columns }, part) => {
    const cut = cutOf(text);
    const places = new Map<number, string>();
    const own = cut.pieces.reduce((sum, piece, at) => {
      const index = cut.values[at - 1] ?? 0;
      const literal = literalOf(values[index], cut.isLimit[at - 1] ?? false, site);
      const place = literal ?? places.get(index) ?? `$${++next}`;
      if (literal === null) places.set(index, place);
      return `${sum}${place}${piece}`;
    });
    const names = columns.map((_, at) => `c${at + 1}`);
    return `select ${part} as part, ${rowOf(columns)} from (${own}) as m (${names.join(', ')})`;
  });
  const text = texts.join('\nunion all ');
  return { text, name: `page-${createHash('sha256').update(text).digest('base64url').slice(0, 24)}` };
}

/** The rows of lists consist of a text, or of an id and a text: these are sent as they are. */
function shapeOf(columns: readonly Column[]): 'text' | 'id and text' | 'values' {
  const [first, second] = columns;
  if (columns.length === 1 && first?.kind === 'text') return 'text';
  return columns.length === 2 && first?.kind === 'id' && second?.kind === 'text' ? 'id and text' : 'values';
}

function rowOf(columns: readonly Column[]): string {
  const shape = shapeOf(columns);
  if (shape === 'text') return 'null::integer as id, m.c1 as value';
  if (shape === 'id and text') return 'm.c1 as id, m.c2 as value';
  const members = columns.map(({ kind }, at) => `m.c${at + 1}${kind === 'other' ? '::text' : ''}`);
  return `null::integer as id, json_build_array(${members.join(', ')})::text as value`;
}

interface MergedRow {
  readonly part: number;
  readonly id: number | null;
  readonly value: string | null;
}

type Row = Record<string, unknown>;

/** The rows of each part, as its own statement would return them. */
export function rowsOfParts(parts: readonly Part[], rows: readonly unknown[]): Row[][] {
  const readers = parts.map(({ columns }) => readerOf(columns));
  const byPart = parts.map((): Row[] => []);
  for (const row of rows as readonly MergedRow[]) byPart[row.part]?.push(readers[row.part]?.(row) ?? {}); // the columns of `merge`
  return byPart;
}

function readerOf(columns: readonly Column[]): (row: MergedRow) => Row {
  const shape = shapeOf(columns);
  const [first = '', second = ''] = columns.map(({ name }) => name);
  if (shape === 'text') return ({ value }) => ({ [first]: value });
  if (shape === 'id and text') return ({ id, value }) => ({ [first]: id, [second]: value });
  return ({ value }) => {
    const values: unknown[] = JSON.parse(value ?? '[]');
    const read: Row = {};
    for (const [at, { name, kind, parse }] of columns.entries()) {
      const own = values[at];
      read[name] = kind === 'other' && typeof own === 'string' ? parse(own) : own;
    }
    return read;
  };
}
