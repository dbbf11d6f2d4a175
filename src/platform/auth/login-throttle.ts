import type { Services } from '#platform/context.ts';
import type { Counted, LimitName } from '#platform/rate-limits.ts';

type Needs = Pick<Services, 'limits'>;

/** The sender and the target of a sign-in attempt. */
export interface Try {
  /** 'name …' or 'mail …' as typed; counted separately, otherwise the limit would reveal that they belong together */
  account: string;
  /** the client's address */
  address: string;
  /** the id under which this browser is known to the account; it has its own points, which others cannot use up */
  known?: string | null;
}

type Counter = readonly [limit: LimitName, counted: Counted];

const quick = ({ account, address, known }: Try): Counter[] =>
  known
    ? [['login-known', { subject: `${account} ${known}` }]]
    : [
        ['login-pair', { address, subject: account }],
        ['login-account', { subject: account }],
      ];

/** Daily limits: a correct password gives back the one point it took, but not those of wrong ones. */
const slow = ({ account, known }: Try): Counter[] =>
  known
    ? [['login-known-day', { subject: `${account} ${known}` }]]
    : [['login-account-day', { subject: account }]];

/**
 * Counts an attempt before it is checked, so that concurrent attempts cannot exceed the limit; throws a Problem 429. A browser
 * known to the account is not subject to the limits that others can use up.
 */
export async function countLoginTry({ limits }: Needs, attempt: Try): Promise<void> {
  if (!attempt.known) await limits.consume('login-address', { address: attempt.address });
  for (const counter of [...quick(attempt), ...slow(attempt)]) await limits.consume(...counter);
}

/** A correct password resets the limits of this account, but not of others tried from the same address. */
export async function forgetLoginTries({ limits }: Needs, attempt: Try): Promise<void> {
  for (const counter of quick(attempt)) await limits.reset(...counter);
  for (const counter of slow(attempt)) await limits.giveBack(...counter);
}

/** Called after a password reset by mail: resets all limits of this account and address. */
export async function forgetAllLoginTries({ limits }: Needs, attempts: readonly Try[]): Promise<void> {
  for (const attempt of attempts) {
    for (const counter of [...quick(attempt), ...slow(attempt)]) await limits.reset(...counter);
  }
}
