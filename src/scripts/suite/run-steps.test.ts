import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { playwrightCounts, vitestCounts } from './reports.ts';
import { oneByOne, runSteps } from './run-steps.ts';
import { checkStep, type Step, toolStep } from './step.ts';

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
  expect(
    await runSteps([
      oneByOne(
        checkStep('format', () => []),
        tests(3, 0),
      ),
    ]),
  ).toBe(0);
  expect(printed.at(-1)).toBe('4 passed, 0 failed');
});

test('a failing check is one failure, and later steps still run', async () => {
  expect(await runSteps([oneByOne(checkStep('types', () => ['wrong'])), oneByOne(tests(2, 0, 1))])).toBe(1);
  expect(printed.at(-1)).toBe('2 passed, 1 failed, 1 skipped');
});

test('a step that throws has failed', async () => {
  const broken = checkStep('broken', () => {
    throw new Error('no such file');
  });
  expect(await runSteps([oneByOne(broken, tests(1, 0))])).toBe(1);
});

test('a run in which nothing ran has failed', async () => {
  expect(await runSteps([])).toBe(1);
});

test('the reports of both runners are understood, with the names of failed tests', () => {
  const file = (name: string, status: string, message: string, tests: [string, string][]) => ({
    name: join(process.cwd(), name),
    status,
    message,
    assertionResults: tests.map(([fullName, status]) => ({ fullName, status })),
  });
  const vitest = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 0,
    testResults: [
      file('src/a.test.ts', 'passed', '', [['fine', 'passed']]),
      file('src/b.test.ts', 'failed', '', [
        ['group broken', 'failed'],
        ['group fine', 'passed'],
      ]),
      file('src/c.test.ts', 'failed', 'Cannot find package\nat c.test.ts', []),
    ],
  };
  expect(vitestCounts(vitest)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 2,
    failures: ['src/b.test.ts › group broken', 'src/c.test.ts: Cannot find package'],
  });
  const spec = (title: string, line: number, status: string) => ({
    title,
    file: 'a.e2e.ts',
    line,
    tests: [{ status }],
  });
  const playwright = {
    stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [
      {
        title: 'a.e2e.ts',
        specs: [spec('broken', 7, 'unexpected')],
        suites: [{ title: 'group', specs: [spec('slow', 9, 'flaky'), spec('fine', 11, 'expected')] }],
      },
    ],
    errors: [{ message: 'no server\nsee the log' }],
  };
  expect(playwrightCounts(playwright)).toEqual({
    passed: 6,
    failed: 1,
    skipped: 0,
    again: ['a.e2e.ts:9 › group › slow'],
    failures: ['a.e2e.ts:7 › broken', 'no server'],
  });
});

test('the end of the log names what failed and what passed only when run again', async () => {
  const step: Step = {
    name: 'browser',
    run: async () => ({ passed: 6, failed: 1, skipped: 0, again: ['slow'], failures: ['broken'] }),
  };
  await runSteps([oneByOne(step)]);
  const lines = printed.join('\n').split('\n');
  const last = lines.slice(lines.indexOf('Passed only when run again, to be fixed:'));
  expect(last.slice(0, 5)).toEqual([
    'Passed only when run again, to be fixed:',
    '  browser: slow',
    '',
    'Failed:',
    '  browser: broken',
  ]);
  expect(last.at(-1)).toBe('6 passed, 1 failed');
  expect(last.join('\n')).toMatch(/6 passed, 1 failed \(1 only when run again\)/);
});

test('at most fifty names are repeated', async () => {
  const failures = Array.from({ length: 52 }, (_, n) => `test ${n}`);
  await runSteps([
    oneByOne({ name: 'unit', run: async () => ({ passed: 0, failed: 52, skipped: 0, failures }) }),
  ]);
  expect(printed.join('\n')).toMatch(/unit: test 49\n {2}… and 2 more\n/);
});

test('lanes run at the same time, and each step prints its output in one piece', async () => {
  const started: string[] = [];
  const both = Promise.withResolvers<void>();
  const step = (name: string): Step => ({
    name,
    run: async (print) => {
      started.push(name);
      if (started.length === 2) both.resolve();
      print?.(`${name} begins\n`);
      await both.promise; // for ever, if the other one does not run at the same time
      print?.(`${name} ends\n`);
      return { passed: 1, failed: 0, skipped: 0 };
    },
  });
  expect(await runSteps([[[step('types')], [step('lint')]]])).toBe(0);
  const log = printed.join('\n');
  expect(log).toContain('types begins\ntypes ends');
  expect(log).toContain('lint begins\nlint ends');
});

test('a tool that runs in parallel with others hands over its output', async () => {
  const output: string[] = [];
  const tool = toolStep('node', 'node', ['-e', 'console.log(1); console.error(2); process.exitCode = 1']);
  expect(await tool.run((text) => void output.push(text))).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(output.join('').trim().split('\n').sort()).toEqual(['1', '2']);
});
