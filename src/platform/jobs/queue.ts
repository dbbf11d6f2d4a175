import type { Services } from '#platform/context.ts';

/** Work done after the response, at least once, by any process of the installation. */
export interface JobQueue {
  add(name: string, payload: object): Promise<void>;
}

/** The queue as the process that owns it sees it. */
export interface RunningQueue extends JobQueue {
  /** `stalled`: it takes jobs, but has not reached its tables for a while; `off`: it only adds them */
  state(): 'ok' | 'stalled' | 'off';
  /** Begins to take jobs. Without it this process only adds them. */
  work(services: Services): Promise<void>;
  /** Lets running jobs end, up to the given time, and closes the queue's connections. */
  stop(withinMs?: number): Promise<void>;
}
