/** One request as seen by its sender. */
export interface Seen {
  readonly kind: string;
  readonly what: string;
  readonly from: number;
  readonly to: number;
  /** null: no response, or an incomplete one */
  readonly status: number | null;
  readonly hasRetryAfter: boolean;
  /** whether this response was expected of a healthy site */
  readonly ok: boolean;
  readonly detail: string;
}

/** A deliberate outage of the database. */
export interface Outage {
  readonly what: string;
  readonly from: number;
  /** when the site had recovered; infinite until then */
  until: number;
}

/** Maximum waiting times in milliseconds. */
export interface Patience {
  /** for a response; a request that takes longer hangs */
  readonly answerMs: number;
  /** for the refusal of a request during an outage */
  readonly refusalMs: number;
}
export const usualPatience: Patience = { answerMs: 20_000, refusalMs: 10_000 };

/** Requests that began before an outage, or end shortly after it, may also be refused. */
const graceMs = 3000;

/** Counts all requests and evaluates those that did not succeed. */
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

  /** Requests that were refused correctly: with 503 and Retry-After, during an outage. */
  refusedInOutages(): number {
    return this.#suspects.filter((seen) => this.#isAllowed(seen)).length;
  }

  /** Requests that failed without an outage or abort: one of each kind, with their number. */
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

  /** Whether a time is within an outage. */
  isOutage(at: number): boolean {
    return this.#outageOf(at, at) !== undefined;
  }
}

const answerOf = ({ status, hasRetryAfter }: Seen): string =>
  status === null
    ? 'no answer'
    : `${status}${status === 503 && !hasRetryAfter ? ' without Retry-After' : ''}`;
