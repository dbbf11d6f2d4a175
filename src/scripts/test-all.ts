import { runSteps } from './suite/run-steps.ts';
import { staticSteps, testSteps } from './suite/steps.ts';

/** `npm test`: everything that can be known without a person. The last line is `N passed, N failed`. */
process.exitCode = await runSteps([...staticSteps(), ...testSteps()]);
