import type { Counts, Step } from './step.ts';

const seconds = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`;

/** The last line of every run. */
export const closingLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/**
 * Runs every step, even after a failure, then prints the results. The exit code is 0 only if something ran and nothing
 * failed.
 */
export async function runSteps(steps: readonly Step[]): Promise<number> {
  const started = performance.now();
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  const summary: string[] = [];
  for (const step of steps) {
    console.log(`\n── ${step.name} ──`);
    const from = performance.now();
    const counts = await step.run().catch((error: unknown): Counts => {
      console.error(error);
      return { passed: 0, failed: 1, skipped: 0 };
    });
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
    const mark = counts.failed > 0 ? 'FAILED' : 'ok';
    const unsteady = counts.again ? ` (${counts.again} at the second try: named above, to be mended)` : '';
    summary.push(
      `${mark.padEnd(7)} ${step.name.padEnd(22)} ${seconds(from).padStart(8)}   ${closingLine(counts)}${unsteady}`,
    );
  }
  console.log(`\n${summary.join('\n')}\n${seconds(started)} in all\n`);
  console.log(closingLine(total));
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}
