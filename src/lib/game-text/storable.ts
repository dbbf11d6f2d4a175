import { wellFormed } from '#lib/codes/well-formed.ts';

/** Text from a file without what the database refuses: NUL and unpaired surrogates. */
export const storable = (text: string): string => wellFormed(text).replaceAll('\0', '');
