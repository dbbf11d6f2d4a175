import { Fault } from './refusal.ts';

/** Returns a text from a file, or throws a Fault naming it if it has more than `most` characters; undefined stays. */
export function limited<T extends string | undefined>(text: T, what: string, most: number): T {
  if (text !== undefined && text.length > most)
    throw new Fault(
      'over-limit',
      `The ${what} in this file has ${text.length} characters; this site accepts at most ${most}.`,
    );
  return text;
}

/** Text from a file, for use in a message: without line breaks and control characters, at most 40 characters. */
export function excerpt(text: string): string {
  const letters = [...text.replace(/\p{C}+/gu, ' ').trim()];
  return `“${letters.length > 40 ? `${letters.slice(0, 40).join('')}…` : letters.join('')}”`;
}
