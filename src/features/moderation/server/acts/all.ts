import type { AnyAct } from './act.ts';
import { textActs } from './text-acts.ts';

/** Everything that moderators can do from the console, in the order in which a subject offers it. */
export const allActs: readonly AnyAct[] = [...textActs];
