import { runSteps } from './suite/run-steps.ts';
import { staticSteps, testSteps } from './suite/steps.ts';

/** `npm test`: all automatic checks. The last line is `N passed, N failed`. */
process.exitCode = await runSteps([...staticSteps(), ...testSteps()]);
