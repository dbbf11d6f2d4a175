/** Limits shared by all processes (kept in Postgres). */
export interface RateLimits {
  /** Takes one point of `key`; throws a Problem 429 with a retry time when none is left. */
  consume(limit: LimitName, key: string): Promise<void>;
  /** Gives all points of `key` back, after a success that proves good will. */
  reset(limit: LimitName, key: string): Promise<void>;
}

/** Points within a window of seconds. */
export const limits = {
  'login-account': { points: 10, seconds: 900 },
  'login-address': { points: 50, seconds: 900 },
  register: { points: 20, seconds: 3600 },
  mail: { points: 5, seconds: 3600 },
  upload: { points: 600, seconds: 3600 },
  write: { points: 300, seconds: 300 },
} as const;

export type LimitName = keyof typeof limits;
