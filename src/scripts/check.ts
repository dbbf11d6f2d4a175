import { runSteps } from './suite/run-steps.ts';
import { architectureStep, staticSteps } from './suite/steps.ts';

/** `npm run check`: static checks, in a minute and without a database or a browser. */
process.exitCode = await runSteps([...staticSteps(), architectureStep()]);
