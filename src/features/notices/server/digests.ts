import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { nextId } from '#db/ids.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { lastDigestTime, type Period } from '../digest-time.ts';
import { groupIds, kindsOf } from '../kinds.ts';

/** Users whose digests are prepared in one transaction. */
const usersAtOnce = 500;
/** After a longer outage, or a late confirmation of an address, older notices are on the site only. */
const oldestDays = 31;

/**
 * Puts the digests that are due into the outbox: for each user one mail with the unread notices of the period that no other mail
 * contains. May run at any time and any number of times: the end of the period depends on the clock only, and a notice is given
 * its mail in the transaction that adds the mail. Returns the number of mails.
 */
export async function prepareDigests(ctx: Ctx, period: Period): Promise<number> {
  let mails = 0;
  for (let after = 0; ; ) {
    const userIds = await nextUsers(ctx, period, after);
    if (userIds.length > 0) mails += await putDigests(ctx, period, userIds);
    if (userIds.length < usersAtOnce) return mails;
    after = userIds.at(-1) ?? after;
  }
}

async function nextUsers(ctx: Ctx, period: Period, after: number): Promise<number[]> {
  const rows = await forSite(ctx, 'notice_setting')
    .where('notice_setting.delivery', '=', period)
    .where('notice_setting.user_id', '>', after)
    .orderBy('notice_setting.user_id')
    .limit(usersAtOnce)
    .select('notice_setting.user_id')
    .distinct()
    .execute();
  return rows.map(({ user_id }) => user_id);
}

const kinds = groupIds.flatMap((group) => kindsOf([group]).map((kind) => [kind, group] as const));

function putDigests(ctx: Ctx, period: Period, userIds: readonly number[]): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const site = sql.lit(tx.site.code);
    const until = lastDigestTime(period, tx.clock.now());
    const now = sql`${tx.clock.now()}::timestamptz`;
    const { rows } = await sql<{ mails: number }>`
      with kinds as (
        select * from unnest(${kinds.map(([kind]) => kind)}::text[], ${kinds.map(([, group]) => group)}::text[]) as k (kind, grp)
      ), wanted as (
        select n.notice_id, n.user_id from notice n
        join kinds k on k.kind = n.kind
        join notice_setting s on s.site = ${site} and s.user_id = n.user_id and s.notice_group = k.grp
        where n.site = ${site} and n.user_id = any(${[...userIds]}::integer[]) and s.delivery = ${period}
          and n.read_at is null and n.hidden_at is null and n.mail_id is null
          and n.noticed_at > s.chosen_at and n.noticed_at > ${daysBefore(until, oldestDays)} and n.noticed_at <= ${until}
          and exists (select from notice_mail m where m.site = ${site} and m.user_id = n.user_id)
        order by n.notice_id for update of n
      ), mail as (
        insert into notice_outbox (site, mail_id, user_id, delivery, due_at, changed_at)
        select ${site}, ${nextId('mail', tx.site.code)}, w.user_id, ${period}, ${now}, ${now}
        from (select distinct user_id from wanted) w
        returning mail_id, user_id
      ), claimed as (
        update notice n set mail_id = mail.mail_id from wanted w join mail on mail.user_id = w.user_id
        where n.site = ${site} and n.notice_id = w.notice_id
      )
      select count(*)::integer as mails from mail`.execute(tx.db);
    return rows[0]?.mails ?? 0;
  });
}
