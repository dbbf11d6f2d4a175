import { networkOf } from './network.ts';
import { Problem } from './problem.ts';

/** What is left of a limit, for its client. */
export interface Quota {
  readonly left: number;
  /** until all of it is left again */
  readonly resetSeconds: number;
}

/** A limit with the name that clients read. */
export interface NamedQuota extends Quota {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** The headers RateLimit-Policy and RateLimit (draft-ietf-httpapi-ratelimit-headers): the limits, and what is left of them. */
export const quotaHeaders = (quotas: readonly NamedQuota[]): Record<string, string> =>
  quotas.length === 0
    ? {}
    : {
        'ratelimit-policy': quotas
          .map(({ name, points, seconds }) => `"${name}";q=${points};w=${seconds}`)
          .join(', '),
        ratelimit: quotas
          .map(({ name, left, resetSeconds }) => `"${name}";r=${left};t=${resetSeconds}`)
          .join(', '),
      };

/** Requests that one network may send to the API without a token, to each process of the site. */
export const readBounds = { points: 6000, seconds: 60 } as const;

/** The machine itself, where operators and proxies that are not trusted send from. */
const isLoopback = (address: string) => /^(?:::ffff:)?127\.|^::1$/.test(address);

/**
 * Counts reading requests in memory, because counting them in the database would cost more than most of them. All networks have the
 * same minute, so that a new one forgets all counts.
 */
export class ReadQuotas {
  readonly #used = new Map<string, number>();
  #endsAt = 0;

  /** Takes one request of a network; throws a Problem 429 if none is left. Null: the machine itself has no limit. */
  take(address: string, now: Date): NamedQuota | null {
    if (isLoopback(address)) return null;
    const at = now.getTime();
    if (at >= this.#endsAt || at < this.#endsAt - readBounds.seconds * 1000) {
      this.#used.clear();
      this.#endsAt = at + readBounds.seconds * 1000;
    }
    const network = networkOf(address);
    const used = (this.#used.get(network) ?? 0) + 1;
    const resetSeconds = Math.ceil((this.#endsAt - at) / 1000);
    const quota = { name: 'reads', ...readBounds, left: Math.max(0, readBounds.points - used), resetSeconds };
    if (used > readBounds.points)
      throw new Problem(
        429,
        `Too many requests from your network. Wait ${resetSeconds} seconds and try again.`,
        {
          retryAfterSeconds: resetSeconds,
          headers: quotaHeaders([quota]),
        },
      );
    this.#used.set(network, used);
    return quota;
  }
}
