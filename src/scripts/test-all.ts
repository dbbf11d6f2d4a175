import { oneByOne, runSteps } from './suite/run-steps.ts';
import { browserStep, buildStep, staticStage, testSteps } from './suite/steps.ts';

/** `npm test`: all automatic checks. The last line is `N passed, N failed`. */
process.exitCode = await runSteps([[...staticStage(buildStep()), [browserStep()]], oneByOne(...testSteps())]);
