import type { Site } from '#sites/schema.ts';

type Place = Pick<Site, 'code'>;
/** A line about the same step comes at most this often. */
const quietMs = 5000;

/** What editions wait for during a start, for their pages and for the console. */
export class StartSteps {
  readonly #steps = new Map<string, Map<string, string>>();
  readonly #say: (line: string) => void;
  readonly #now: () => number;
  #saidAt = 0;

  constructor(say: (line: string) => void, now: () => number = () => performance.now()) {
    this.#say = say;
    this.#now = now;
    this.#saidAt = now();
  }

  /** Notes how far a step of an edition is: "The demo community", "48 of 120 tracks". */
  set({ code }: Place, step: string, state: string): void {
    const steps = this.#steps.get(code) ?? new Map<string, string>();
    this.#steps.set(code, steps.set(step, state));
  }

  /** The same, and says so unless a line was printed a moment ago. */
  progress(site: Place, step: string, state: string): void {
    this.set(site, step, state);
    if (this.#now() - this.#saidAt < quietMs) return;
    this.#saidAt = this.#now();
    this.#say(`  ${site.code}: ${state}`);
  }

  /** The steps of an edition, as its page shows them. */
  of({ code }: Place): string[] {
    return [...(this.#steps.get(code) ?? [])].map(([step, state]) => `${step}: ${state}`);
  }
}
