/** Limits shared by all processes (kept in Postgres). */
export interface RateLimits {
  /** Takes one point of `key`; throws a Problem 429 with a retry time when none is left. */
  consume(limit: LimitName, key: string): Promise<void>;
  /** Gives all points of `key` back, after a success that proves good will. */
  reset(limit: LimitName, key: string): Promise<void>;
}

/** Points within a window of seconds. */
export const limits = {
  // one person at one place guessing one password
  'login-pair': { points: 10, seconds: 900 },
  // one password guessed from many places; higher than the pair, so that a stranger cannot lock the owner out by ten tries
  'login-account': { points: 50, seconds: 900 },
  // one place trying many names; a school or a LAN shares one address
  'login-address': { points: 200, seconds: 900 },
  register: { points: 60, seconds: 3600 },
  // mails to one account or address
  mail: { points: 5, seconds: 3600 },
  // mails asked for from one place
  'mail-address': { points: 30, seconds: 3600 },
  // files read; a folder of hundreds is one person's evening
  upload: { points: 2000, seconds: 3600 },
  // forms that bring them, or publish what was read
  'upload-form': { points: 3000, seconds: 3600 },
  // each is drawn anew, which costs most of a second
  picture: { points: 1200, seconds: 3600 },
  write: { points: 300, seconds: 300 },
} as const;

export type LimitName = keyof typeof limits;
