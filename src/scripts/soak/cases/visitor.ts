import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Person } from '../person.ts';
import { type Seen, Tally } from '../tally.ts';
import type { Stage, Visited, VisitorReport } from './stage.ts';

/** Between two requests. */
const pauseMs = 50;

class Diary extends Tally {
  readonly visited: Visited[] = [];

  override record({ kind, from, to, status, ok }: Seen): void {
    this.visited.push({ kind, ms: to - from, status, ok });
  }
}

/**
 * An ordinary visitor: one connection that is kept open, one request at a time, a mix of pages, a list and a download; half-way
 * through they sign in.
 */
export async function visitSite(stage: Stage): Promise<VisitorReport> {
  const { port, host, seconds, account, visits } = stage;
  const diary = new Diary();
  const person = new Person(port, host, diary);
  const stops = monitorEventLoopDelay({ resolution: 5 });
  stops.enable();
  const began = performance.now();
  const passed = () => (performance.now() - began) / (seconds * 1000);
  let hasSignedIn = false;
  for (let n = 0; passed() < 1; n++) {
    if (passed() > 0.5 && !hasSignedIn) {
      hasSignedIn = true;
      await person.post('sign in', '/login', { Name: account.name, Password: account.password });
    }
    const visit = visits[n % visits.length];
    if (visit) await person.ask(visit.kind, visit.path);
    await sleep(pauseMs);
  }
  // the resolution itself is counted as a delay
  return { visited: diary.visited, ownStopMs: Math.max(0, stops.max / 1e6 - 5) };
}
