import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { playwrightCounts, vitestCounts } from './reports.ts';
import { runSteps } from './run-steps.ts';
import { checkStep, type Step } from './step.ts';

const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

const tests = (passed: number, failed: number, skipped = 0): Step => ({
  name: 'tests',
  run: async () => ({ passed, failed, skipped }),
});

test('the last line has the totals, and success is exit code 0', async () => {
  expect(await runSteps([checkStep('format', () => []), tests(3, 0)])).toBe(0);
  expect(printed.at(-1)).toBe('4 passed, 0 failed');
});

test('a failing check is one failure, and later steps still run', async () => {
  expect(await runSteps([checkStep('types', () => ['wrong']), tests(2, 0, 1)])).toBe(1);
  expect(printed.at(-1)).toBe('2 passed, 1 failed, 1 skipped');
});

test('a step that throws has failed', async () => {
  const broken = checkStep('broken', () => {
    throw new Error('no such file');
  });
  expect(await runSteps([broken, tests(1, 0)])).toBe(1);
});

test('a run in which nothing ran has failed', async () => {
  expect(await runSteps([])).toBe(1);
});

test('the reports of both runners are understood', () => {
  expect(vitestCounts({ numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0 })).toEqual(
    { passed: 3, failed: 1, skipped: 2 },
  );
  expect(playwrightCounts({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 } })).toEqual({
    passed: 6,
    failed: 1,
    skipped: 0,
    again: 1,
  });
});

test('tests that passed only on the second try are reported with their step', async () => {
  const step: Step = { name: 'browser', run: async () => ({ passed: 6, failed: 0, skipped: 0, again: 2 }) };
  await runSteps([step]);
  expect(printed.join('\n')).toMatch(/6 passed, 0 failed \(2 at the second try/);
  expect(printed.at(-1)).toBe('6 passed, 0 failed');
});
