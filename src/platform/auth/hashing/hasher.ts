import { hash, type Options, verify } from '@node-rs/argon2';
import type { LaneSender } from '#platform/lanes/fair-lane.ts';

/** argon2id with the parameters OWASP recommends for one lane: 19 MiB, two passes. About 55 ms on one of the measured cores. */
export const hashCost = {
  algorithm: 2 /* argon2id */,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const;

/** Hashes passwords. Rejects with a Problem 503 if too many wait. */
export interface PasswordHasher {
  hash(sender: LaneSender, password: string): Promise<string>;
  verify(sender: LaneSender, stored: string, password: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Hashes at this cost with the threads that files are read with, and without a queue. Any cost is verified: a hash names its own. */
export const hasherAt = (cost: Options): PasswordHasher => ({
  hash: (_, password) => hash(password, cost),
  verify: (_, stored, password) => verify(stored, password),
  close: async () => {},
});

/** For commands. The server uses HashPool. */
export const directHasher = hasherAt(hashCost);
