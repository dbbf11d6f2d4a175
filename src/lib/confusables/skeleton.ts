import { lookAlikes } from './table.generated.ts';

const prototypes: ReadonlyMap<string, string> = new Map(
  lookAlikes.flatMap(([prototype, letters]) => Array.from(letters, (letter) => [letter, prototype] as const)),
);

/**
 * The skeleton of a text as UTS #39 defines it, on compatibility decomposed text: texts with the same skeleton look the
 * same. For comparing only, never for showing. Upper and lower case stay different, because they look different.
 */
export function skeleton(text: string): string {
  const letters = text.normalize('NFKD').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const mapped = Array.from(letters, (letter) => prototypes.get(letter) ?? letter).join('');
  // a prototype may decompose into letters that have prototypes of their own
  return mapped === text ? mapped : skeleton(mapped);
}
