import { readdirSync } from 'node:fs';
import { generatedComplaints } from '../check-generated.ts';
import { checkLockFile } from './lock-file.ts';
import { playwrightCounts, vitestCounts } from './reports.ts';
import type { Stage } from './run-steps.ts';
import { checkStep, type Step, testStep, toolStep } from './step.ts';

/** Types are checked once, with one edition as `#site`: all editions have the same type. */
const oneSite = () =>
  readdirSync('sites', { withFileTypes: true }).find((entry) => entry.isDirectory())?.name ?? '';

/**
 * Steps that need neither a database nor a browser nor a test runner, in two lanes that take about as long as each other;
 * `more` is added to the second one.
 *
 * Plain TypeScript is checked by the native compiler, in a quarter of the time of the one that checks .astro files. With one
 * thread it does half of the work that it does with several, because these repeat parts of each other's.
 */
export const staticStage = (...more: readonly Step[]): Stage => [
  [
    toolStep('types', 'node', [
      'node_modules/typescript-7/bin/tsc',
      '--project',
      '.',
      '--noEmit',
      '--singleThreaded',
    ]),
    // .astro files only: this tool reads plain TypeScript with other module rules than tsc
    toolStep(
      'types of pages',
      'astro',
      ['check', '--tsconfig', 'src/tsconfig.astro.json', '--minimumFailingSeverity', 'warning'],
      { SITE: oneSite() },
    ),
  ],
  [
    toolStep('format', 'biome', ['format', '.']),
    toolStep('lint', 'biome', ['check', '--formatter-enabled=false', '--error-on-warnings', '.']),
    checkStep('lock file', checkLockFile),
    toolStep('unused', 'knip', ['--no-progress']),
    checkStep('generated files', generatedComplaints),
    toolStep('contrast', 'node', ['src/scripts/contrast.ts']),
    ...more,
  ],
];

/** Builds the editions for the browser tests, which then find them up to date. */
export const buildStep = (): Step => toolStep('build', 'node', ['src/scripts/build-sites.ts']);

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

/** The only unit test that `check` runs, because it is about the source. */
export const architectureStep = (): Step =>
  vitest('architecture', '--project', 'unit', 'src/testing/architecture.test.ts');

export const testSteps = (): Step[] => [
  vitest('unit', '--project', 'unit', '--project', 'site-*'),
  vitest('database', '--project', 'db'),
  testStep(
    'browser tests',
    'test-results/browser.json',
    'node',
    ['src/scripts/test-e2e.ts'],
    playwrightCounts,
  ),
];
