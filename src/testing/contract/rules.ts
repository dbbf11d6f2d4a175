import type { Edition } from './edition.ts';

/** What tools rely on, in a sentence, and the check of it. */
export type Rule = readonly [rule: string, holds: (edition: Edition) => Promise<void>];
