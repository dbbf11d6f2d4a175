import { sql } from 'kysely';
import type { SiteScope } from '#db/for-site.ts';

/** Recalculates how many undeleted posts each thread has, and which is the last one. */
export async function recountThreads({ db, site }: SiteScope, threadIds: readonly number[]): Promise<void> {
  await sql`
    update forum_thread h set posts = c.posts, last_post_at = coalesce(l.posted_at, h.created_at),
      last_post_id = coalesce(l.post_id, 0), last_number = coalesce(l.number, 0)
    from (
      select h.thread_id, count(p.post_id) as posts, max(p.number) as number
      from forum_thread h
      left join forum_post p on p.site = h.site and p.thread_id = h.thread_id and p.deleted_at is null
      where h.site = ${site.code} and h.thread_id = any(${[...threadIds]}::integer[])
      group by h.thread_id
    ) c
    left join forum_post l on l.site = ${site.code} and l.thread_id = c.thread_id and l.number = c.number
    where h.site = ${site.code} and h.thread_id = c.thread_id`.execute(db);
}
