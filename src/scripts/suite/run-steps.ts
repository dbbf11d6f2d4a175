import type { Counts, Print, Step } from './step.ts';

const seconds = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`;

/** The last line of every run. */
const closingLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** Lanes of steps that run at the same time. The steps of a lane run one after the other. */
export type Stage = readonly (readonly Step[])[];

/** A stage of one lane: its steps run alone, and their output goes straight to the terminal. */
export const oneByOne = (...steps: readonly Step[]): Stage => [steps];

/** The names must not push the rest of the summary out of a log that is cut. */
const maxNames = 50;

interface Result {
  readonly step: Step;
  readonly counts: Counts;
  readonly took: string;
}

/**
 * Runs every step, even after a failure. In the end it names what failed and what passed only when it was run again,
 * then prints one line for each step, then the sums. The exit code is 0 only when something ran and nothing failed.
 */
export async function runSteps(stages: readonly Stage[]): Promise<number> {
  const started = performance.now();
  const results: Result[] = [];
  for (const lanes of stages) {
    const ofLanes = await Promise.all(lanes.map((lane) => runLane(lane, lanes.length > 1)));
    results.push(...ofLanes.flat());
  }
  const sum = (of: (counts: Counts) => number) =>
    results.reduce((total, { counts }) => total + of(counts), 0);
  const total = {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
  };
  printNames('Passed only when run again, to be fixed:', results, ({ again }) => again);
  printNames('Failed:', results, ({ failed, failures }) => failures ?? (failed > 0 ? ['see above'] : []));
  console.log(`\n${results.map(summaryLine).join('\n')}\n${seconds(started)} in all\n`);
  console.log(closingLine(total));
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

async function runLane(steps: readonly Step[], besideOthers: boolean): Promise<Result[]> {
  const results: Result[] = [];
  for (const step of steps) {
    const output: string[] = [];
    const print: Print | undefined = besideOthers ? (text) => void output.push(text) : undefined;
    const heading = `\n── ${step.name} ──`;
    if (!besideOthers) console.log(heading);
    const from = performance.now();
    const counts = await step.run(print).catch((error: unknown): Counts => {
      console.error(error);
      return { passed: 0, failed: 1, skipped: 0 };
    });
    if (besideOthers) console.log([heading, output.join('').trimEnd()].filter(Boolean).join('\n'));
    results.push({ step, counts, took: seconds(from) });
  }
  return results;
}

function summaryLine({ step, counts, took }: Result): string {
  const mark = counts.failed > 0 ? 'FAILED' : 'ok';
  const again = counts.again?.length ? ` (${counts.again.length} only when run again)` : '';
  return `${mark.padEnd(7)} ${step.name.padEnd(22)} ${took.padStart(8)}   ${closingLine(counts)}${again}`;
}

function printNames(
  heading: string,
  results: readonly Result[],
  namesOf: (counts: Counts) => readonly string[] | undefined,
): void {
  const lines = results.flatMap(({ step, counts }) =>
    (namesOf(counts) ?? []).map((name) => `  ${step.name}: ${name}`),
  );
  if (lines.length === 0) return;
  const shown = lines.slice(0, maxNames);
  if (lines.length > maxNames) shown.push(`  … and ${lines.length - maxNames} more`);
  console.log(`\n${[heading, ...shown].join('\n')}`);
}
