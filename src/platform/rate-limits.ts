import type { Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import { daySeconds, hourSeconds } from '#lib/codes/durations.ts';
import type { Quota } from './http/quota.ts';

/**
 * Whose points are counted. An address counts as its network (an IPv4 address, or the /64 of an IPv6 address), so that using
 * more addresses of one line gives no more points. Stored only as a hash.
 */
export type Counted =
  | { readonly address: string; readonly subject?: string }
  | { readonly subject: string; readonly address?: never };

/** Limits shared by all processes (stored in PostgreSQL). */
export interface RateLimits {
  /** Takes points of `counted`, one by default; throws a Problem 429 with the waiting time if too few are left. Returns what is left. */
  consume(limit: LimitName, counted: Counted, points?: number): Promise<Quota>;
  /** Whether no point of `counted` is left. */
  isUsedUp(limit: LimitName, counted: Counted): Promise<boolean>;
  /** Gives back all points of `counted`, after a success that proves good faith. */
  reset(limit: LimitName, counted: Counted): Promise<void>;
  /** Gives back the one point that a success took. */
  giveBack(limit: LimitName, counted: Counted): Promise<void>;
  /**
   * The same limits on the connection of a transaction, which a rollback also rolls back. A transaction that waited for a second
   * connection would stop every other one as soon as each connection is held by such a transaction.
   */
  within(db: Kysely<Database>): RateLimits;
}

/** Limits nothing: for the demo and for what is rolled back. */
export const noLimits: RateLimits = {
  consume: async (limit) => ({ left: limits[limit].points, resetSeconds: 0 }),
  isUsedUp: async () => false,
  reset: async () => {},
  giveBack: async () => {},
  within: () => noLimits,
};

/** Points within a window of seconds. */
export const limits = {
  // one user in one place guessing one password
  'login-pair': { points: 10, seconds: 900 },
  // one password guessed from many places, by browsers that never signed in to the account
  'login-account': { points: 50, seconds: 900 },
  // the same over a day: 200 by name and 200 by address make at most 146,000 guesses a year at one account
  'login-account-day': { points: 200, seconds: daySeconds },
  // a browser that has signed in to the account before has separate points, so that others cannot lock its user out
  'login-known': { points: 10, seconds: 900 },
  'login-known-day': { points: 50, seconds: daySeconds },
  // one place trying many names; a school or a LAN shares one address
  'login-address': { points: 200, seconds: 900 },
  // codes tried as a second step, by senders who know the password
  'factor-quarter': { points: 10, seconds: 900 },
  'factor-day': { points: 50, seconds: daySeconds },
  // a code that carries a sign-in to another edition works once; the window is longer than its life
  crossing: { points: 1, seconds: 120 },
  register: { points: 60, seconds: hourSeconds },
  // mails of all kinds to one mailbox that anyone can trigger
  mail: { points: 5, seconds: hourSeconds },
  'mail-day': { points: 20, seconds: daySeconds },
  // new passwords requested by name, which everyone knows: far fewer than a mailbox takes, so that its owner can still request one
  'reset-name': { points: 3, seconds: daySeconds },
  // mails to one mailbox about its own account; separate, so that an attacker cannot use them up first
  'mail-notice': { points: 60, seconds: hourSeconds },
  // mails to one mailbox that a mail server refused for good; then it gets none until the count ends
  'mail-bounce': { points: 3, seconds: 30 * daySeconds },
  // links that stop mails; the providers of many users send them from few addresses
  unsubscribe: { points: 3000, seconds: hourSeconds },
  // requests for mails from one place
  'mail-address': { points: 30, seconds: hourSeconds },
  // files read; hundreds of them are one folder
  upload: { points: 2000, seconds: hourSeconds },
  // forms with files, and forms that publish them
  'upload-form': { points: 3000, seconds: hourSeconds },
  // KiB of forms with files: 4 GiB, a thousand large pictures
  'upload-kib': { points: 4 * 1024 * 1024, seconds: hourSeconds },
  // each is re-encoded, which takes most of a second
  picture: { points: 1200, seconds: hourSeconds },
  // pictures of other hosts in the texts of one account; more are fetched at night
  'remote-picture': { points: 100, seconds: daySeconds },
  // new trackpacks of one account
  pack: { points: 30, seconds: hourSeconds },
  // new videos of one account; the last is for accounts of less than a week
  video: { points: 20, seconds: hourSeconds },
  'video-day': { points: 50, seconds: daySeconds },
  'video-day-new': { points: 5, seconds: daySeconds },
  // videos described for one account: each is a request to the video site
  'video-lookup': { points: 60, seconds: hourSeconds },
  // online records sent by one account, however many tokens it has: a busy server with 200 players sends a few hundred in an hour
  'online-record': { points: 10_000, seconds: hourSeconds },
  // codes to claim a login, for one account
  'login-claim': { points: 10, seconds: daySeconds },
  // codes to claim copied profiles, and looks at the other site for them, for one account
  'user-claim': { points: 10, seconds: daySeconds },
  'user-claim-check': { points: 20, seconds: hourSeconds },
  // zips requested by one user or visitor: a client that loads parts sends a request for each
  zip: { points: 120, seconds: 900 },
  // the tracks and replays in them
  'zip-file': { points: 200_000, seconds: hourSeconds },
  // evidence sheets for which files are measured: each reads up to 41
  evidence: { points: 120, seconds: hourSeconds },
  // exports of one account's own data, each of which reads everything
  export: { points: 3, seconds: daySeconds },
  // deliveries of the webhooks of one account; the next ones wait
  webhook: { points: 60, seconds: 60 },
  // tests of the webhooks of one account
  'webhook-test': { points: 20, seconds: hourSeconds },
  // requests with the tokens of one account
  token: { points: 300, seconds: 300 },
  // requests with tokens from one place; servers and bots of many users may share one
  'token-address': { points: 3000, seconds: 300 },
  // decisions to let an application use an account, and those made in one place
  'application-allow': { points: 30, seconds: hourSeconds },
  'application-allow-network': { points: 300, seconds: hourSeconds },
  // codes exchanged and tokens revoked from one place, which may be the server of a site with many users
  'application-requests': { points: 1000, seconds: hourSeconds },
  write: { points: 300, seconds: 300 },
} as const;

export type LimitName = keyof typeof limits;
