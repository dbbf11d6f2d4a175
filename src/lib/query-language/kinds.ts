import type { Enumeration } from '#lib/codes/enumeration.ts';
import { largestInteger } from '#lib/codes/ids.ts';
import type { Kind, Reading } from './keys.ts';
import { isSearchable } from './limits.ts';
import { quotedIfNeeded, quotedInList } from './quoting.ts';
import type { ValuePart } from './tokens.ts';

/**
 * A choice of an enumeration: the value, and its names; the first is the one that is written. A value that is a
 * number can also be typed as that number.
 */
export type Choice<Value> = readonly [value: Value, ...words: [string, ...string[]]];

/** The choices of an enumeration, with every name by which the API knows them. */
export const choicesOf = (enumeration: Enumeration): readonly Choice<number>[] =>
  enumeration.map(({ code, names }) => [code, ...names] as const);

/** What a list requests: entries to include and entries to exclude. */
export interface Selection<Value> {
  readonly include: readonly Value[];
  readonly exclude: readonly Value[];
}

/** Free text up to `maxTextLength`; commas and a leading `!` belong to it. */
export const text: Kind<string> = {
  choices: [],
  read: (parts) => {
    const value = parts.map((part) => (part.isNegated ? `!${part.text}` : part.text)).join(',');
    return isSearchable(value) ? { ok: true, value } : { ok: false, faults: parts };
  },
  print: quotedIfNeeded,
};

/** `true` or `false`, nothing else. */
export const bool: Kind<boolean> = {
  choices: ['true', 'false'],
  read: (parts) =>
    one(parts, (word) => (/^(?:true|false)$/i.test(word) ? word.toLowerCase() === 'true' : null)),
  print: String,
};

/** One whole number from 0 to `largestInteger`, such as an id. */
export const wholeNumber: Kind<number> = {
  choices: [],
  read: (parts) => one(parts, readWhole),
  print: String,
};

/** A comma list of at most `most` whole numbers from 0 to `largestInteger`, such as ids. */
export const wholeNumbers = (most: number): Kind<readonly number[]> => ({
  choices: [],
  read: (parts) =>
    parts.length > most
      ? { ok: false, faults: parts.slice(most) }
      : every(parts, (part) => (part.isNegated ? null : readWhole(part.text))),
  print: (numbers) => numbers.join(','),
});

/** One of a fixed set of words; case, spaces, hyphens and underscores do not matter. */
export function enumeration<const Value>(choices: readonly Choice<Value>[]): Kind<Value> {
  const words = wordsOf(choices);
  return {
    choices: words.written,
    read: (parts) => one(parts, words.find),
    print: (value) => quotedIfNeeded(words.write(value)),
  };
}

/** Entries of a fixed set, each to include or, after `!`, to exclude. Duplicates are removed. */
export function list<const Value>(choices: readonly Choice<Value>[]): Kind<Selection<Value>> {
  const words = wordsOf(choices);
  return {
    choices: words.written,
    read: (parts) => {
      const read = every(parts, (part) => {
        const found = words.find(part.text);
        return found === null ? null : { value: found, isNegated: part.isNegated };
      });
      if (!read.ok) return read;
      const pick = (isNegated: boolean) => [
        ...new Set(read.value.filter((entry) => entry.isNegated === isNegated).map((entry) => entry.value)),
      ];
      return { ok: true, value: { include: pick(false), exclude: pick(true) } };
    },
    print: ({ include, exclude }) =>
      [
        ...include.map((value) => quotedInList(words.write(value))),
        ...exclude.map((value) => `!${quotedInList(words.write(value))}`),
      ].join(','),
  };
}

/** Named switches, `in:hasrecord,!unlimiter`: true for a name, false after `!`; the last of the same name wins. */
export function flags<const Name extends string>(
  names: readonly Name[],
): Kind<Readonly<Partial<Record<Name, boolean>>>> {
  const words = wordsOf(names.map((name): Choice<Name> => [name, name]));
  return {
    choices: words.written,
    read: (parts) => {
      const read = every(parts, (part) => {
        const name = words.find(part.text);
        return name === null ? null : ([name, !part.isNegated] as const);
      });
      if (!read.ok) return read;
      const set = Object.fromEntries(read.value) as Partial<Record<Name, boolean>>; // its names come from `names`
      return { ok: true, value: set };
    },
    print: (set) =>
      names
        .filter((name) => set[name] !== undefined)
        .map((name) => (set[name] ? name : `!${name}`))
        .join(','),
  };
}

function readWhole(digits: string): number | null {
  return /^\d{1,10}$/.test(digits) && Number(digits) <= largestInteger ? Number(digits) : null;
}

/** Reads a value that is a single part without `!`. */
function one<Value>(parts: readonly ValuePart[], read: (word: string) => Value | null): Reading<Value> {
  const [part, ...more] = parts;
  const value = part && more.length === 0 && !part.isNegated ? read(part.text) : null;
  return value === null ? { ok: false, faults: parts } : { ok: true, value };
}

/** Reads each part; the faults are those that could not be read. */
function every<Value>(
  parts: readonly ValuePart[],
  read: (part: ValuePart) => Value | null,
): Reading<readonly Value[]> {
  const faults: ValuePart[] = [];
  const values: Value[] = [];
  for (const part of parts) {
    const value = read(part);
    if (value === null) faults.push(part);
    else values.push(value);
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: values };
}

function wordsOf<Value>(choices: readonly Choice<Value>[]) {
  const plain = (word: string) => word.toLowerCase().replace(/[\s_-]+/g, '');
  const values = new Map<string, Value>();
  for (const [value, ...words] of choices) for (const word of words) values.set(plain(word), value);
  // words win over numbers
  for (const [value] of choices) {
    if (typeof value === 'number' && !values.has(String(value))) values.set(String(value), value);
  }
  return {
    written: choices.map(([, word]) => word),
    find: (word: string): Value | null => values.get(plain(word)) ?? null,
    write: (value: Value): string => choices.find(([own]) => own === value)?.[1] ?? String(value),
  };
}
