import type { Migration } from 'kysely/migration';
import { baseline, baselineName } from '../baseline/index.ts';

/** Every migration by its name. They run in the order of their names; one that has been released is never edited. */
export type Migrations = Readonly<Record<string, Migration>>;

/**
 * The baseline of 1.0, then each later migration: `import * as playLater from './1001-play-later.ts'` is the entry
 * `'1001-play-later': playLater`.
 */
export const migrations: Migrations = {
  [baselineName]: baseline,
};
