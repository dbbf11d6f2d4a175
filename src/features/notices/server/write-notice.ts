import { sql } from 'kysely';
import { nextId } from '#db/ids.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { groupOf, isRequired, maxNoticeLength, type NoticeKind, usualDelivery } from '../kinds.ts';

interface WrittenNotice {
  /** user ids of this edition; unknown ids are ignored */
  readonly to: readonly number[];
  readonly kind: NoticeKind;
  readonly text: string;
  readonly link: string;
  /** whose act it is about; 0: nobody's */
  readonly byUserId: number;
  readonly announcementId: number | null;
}

/**
 * Writes one notice to several users, with one statement, except to those who switched its group off or blocked the user whose act
 * it is about. An unread notice of the same kind and link is renewed rather than duplicated. Users who chose an immediate mail get a
 * row in the outbox: one for each notice, however often it is renewed. Returns how many notices were written, and mails added.
 *
 * Decisions of moderators are nobody's act: they can be neither switched off nor blocked, and stay when a moderator leaves.
 */
export async function writeNotices(
  tx: TxCtx,
  notice: WrittenNotice,
): Promise<{ notices: number; mails: number }> {
  const { kind, link, announcementId } = notice;
  const group = groupOf(kind);
  const by = isRequired(group) || notice.byUserId === 0 ? null : notice.byUserId;
  const site = sql.lit(tx.site.code);
  const now = sql`${tx.clock.now()}::timestamptz`;
  const delivery = sql`coalesce(s.delivery, ${usualDelivery(group)})`;
  const { rows } = await sql<{ notices: number; mails: number }>`
    with put as (
      insert into notice (site, notice_id, user_id, kind, text, link, noticed_at, by_user_id, announcement_id, mail_id)
      select ${site}, ${nextId('notice', tx.site.code)}, p.user_id, ${kind}, ${shortened(notice.text)}, ${link}, ${now},
        ${by}::integer, ${announcementId}::integer,
        case when m.user_id is not null and ${delivery} = 'mail' then ${nextId('mail', tx.site.code)} end
      from profile p
      left join notice_setting s on s.site = ${site} and s.user_id = p.user_id and s.notice_group = ${group}
      left join notice_mail m on m.site = ${site} and m.user_id = p.user_id
      where p.site = ${site} and p.user_id = any(${[...notice.to]}::integer[]) and p.closed_at is null
        and ${delivery} <> 'off'
        and not exists (select from user_block b
          where b.site = ${site} and b.user_id = p.user_id and b.blocked_id = ${by}::integer)
      order by p.user_id
      on conflict (site, user_id, kind, link) where read_at is null do update set
        text = excluded.text, noticed_at = excluded.noticed_at, by_user_id = excluded.by_user_id, hidden_at = null,
        times = case when notice.hidden_at is null then notice.times + 1 else 1 end,
        mail_id = coalesce(notice.mail_id, excluded.mail_id)
      returning notice.user_id, notice.mail_id
    ), mailed as (
      insert into notice_outbox (site, mail_id, user_id, delivery, due_at, changed_at)
      select ${site}, put.mail_id, put.user_id, 'mail', ${now}, ${now} from put where put.mail_id is not null
      on conflict do nothing returning mail_id
    )
    select (select count(*) from put)::integer as notices, (select count(*) from mailed)::integer as mails`.execute(
    tx.db,
  );
  return rows[0] ?? { notices: 0, mails: 0 };
}

/** The job that sends what is in the outbox of the edition. */
export const sendMails = ({ jobs, site }: Pick<Ctx, 'jobs' | 'site'>) =>
  jobs.add('mail-notices', { site: site.code });

export const shortened = (text: string) =>
  text.length <= maxNoticeLength ? text : `${text.slice(0, maxNoticeLength - 1)}…`;
