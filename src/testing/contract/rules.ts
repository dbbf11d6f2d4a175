import type { Edition } from './edition.ts';

/** A sentence about what tools rely on, and the check of it. */
export type Rule = readonly [rule: string, holds: (edition: Edition) => Promise<void>];
