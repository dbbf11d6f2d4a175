import { existsSync, readFileSync } from 'node:fs';
import { backendsOf, postmasterOf } from '../../soak/processes.ts';

/** Adds up the processor time of the database processes that serve connections. */
export class PostgresClock {
  readonly #dataDir: string;
  /** nanoseconds by process */
  #known = new Map<number, number>();

  constructor(dataDir: string) {
    if (!existsSync('/proc/self/schedstat')) throw new Error('This system does not count processor time.');
    this.#dataDir = dataDir;
  }

  /** Milliseconds since the last call. What a process used between that and its end is not counted. */
  sinceLastMs(): number {
    const now = new Map<number, number>();
    for (const pid of backendsOf(postmasterOf(this.#dataDir))) {
      try {
        now.set(pid, Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]));
      } catch {
        // ended in between
      }
    }
    let used = 0;
    for (const [pid, time] of now) used += time - (this.#known.get(pid) ?? 0);
    this.#known = now;
    return used / 1e6;
  }
}
