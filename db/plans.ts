import { type RawBuilder, sql } from 'kysely';

/**
 * Selected in a transaction, has the statements that follow in it, and the checks of foreign keys, use the plans that the
 * connection has for them. Of a table in partitions PostgreSQL else makes a plan for each check, since the kept one looks
 * dearer than it is: a third of what the rows of a new track cost. For rows found by their keys: a plan that should
 * depend on the values is a wrong one afterwards.
 */
export const keepsPlans = (): RawBuilder<string> =>
  sql<string>`set_config('plan_cache_mode', 'force_generic_plan', true)`;
