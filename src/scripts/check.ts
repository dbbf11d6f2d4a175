import { oneByOne, runSteps } from './suite/run-steps.ts';
import { architectureStep, staticStage } from './suite/steps.ts';

/** `npm run check`: static checks, in a minute and without a database or a browser. */
process.exitCode = await runSteps([staticStage(), oneByOne(architectureStep())]);
