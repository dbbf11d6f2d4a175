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

/** One text for each kind of attack, for the slow tests in a browser. */
export const representativeTexts: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover=alert(1) x='",
  '</textarea><script>alert(1)</script>',
  '</title><img src=x onerror=alert(1)>',
  '</script><!--',
  '\\";alert(1);//',
  'javascript:alert(1)',
  '[url=javascript:alert(1)]x[/url]',
  '[color="><img src=x onerror=alert(1)>]x[/color]',
  '$h[javascript:alert(1)]link$h',
  '<p style="position:fixed;inset:0">x</p>',
];
