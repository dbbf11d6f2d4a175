import { relative } from 'node:path';
import { z } from 'zod';
import type { Counts } from './step.ts';

const firstLine = (text: string | undefined): string => text?.split('\n', 1)[0]?.trim() ?? '';

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** The counts in a report of Vitest's JSON reporter, and the names of failed tests and of files that do not load. */
export function vitestCounts(report: unknown): Counts {
  const read = VitestReport.parse(report);
  const failures = read.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [`${file}: ${firstLine(message)}`];
    return failed.map(({ fullName }) => `${file} › ${fullName.trim()}`);
  });
  return {
    passed: read.numPassedTests,
    failed: read.numFailedTests,
    skipped: read.numPendingTests + read.numTodoTests,
    failures,
  };
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[] | undefined;
  specs: { title: string; file: string; line: number; tests: { status: string }[] }[];
}
const PlaywrightSuite: z.ZodType<PlaywrightSuite> = z.lazy(() =>
  z.object({
    title: z.string(),
    suites: z.array(PlaywrightSuite).optional(),
    specs: z.array(
      z.object({
        title: z.string(),
        file: z.string(),
        line: z.number(),
        tests: z.array(z.object({ status: z.string() })),
      }),
    ),
  }),
);

const PlaywrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
  suites: z.array(PlaywrightSuite),
  errors: z.array(z.object({ message: z.string().optional() })),
});

/**
 * The counts in a report of Playwright's JSON reporter, and the names of tests that failed or passed only when they
 * were run again (decision 11).
 */
export function playwrightCounts(report: unknown): Counts {
  const { stats, suites, errors } = PlaywrightReport.parse(report);
  const named = (status: string) => suites.flatMap((suite) => namesOf(suite, [], status));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    again: named('flaky'),
    failures: [...named('unexpected'), ...errors.map(({ message }) => firstLine(message))],
  };
}

/** The title of a file's own suite is its path, which the name of each test begins with anyway. */
function namesOf(suite: PlaywrightSuite, titles: readonly string[], status: string): string[] {
  const inner = suite.specs
    .filter(({ tests }) => tests.some((test) => test.status === status))
    .map(({ title, file, line }) => [`${file}:${line}`, ...titles, title].join(' › '));
  const nested = (suite.suites ?? []).flatMap((child) => namesOf(child, [...titles, child.title], status));
  return [...inner, ...nested];
}
