import { availableParallelism } from 'node:os';
import { generatedComplaints } from '../check-generated.ts';
import { checkLockFile } from './lock-file.ts';
import { playwrightCounts, vitestCounts } from './reports.ts';
import type { Stage } from './run-steps.ts';
import { checkStep, type Step, testStep, toolStep } from './step.ts';

/**
 * Steps that need neither a database nor a browser nor a test runner, in lanes that take about as long as each other, with or without
 * a build.
 */
export function staticStage(build?: Step): Stage {
  const types = toolStep('types', 'node', ['src/scripts/check-types.ts']);
  const lint = toolStep('lint', 'biome', ['check', '--formatter-enabled=false', '--error-on-warnings', '.']);
  const others = [
    toolStep('format', 'biome', ['format', '.']),
    checkStep('lock file', checkLockFile),
    toolStep('unused', 'knip', ['--no-progress']),
    checkStep('generated files', generatedComplaints),
    toolStep('contrast', 'node', ['src/scripts/contrast.ts']),
  ];
  return build
    ? [
        [types, lint],
        [build, ...others],
      ]
    : [[types], [lint, ...others]];
}

/** Builds the editions for the browser tests, which then find them up to date. */
export const buildStep = (): Step => toolStep('build', 'node', ['src/scripts/build-sites.ts']);

/** Mostly waits for downloads, so it runs in parallel with the static checks. */
export const browserStep = (): Step => toolStep('browser', 'node', ['src/scripts/install-browser.ts']);

const vitest = (name: string, ...choice: string[]) =>
  testStep(
    `${name} tests`,
    `test-results/${name}.json`,
    'vitest',
    [
      'run',
      ...choice,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=test-results/${name}.json`,
    ],
    vitestCounts,
  );

/** The only unit tests that `check` runs, because they are about the source: its imports, and what the site consists of. */
export const architectureStep = (): Step =>
  vitest(
    'architecture',
    '--project',
    'unit',
    'src/testing/architecture/architecture.test.ts',
    'src/testing/snapshot',
  );

/** Tests with a database wait for it a third of their time. */
const databaseWorkers = Math.ceil(1.5 * Math.max(2, availableParallelism()));

export const testSteps = (): Step[] => [
  vitest('unit', '--project', 'unit*', '--project', 'site-*'),
  vitest('database', '--project', 'db', `--maxWorkers=${databaseWorkers}`),
  testStep(
    'browser tests',
    'test-results/browser.json',
    'node',
    ['src/scripts/test-e2e.ts'],
    playwrightCounts,
  ),
];
