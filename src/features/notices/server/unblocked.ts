import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';

/** The condition on `notice` that leaves out acts of closed accounts, and of users whom the recipient has blocked. */
export const unblocked = ({
  site,
}: Pick<Ctx, 'site'>) => sql<boolean>`(notice.hidden_at is null and not exists (
  select from user_block b where b.site = ${sql.lit(site.code)} and b.user_id = notice.user_id
    and b.blocked_id = notice.by_user_id))`;
