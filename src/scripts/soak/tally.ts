/** One request as its sender saw it. */
export interface Seen {
  readonly kind: string;
  readonly what: string;
  readonly from: number;
  readonly to: number;
  /** null: no answer, or one that was cut short */
  readonly status: number | null;
  readonly hasRetryAfter: boolean;
  /** whether this answer was expected of a healthy site */
  readonly ok: boolean;
  readonly detail: string;
}

/** A time in which the database was away, on purpose. */
export interface Outage {
  readonly what: string;
  readonly from: number;
  /** when the site had recovered; infinite while it has not */
  until: number;
}

/** Longest waits in milliseconds. */
export interface Patience {
  /** for an answer; beyond it a request hangs */
  readonly answerMs: number;
  /** for the refusal of a request while the database is away */
  readonly refusalMs: number;
}
export const usualPatience: Patience = { answerMs: 20_000, refusalMs: 10_000 };

/** Requests that began before an outage, or end shortly after it, may still be refused. */
const graceMs = 3000;

/** Counts all requests and judges those that did not succeed. */
export class Tally {
  readonly outages: Outage[] = [];
  readonly counts = new Map<string, { requests: number; times: number[] }>();
  readonly #suspects: Seen[] = [];
  readonly patience: Patience;
  requests = 0;
  cuts = 0;

  constructor(patience = usualPatience) {
    this.patience = patience;
  }

  record(seen: Seen): void {
    this.requests += 1;
    const count = this.counts.get(seen.kind) ?? { requests: 0, times: [] };
    this.counts.set(seen.kind, count);
    count.requests += 1;
    count.times.push(seen.to - seen.from);
    if (!seen.ok || seen.to - seen.from > this.patience.answerMs) this.#suspects.push(seen);
  }

  /** Requests that were refused as they should be: with 503 and Retry-After, while the database was away. */
  refusedInOutages(): number {
    return this.#suspects.filter((seen) => this.#isAllowed(seen)).length;
  }

  /** Requests that failed although nothing was cut: one of each kind, with their number. */
  violations(): string[] {
    const failed = this.#suspects.filter((seen) => !this.#isAllowed(seen));
    const kinds = Map.groupBy(failed, (seen) => `${seen.kind} ${answerOf(seen)} ${this.#timeOf(seen)}`);
    return [...kinds.values()].map((same) => {
      const slowest = same.reduce((slow, seen) => (seen.to - seen.from > slow.to - slow.from ? seen : slow));
      const { kind, what, from, to, detail } = slowest;
      const answer = `${answerOf(slowest)}${this.#timeOf(slowest)}`;
      return `${same.length} × ${kind}: ${answer}, such as ${what} after ${to - from} ms: ${detail.slice(0, 200)}`;
    });
  }

  #timeOf({ from, to }: Seen): string {
    const outage = this.#outageOf(from, to);
    return outage ? ` during "${outage.what}"` : '';
  }

  #isAllowed({ status, hasRetryAfter, from, to }: Seen): boolean {
    return (
      status === 503 &&
      hasRetryAfter &&
      to - from <= this.patience.refusalMs &&
      this.#outageOf(from, to) !== undefined
    );
  }

  #outageOf(from: number, to: number): Outage | undefined {
    return this.outages.find((outage) => from <= outage.until + graceMs && to >= outage.from);
  }

  /** Whether a moment lies in an outage. */
  isOutage(at: number): boolean {
    return this.#outageOf(at, at) !== undefined;
  }
}

const answerOf = ({ status, hasRetryAfter }: Seen): string =>
  status === null
    ? 'no answer'
    : `${status}${status === 503 && !hasRetryAfter ? ' without Retry-After' : ''}`;
