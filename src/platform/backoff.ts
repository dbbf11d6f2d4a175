import type { Logger } from 'pino';

const firstPauseMs = 200;
const maxPauseMs = 10_000;

/** Growing pauses between attempts, from 0.2 s to 10 s; `reset` after a success. */
export class Backoff {
  #nextMs = firstPauseMs;

  /** The pause before the next attempt. */
  next(): number {
    const pauseMs = this.#nextMs;
    this.#nextMs = Math.min(pauseMs * 2, maxPauseMs);
    return pauseMs;
  }

  reset(): void {
    this.#nextMs = firstPauseMs;
  }
}

interface Retrying {
  readonly log: Pick<Logger, 'warn'>;
  /** completes "… failed; trying again" */
  readonly what: string;
  readonly isStopped: () => boolean;
}

/** Repeats `attempt` with growing pauses until it succeeds or is stopped. The timers do not keep the process alive. */
export async function untilDone(
  { log, what, isStopped }: Retrying,
  attempt: () => Promise<void>,
): Promise<void> {
  for (const backoff = new Backoff(); !isStopped(); ) {
    try {
      return await attempt();
    } catch (err) {
      const pauseMs = backoff.next();
      log.warn({ err, pauseMs }, `${what} failed; trying again`);
      await new Promise<void>((resume) => void setTimeout(resume, pauseMs).unref());
    }
  }
}
