import type { Services } from '#platform/context.ts';
import type { JobQueue } from './queue.ts';

/** The queue as seen by the process that owns it. */
export interface RunningQueue extends JobQueue {
  /** `stalled`: running, but without access to its tables for a while; `off`: this process only adds jobs */
  state(): 'ok' | 'stalled' | 'off';
  /** Starts to run jobs. Without it this process only adds them. */
  work(services: Services): Promise<void>;
  /** Lets running jobs finish within the given time and closes the queue's connections. */
  stop(withinMs?: number): Promise<void>;
}
