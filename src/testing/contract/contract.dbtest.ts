import { describe, test } from 'vitest';
import { addressesContract } from './addresses.ts';
import { answersContract } from './answers.ts';
import { checklistContract } from './checklist.ts';
import { codesContract } from './codes.ts';
import { communityContract } from './community.ts';
import { serveEditions } from './edition.ts';
import { legacyContract } from './legacy.ts';
import { pagingContract } from './paging.ts';
import { recordsContract } from './records.ts';
import { tracksContract } from './tracks.ts';

/** What tools rely on: each row of each table, over HTTP, on every edition. */
const tables = {
  ...checklistContract,
  ...tracksContract,
  ...recordsContract,
  ...communityContract,
  ...codesContract,
  ...pagingContract,
  ...answersContract,
  ...addressesContract,
  ...legacyContract,
};

describe.each((await serveEditions()).map((edition) => [edition.site.label, edition] as const))(
  '%s',
  (_, edition) => {
    for (const [table, rules] of Object.entries(tables))
      describe(table, () => {
        for (const [rule, holds] of rules) test(rule, () => holds(edition));
      });
  },
);
