import { readdirSync } from 'node:fs';
import type { Migration } from 'kysely/migration';
import { baseline, baselineName } from '../baseline/index.ts';

/** Every migration by its name. They run in the order of their names; one that has been released is never edited. */
export type Migrations = Readonly<Record<string, Migration>>;

/** The files of this folder that are migrations: a number of four digits, then what they are for. */
const names = readdirSync(import.meta.dirname)
  .map((file) => /^(\d{4}-[a-z0-9-]+)\.ts$/.exec(file)?.[1])
  .filter((name) => name !== undefined)
  .sort();

const imported = async (name: string): Promise<[string, Migration]> => [name, await import(`./${name}.ts`)];

/** The baseline of 1.0, then each file of this folder: `1001-play-later.ts` is the migration `1001-play-later`. */
export const migrations: Migrations = {
  [baselineName]: baseline,
  ...Object.fromEntries(await Promise.all(names.map(imported))),
};
