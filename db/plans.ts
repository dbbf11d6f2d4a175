import { type RawBuilder, sql } from 'kysely';

/**
 * Selected in a transaction, makes its later statements and foreign-key checks use the cached plans of the connection.
 * Otherwise PostgreSQL re-plans each check on a partitioned table, because it overestimates the cost of the cached plan: a third
 * of the time for inserting a new track. Only for rows found by their keys: a plan that should depend on values would be
 * wrong.
 */
export const keepsPlans = (): RawBuilder<string> =>
  sql<string>`set_config('plan_cache_mode', 'force_generic_plan', true)`;
