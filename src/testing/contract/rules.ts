import { describe, test } from 'vitest';
import type { Edition } from './edition.ts';

/** What tools rely on, in a sentence, and the check of it. */
export type Rule = readonly [rule: string, holds: (edition: Edition) => Promise<void>];

/** Each rule of each table, on every edition. */
export function contract(
  editions: readonly Edition[],
  tables: Readonly<Record<string, readonly Rule[]>>,
): void {
  describe.each(editions.map((edition) => [edition.site.label, edition] as const))('%s', (_, edition) => {
    for (const [table, rules] of Object.entries(tables))
      describe(table, () => {
        for (const [rule, holds] of rules) test(rule, () => holds(edition));
      });
  });
}
