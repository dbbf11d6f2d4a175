/** One value of an enumeration: its number and its names, of which the first is the one to write. */
interface CodedValue {
  readonly code: number;
  readonly names: readonly [string, ...string[]];
}

export type Enumeration = readonly CodedValue[];

/** Names that different tools give to the same value. Letter case, spaces and hyphens need no entry here. */
const sameMeaning: readonly (readonly string[])[] = [
  ['Multiple', 'Multi'],
  ['Symmetrical', 'Symmetric'],
  ['Race', 'Normal'],
  ['Multilap', 'Laps'],
  ['Stunt', 'Stunts'],
];

/** What tools send for a value that no row has; they also send numbers outside the enumeration. */
const noValue = 'unknown';

/** The form in which names are compared: `Press Forward`, `press_forward` and `PressForward` are one name. */
const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '');

/** An enumeration from its entries. Other tools' names for an entry are added, unless another entry has that name. */
export function enumerationOf(entries: Iterable<readonly [code: number, name: string]>): Enumeration {
  const given = [...entries];
  const taken = new Set(given.map(([, name]) => plain(name)));
  return given.map(([code, name]) => {
    const group = sameMeaning.find((names) => names.some((other) => plain(other) === plain(name))) ?? [];
    return { code, names: [name, ...group.filter((other) => !taken.has(plain(other)))] };
  });
}

/** An enumeration whose codes are the indexes of a list of names. */
export const numberedFrom0 = (names: readonly string[]): Enumeration =>
  enumerationOf(names.map((name, code) => [code, name] as const));

/** The whole number in a text; null if it is not one. A number too long to be exact is larger than any code, so it needs no check. */
export const readNumber = (text: string): number | null =>
  /^[+-]?\d+$/.test(text.trim()) ? Number(text) : null;

/**
 * The code that a text means, by number or by name in any letter case. Null for a valid text that no row can match: a
 * number outside the enumeration, or `Unknown`. Undefined for an unknown name.
 */
export function readCode(enumeration: Enumeration, text: string): number | null | undefined {
  const number = readNumber(text);
  if (number !== null) return enumeration.some(({ code }) => code === number) ? number : null;
  const wanted = plain(text.trim());
  const found = enumeration.find(({ names }) => names.some((name) => plain(name) === wanted));
  return found?.code ?? (wanted === noValue ? null : undefined);
}
