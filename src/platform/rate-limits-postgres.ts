import { CompiledQuery, type Kysely } from 'kysely';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '#db/database.ts';
import type { Services } from '#platform/context.ts';
import { hashedKey } from './hashed-key.ts';
import { networkOf } from './http/network.ts';
import { Problem } from './http/problem.ts';
import { type Counted, type LimitName, limits, type RateLimits } from './rate-limits.ts';

/** The hash under which a client is counted, with a key that rotates. */
export const hashOfCounted = (secrets: Services['secrets'], { subject = '', address }: Counted): string =>
  hashedKey({ secrets }, `${address === undefined ? '' : networkOf(address)}\n${subject}`);

/**
 * Limits in table rate_limit, shared by any number of processes. The table contains no addresses or names: all keys are hashed
 * here with a rotating key.
 */
export function postgresRateLimits(db: Kysely<Database>, secrets: Services['secrets']): RateLimits {
  const keyOf = (counted: Counted) => hashOfCounted(secrets, counted);
  const storeClient = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: rows.length };
    },
  };
  const limiter = (name: LimitName) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: false, // the hourly sweep does it
      keyPrefix: name,
      points: limits[name].points,
      duration: limits[name].seconds,
    });
  const limiters = new Map<LimitName, RateLimiterPostgres>();
  const named = (name: LimitName) => {
    const found = limiters.get(name) ?? limiter(name);
    limiters.set(name, found);
    return found;
  };
  return {
    async consume(limit, counted, points = 1) {
      try {
        const { remainingPoints, msBeforeNext } = await named(limit).consume(keyOf(counted), points);
        return { left: remainingPoints, resetSeconds: Math.ceil(msBeforeNext / 1000) };
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw tooMany(refusal.msBeforeNext);
      }
    },
    async isUsedUp(limit, counted) {
      const used = await named(limit).get(keyOf(counted));
      return used !== null && used.remainingPoints <= 0;
    },
    async giveBack(limit, counted) {
      await named(limit).reward(keyOf(counted), 1);
    },
    async reset(limit, counted) {
      await named(limit).delete(keyOf(counted));
    },
    within: (transaction) => postgresRateLimits(transaction, secrets),
  };
}

/** The Problem 429 of an exhausted limit, with the waiting time. */
function tooMany(waitMs: number): Problem {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new Problem(429, `Too many tries. Wait ${wait} and try again.`, { retryAfterSeconds: seconds });
}

/** Deletes expired limits from the table. */
export async function sweepRateLimits({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('rate_limit').where('expire', '<', clock.now().getTime()).execute();
}
