import { decomposed } from '#lib/codes/text.ts';
import { lookAlikes } from './table.generated.ts';

const prototypes: ReadonlyMap<string, string> = new Map(
  lookAlikes.flatMap(([prototype, letters]) => Array.from(letters, (letter) => [letter, prototype] as const)),
);

/**
 * The skeleton of a text as defined by UTS #39, after compatibility decomposition: texts with the same skeleton look the
 * same. For comparison only, never for display. Case is kept, because upper and lower case look different.
 */
export function skeleton(text: string): string {
  const letters = decomposed(text).replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const mapped = Array.from(letters, (letter) => prototypes.get(letter) ?? letter).join('');
  // a prototype may decompose into letters that have prototypes themselves
  return mapped === text ? mapped : skeleton(mapped);
}
