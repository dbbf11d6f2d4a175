import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { minuteMs } from '#lib/codes/durations.ts';
import { networkOf } from '#platform/http/network.ts';

/** Sessions and tokens whose account is remembered. */
const maxKnown = 10_000;
const knownForMs = 10 * minuteMs;

/** Who sends requests, for the purpose of sharing: an account, or a network. The process itself is a client, too. */
export type ClientKey = `account ${number}` | `network ${string}` | 'process';

export const accountClient = (accountId: number): ClientKey => `account ${accountId}`;
/** The client of an address that has not proved an account. */
export const networkClient = (address: string): ClientKey => `network ${networkOf(address)}`;

/**
 * The accounts of sessions and tokens that were read before. Any other secret is worth nothing: anybody can invent one, and it
 * must not make another client.
 */
export class KnownClients {
  readonly #accounts = new LRUCache<string, number>({ max: maxKnown, ttl: knownForMs });

  /** The client of a request with this session or token. */
  of(secret: string | null, address: string): ClientKey {
    const accountId = secret === null ? undefined : this.#accounts.get(hashed(secret));
    return accountId === undefined ? networkClient(address) : accountClient(accountId);
  }

  /** Remembers whose session or token this is; null: nobody's, or of an account that anybody could create. */
  remember(secret: string, accountId: number | null): void {
    if (accountId === null) this.#accounts.delete(hashed(secret));
    else this.#accounts.set(hashed(secret), accountId);
  }
}

const hashed = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
