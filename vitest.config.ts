import { randomInt } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { preactAsReact } from './src/scripts/preact-as-react.ts';
import { moveTempToMemory } from './src/testing/memory-folder.ts';
import { leftToOtherRuns } from './src/testing/shares.ts';
import { SlowFirst } from './src/testing/slow-first.ts';

const codes = readdirSync('sites', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

// workers inherit the environment; src/testing/run-seed.ts hands the seed to tests with random cases
process.env.TEST_SEED ??= String(randomInt(1e9));
moveTempToMemory();

/** Decision 67: a worker loads a module once for all its files; what a test replaced is put back before the next one. */
const together = {
  isolate: false,
  restoreMocks: true,
  // many times what a test takes: a busy machine is no failure
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
} as const;

/** Node imports TypeScript itself, as the server does. Vite is only needed for TSX and for the alias of an edition. */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } } as const;

/** The suffix names the runner: .test pure, .site.test once per edition, .dbtest on a real Postgres. */
export default defineConfig({
  test: {
    // left alone, vitest keeps one of two cores for itself, though it hardly works; database tests wait half their time
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          ...together,
          ...native,
          name: 'unit',
          include: ['{src,sites,db}/**/*.test.ts'],
          exclude: ['**/*.site.test.*', '**/node_modules/**', ...leftToOtherRuns()],
        },
      },
      {
        resolve: { alias: preactAsReact },
        test: {
          ...together,
          name: 'unit-tsx',
          include: ['src/**/*.test.tsx'],
          exclude: ['**/*.site.test.*'],
        },
      },
      ...codes.map((code) => ({
        resolve: {
          alias: {
            ...preactAsReact,
            '#site': fileURLToPath(new URL(`./sites/${code}/site.ts`, import.meta.url)),
          },
        },
        test: { ...together, name: `site-${code}`, include: ['src/**/*.site.test.{ts,tsx}'] },
      })),
      {
        test: {
          ...together,
          ...native,
          name: 'db',
          include: ['{src,db}/**/*.dbtest.ts'],
          exclude: leftToOtherRuns(),
          globalSetup: ['src/testing/db-setup.ts'],
        },
      },
    ],
  },
});
