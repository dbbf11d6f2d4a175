import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { fullName } from '#platform/switches/site-name.ts';
import { routes } from '#routes/routes.ts';
import { groupIds, groupOf, isNoticeKind, type NoticeGroup, noticeLabel, usualDelivery } from '../kinds.ts';
import { digestLetter, maxDigestNotices, noticeLetter } from '../mails.ts';
import { unblocked } from './list.ts';
import { type UnsubscribeScope, unsubscribeToken } from './unsubscribe-token.ts';

interface OutboxRow {
  readonly mail_id: number;
  readonly user_id: number;
  readonly delivery: string;
}

/**
 * The mail of a row of the outbox, as things are now; null if nothing is left to report, the user has switched it off, or the address is
 * not confirmed.
 */
export async function mailOf(ctx: Ctx, row: OutboxRow): Promise<Mail | null> {
  const to = await recipient(ctx, row.user_id);
  if (!to || (to.email_confirmed_at === null && ctx.mail.delivers)) return null;
  const wanted = await wantedGroups(ctx, row);
  const notices = (await noticesIn(ctx, row.mail_id)).filter(
    ({ kind }) => isNoticeKind(kind) && wanted.has(groupOf(kind)),
  );
  const [first] = notices;
  if (!first || !isNoticeKind(first.kind)) return null;
  const scope = row.delivery === 'mail' ? groupOf(first.kind) : row.delivery;
  const address = (path: string) => new URL(path, to.origin).href;
  const stopping = (what: UnsubscribeScope) =>
    address(routes.noticesUnsubscribe(unsubscribeToken(ctx, row.user_id, what)));
  const links = {
    stop: stopping(scope as UnsubscribeScope), // a group or a digest
    stopAll: stopping('all'),
    settings: address(routes.noticeSettings()),
  };
  const whom = { name: to.name, edition: fullName(ctx) };
  const shown = notices.map(({ kind, text, link }) => ({
    label: noticeLabel(kind),
    text,
    link: address(link),
  }));
  const letter =
    row.delivery === 'mail'
      ? noticeLetter({
          ...whom,
          notice: shown[0] ?? { label: '', text: '', link: '' },
          group: groupOf(first.kind),
          links,
        })
      : digestLetter({
          ...whom,
          delivery: row.delivery === 'weekly' ? 'weekly' : 'daily',
          notices: shown,
          links,
        });
  return {
    to: to.email,
    ...letter,
    messageId: `<notices-${row.mail_id}.${ctx.site.code}@${new URL(to.origin).hostname}>`,
    unsubscribeLink: links.stop,
  };
}

const recipient = (ctx: Ctx, userId: number) =>
  forSite(ctx, 'profile')
    .innerJoin('notice_mail as mail', (join) =>
      join.onRef('mail.site', '=', 'profile.site').onRef('mail.user_id', '=', 'profile.user_id'),
    )
    .innerJoin('account', 'account.account_id', 'profile.account_id')
    .where('profile.user_id', '=', userId)
    .where('profile.closed_at', 'is', null)
    .select(['mail.origin', 'account.name', 'account.email', 'account.email_confirmed_at'])
    .executeTakeFirst();

async function wantedGroups(ctx: Ctx, { user_id, delivery }: OutboxRow): Promise<ReadonlySet<NoticeGroup>> {
  const rows = await forSite(ctx, 'notice_setting')
    .where('notice_setting.user_id', '=', user_id)
    .select(['notice_group', 'delivery'])
    .execute();
  const chosen = new Map(rows.map((row) => [row.notice_group, row.delivery]));
  return new Set(groupIds.filter((group) => (chosen.get(group) ?? usualDelivery(group)) === delivery));
}

/** The unread notices of a mail, newest first; one more than a digest lists. */
const noticesIn = (ctx: Ctx, mailId: number) =>
  forSite(ctx, 'notice')
    .where('notice.mail_id', '=', mailId)
    .where('notice.read_at', 'is', null)
    .where(unblocked(ctx))
    .orderBy('notice.noticed_at', 'desc')
    .orderBy('notice.notice_id', 'desc')
    .limit(sql.lit(maxDigestNotices + 1))
    .select(['notice.kind', 'notice.text', 'notice.link'])
    .execute();
