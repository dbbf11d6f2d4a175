import { afterEach } from 'vitest';

/**
 * The seed of this run's random cases: a new one in each run, the same for all files of a run (vitest.config.ts chooses
 * it). Call it at the top of a test file: a test that fails there names the seed, and TEST_SEED=… repeats its cases.
 */
export function runSeed(): number {
  const seed = Number(process.env.TEST_SEED);
  if (!Number.isSafeInteger(seed))
    throw new Error(`TEST_SEED is ${process.env.TEST_SEED}: not a whole number.`);
  afterEach(({ task }) => {
    if (task.result?.state === 'fail')
      console.error(`${task.name}: TEST_SEED=${seed} repeats the random cases of this run.`);
  });
  return seed;
}
