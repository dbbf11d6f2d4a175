import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest test files, the slowest first. In a fresh clone Vitest knows no durations and starts with the largest
 * files; one of these at the end would keep one worker busy while the others have nothing to do.
 */
export const slowest: readonly string[] = [
  'src/testing/rights/rights.dbtest.ts',
  'src/scripts/two-starts.dbtest.ts',
  'src/demo/life.dbtest.ts',
  'src/demo/demo.dbtest.ts',
  'src/testing/kill/soak-test.dbtest.ts',
  'src/testing/fifth-edition.dbtest.ts',
  'src/testing/kill/kill-test.dbtest.ts',
  'src/features/tracks/search-index/server/track-finder.dbtest.ts',
  'src/platform/lists/all-lists.dbtest.ts',
  'src/testing/rights/nul.dbtest.ts',
  'src/platform/lists/cursor-cost.dbtest.ts',
  'src/platform/postgres/embedded.dbtest.ts',
  'src/features/leaderboards/server/boards.dbtest.ts',
  'src/platform/postgres/roles.dbtest.ts',
  'db/baseline/baseline.dbtest.ts',
  'src/features/replays/upload/server/limits.dbtest.ts',
  'src/platform/lists/unknown-cursor.dbtest.ts',
  'src/testing/rights/leaks.dbtest.ts',
  'src/platform/lists/random.dbtest.ts',
  'src/lib/gbx/tools/fuzz.test.ts',
  'src/platform/row-index/row-index.test.ts',
];

const rank = ({ moduleId }: TestSpecification): number => {
  const at = slowest.findIndex((file) => moduleId.endsWith(file));
  return at < 0 ? slowest.length : at;
};

/** Starts with the slowest files of each project. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => (a.project.name === b.project.name ? rank(a) - rank(b) : 0));
  }
}
