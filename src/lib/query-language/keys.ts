import type { ValuePart } from './tokens.ts';

/** Something wrong in a query, with its place in the text (`end` is past the last character). */
export interface Issue {
  readonly message: 'Invalid value' | 'Missing closing quote' | 'Unknown key';
  readonly start: number;
  readonly end: number;
}

/** The result of reading the parts of a value: the value, or the parts that could not be read. */
export type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly faults: readonly ValuePart[] };

/** How the values of a key are read and written. `read(parts of print(value))` gives the value back. */
export interface Kind<Value> {
  /** Reads the parts after the colon; there is at least one. */
  read(parts: readonly ValuePart[]): Reading<Value>;
  /** Writes a value as it is typed after the colon, quotes included. */
  print(value: Value): string;
  /** What can be typed, for completion; empty when anything can. */
  readonly choices: readonly string[];
}

/** One key of the search box: its kind, and other names that mean the same (`vehicle`, `car`). */
export interface QueryKey<Value> {
  readonly kind: Kind<Value>;
  readonly aliases?: readonly string[];
}

/** The keys of one search box by name. Names and aliases are letters and digits; case does not matter. */
export type QueryKeys = Readonly<Record<string, QueryKey<unknown>>>;

/** The values of a query, by key. */
export type QueryValues<Keys extends QueryKeys> = {
  readonly [Name in keyof Keys]?: Keys[Name] extends QueryKey<infer Value> ? Value : never;
};

/** Finds the key that a typed name or alias means, in any letter case; null for an unknown name. */
export function keyFinder<Keys extends QueryKeys>(
  keys: Keys,
): (typed: string) => (keyof Keys & string) | null {
  const names = new Map<string, keyof Keys & string>();
  for (const [name, key] of Object.entries(keys)) {
    for (const typed of [name, ...(key.aliases ?? [])]) names.set(typed.toLowerCase(), name);
  }
  return (typed) => names.get(typed.toLowerCase()) ?? null;
}
