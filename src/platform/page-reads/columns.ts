import { LRUCache } from 'lru-cache';
import { parserOf } from '#db/client.ts';
import { columnsOf } from '#db/naming-client.ts';

/** A column of a statement's rows. */
export interface Column {
  readonly name: string;
  /** id: an integer; text; plain: a value that JSON contains as it is; other: parsed from PostgreSQL's text, like any result */
  readonly kind: 'id' | 'text' | 'plain' | 'other';
  parse(text: string): unknown;
}

const oid = {
  bool: 16,
  int2: 21,
  int4: 23,
  text: 25,
  json: 114,
  varchar: 1043,
  int4Array: 1007,
  jsonb: 3802,
};
const plain: ReadonlySet<number> = new Set([
  oid.bool,
  oid.int2,
  oid.varchar,
  oid.json,
  oid.jsonb,
  oid.int4Array,
]);

const kindOf = (type: number): Column['kind'] => {
  if (type === oid.int4) return 'id';
  if (type === oid.text) return 'text';
  return plain.has(type) ? 'plain' : 'other';
};

const maxStatements = 2000;
const known = new LRUCache<string, readonly Column[]>({ max: maxStatements });

/** The columns of a statement that has been read before. */
export const knownColumns = (text: string): readonly Column[] | undefined => known.get(text);

/** Remembers the columns of a statement whose rows these are. */
export function learnColumns(text: string, rows: readonly unknown[]): void {
  const fields = columnsOf(rows);
  if (!fields || known.has(text)) return;
  known.set(
    text,
    fields.map(({ name, dataTypeID }) => ({
      name,
      kind: kindOf(dataTypeID),
      parse: parserOf(dataTypeID),
    })),
  );
}
