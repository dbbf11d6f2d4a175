import { randomInt } from 'node:crypto';
import { oneByOne, runSteps } from './suite/run-steps.ts';
import { browserStep, buildStep, staticStage, testSteps } from './suite/steps.ts';

/**
 * `npm test`: all checks, all rules, and the share of the longest tests that the seed chooses; with `--whole` (`npm run test:whole`) all
 * of them. The last line is `N passed, N failed`.
 */
process.env.TEST_SEED ??= String(randomInt(1e9));
if (!process.argv.includes('--whole')) process.env.TEST_SHARES = '1';
console.log(`TEST_SEED=${process.env.TEST_SEED}`);
process.exitCode = await runSteps([[...staticStage(buildStep()), [browserStep()]], oneByOne(...testSteps())]);
