import { z } from 'zod';
import type { Counts } from './step.ts';

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
});

/** The counts in a report of vitest's json reporter. */
export function vitestCounts(report: unknown): Counts {
  const read = VitestReport.parse(report);
  return {
    passed: read.numPassedTests,
    failed: read.numFailedTests,
    skipped: read.numPendingTests + read.numTodoTests,
  };
}

const PlaywrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
});

/** The counts in a report of Playwright's json reporter. A flaky test passed when it was repeated (decision 11). */
export function playwrightCounts(report: unknown): Counts {
  const { stats } = PlaywrightReport.parse(report);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    again: stats.flaky,
  };
}
