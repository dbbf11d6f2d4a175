import type { Services } from '#platform/context.ts';
import type { Counted, LimitName } from '#platform/rate-limits.ts';

type Needs = Pick<Services, 'limits'>;

/** Who is guessing at whom. */
export interface Try {
  /** 'name …' or 'mail …' as typed: a name and an address are counted apart, or the limit would tell that they belong together */
  account: string;
  /** the client's address */
  address: string;
  /** the id under which this browser is known to the account; it has points of its own, which nobody else can use up */
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

/** The limits of a whole day: a right password gives back the one point it took, but not those of wrong ones. */
const slow = ({ account, known }: Try): Counter[] =>
  known
    ? [['login-known-day', { subject: `${account} ${known}` }]]
    : [['login-account-day', { subject: account }]];

/**
 * Counts a try before it is judged, so that many at once cannot slip through; throws a Problem 429. A browser that is
 * known to the account is not subject to the limits that others can use up.
 */
export async function countLoginTry({ limits }: Needs, attempt: Try): Promise<void> {
  if (!attempt.known) await limits.consume('login-address', { address: attempt.address });
  for (const counter of [...quick(attempt), ...slow(attempt)]) await limits.consume(...counter);
}

/** A right password proves good will towards this account, but not towards the others tried from that place. */
export async function forgetLoginTries({ limits }: Needs, attempt: Try): Promise<void> {
  for (const counter of quick(attempt)) await limits.reset(...counter);
  for (const counter of slow(attempt)) await limits.giveBack(...counter);
}

/** After a password was reset by mail: nothing is left of the tries at this account, nor of those from this address. */
export async function forgetAllLoginTries({ limits }: Needs, attempts: readonly Try[]): Promise<void> {
  for (const attempt of attempts) {
    for (const counter of [...quick(attempt), ...slow(attempt)]) await limits.reset(...counter);
  }
}
