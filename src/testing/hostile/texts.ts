import { addresses, bbCode } from './addresses.ts';
import { letters } from './letters.ts';
import { breakouts, markup } from './markup.ts';
import { programs } from './programs.ts';

/**
 * Texts that a form, an address or a file may contain and that must never have an effect: our own, mostly combined from parts,
 * so that the tests check the same things on every machine. Executed code would be an `alert`.
 */
export const hostileTexts = { markup, breakouts, addresses, bbCode, programs, letters } as const;

/** All of them, without duplicates. */
export const everyHostileText: readonly string[] = [...new Set(Object.values(hostileTexts).flat())];
