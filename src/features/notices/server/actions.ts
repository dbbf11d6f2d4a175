import { sql } from 'kysely';
import { nextId } from '#db/ids.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { beginsWith } from '#platform/lists/search-text.ts';
import {
  type Delivery,
  groupIds,
  isRequired,
  kindsOf,
  type NoticeGroup,
  type NoticeKind,
  usuallyMailed,
} from '../kinds.ts';
import { sendMails, shortened, writeNotices } from './write-notice.ts';

interface NewNotice {
  /** user ids of this edition; the viewer and unknown ids are ignored */
  readonly to: readonly number[];
  readonly kind: NoticeKind;
  /** one sentence */
  readonly text: string;
  /** a path of this edition, from routes.ts; together with `kind` it identifies the subject */
  readonly link: string;
}

/**
 * Notifies users in the transaction of the event, with one statement, as each of them has chosen for notices of this kind. An
 * unread notice of the same kind and link is renewed rather than duplicated. Mails are sent after the commit.
 */
export async function notify(tx: TxCtx, { to, ...notice }: NewNotice): Promise<void> {
  if (tx.isImport) return;
  const others = [...new Set(to)].filter((userId) => userId !== tx.viewer.userId);
  if (others.length === 0) return;
  const byUserId = tx.viewer.userId;
  const { mails } = await writeNotices(tx, { ...notice, to: others, byUserId, announcementId: null });
  if (mails > 0) await sendMails(tx);
}

/** Marks the viewer's notices of a kind about this subject as read, when the subject itself was opened. */
export async function readNotices(
  { db, site, viewer, clock }: Ctx,
  kind: NoticeKind,
  link: string,
): Promise<void> {
  await db
    .updateTable('notice')
    .set({ read_at: clock.now() })
    .where('site', '=', site.code)
    .where('user_id', '=', viewer.userId)
    .where('kind', '=', kind)
    .where('link', '=', link)
    .where('read_at', 'is', null)
    .execute();
}

interface Announcement extends Omit<NewNotice, 'to'> {
  /** all users of the edition, or those who have one of these users as a favourite */
  readonly audience: 'everyone' | { readonly fansOf: readonly number[] };
  /** who did it; the viewer's by default */
  readonly byUserId?: number;
  /** nothing is written unless this track is public by then */
  readonly trackId?: number;
}

/**
 * Notifies many users: a job writes and mails the notices in chunks after the commit. Users who switched the group of this kind off
 * get none, and neither does the user who did it.
 */
export async function announce(
  tx: TxCtx,
  { audience, trackId, byUserId = tx.viewer.userId, ...notice }: Announcement,
): Promise<void> {
  const site = tx.site.code;
  await tx.db
    .insertInto('announcement')
    .values({
      site,
      announcement_id: nextId('announcement', site),
      kind: notice.kind,
      text: shortened(notice.text),
      link: notice.link,
      by_user_id: byUserId === 0 ? null : byUserId,
      fans_of: audience === 'everyone' ? null : [...audience.fansOf],
      track_id: trackId ?? null,
      announced_at: tx.clock.now(),
      ended_at: null,
    })
    .execute();
  await tx.jobs.add('announce', { site });
}

/** Groups about what leads to a page: answers to reports, achievements and decisions of moderators are about the recipient. */
const aboutPages = kindsOf(
  groupIds.filter((group) => !isRequired(group) && group !== 'reports' && group !== 'achievements'),
);

/** Whether a notice leads to a page, or to a place on it. `page`: a path without a query; or exact links. */
const leadsTo = (page: string | readonly string[], anchor?: string) =>
  typeof page === 'string' ? leadsToPage(page, anchor) : sql<boolean>`link = any(${[...page]}::text[])`;

const leadsToPage = (page: string, anchor: string | undefined) => sql<boolean>`(
  (link = ${page} or ${beginsWith(sql.ref('link'), `${page}?`)} or ${beginsWith(sql.ref('link'), `${page}#`)})
  and (${anchor ?? null}::text is null or right(link, ${anchor?.length ?? 0}::integer) = ${anchor ?? null}::text))`;

/** A single activity, such as a post: notices that count several are about more than it. */
interface Activity {
  readonly byUserId: number;
  readonly at: Date;
}

/** An activity and its notice are written in one transaction, but with separate readings of the clock. */
const oneTransactionMs = 10_000;

interface Gone {
  /** a path without a query; or exact links, as they were written */
  readonly page: string | readonly string[];
  /** only notices that lead to this place on the page */
  readonly anchor?: string;
  /** only notices that begin with this title */
  readonly about?: string;
  /** by default all that lead to pages */
  readonly kinds?: readonly NoticeKind[];
  /** only notices about this activity */
  readonly activity?: Activity;
}

/** Withdraws the notices that lead to something that is gone, so that none shows its title or leads nowhere. */
export async function withdrawGone(
  tx: TxCtx,
  { page, anchor, about, kinds = aboutPages, activity }: Gone,
): Promise<void> {
  const until = activity ? new Date(activity.at.getTime() + oneTransactionMs) : null;
  const isOfActivity = activity
    ? sql`by_user_id = ${activity.byUserId} and times = 1 and noticed_at >= ${activity.at} and noticed_at < ${until}`
    : sql`true`;
  await sql`delete from notice where site = ${sql.lit(tx.site.code)} and ${leadsTo(page, anchor)}
    and kind = any(${[...kinds]}::text[]) and ${isOfActivity}
    and (${about ?? null}::text is null or starts_with(text, ${`“${about}”`}))`.execute(tx.db);
}

/** Replaces a title that a moderator removed in the notices that lead to its page. */
export async function retitleNotices(
  tx: TxCtx,
  page: string | readonly string[],
  before: string,
  after: string,
): Promise<void> {
  if (before === after) return;
  await sql`update notice
    set text = case when text = ${before} then ${after} else replace(text, ${`“${before}”`}, ${`“${after}”`}) end
    where site = ${sql.lit(tx.site.code)} and ${leadsTo(page)} and strpos(text, ${before}) > 0`.execute(
    tx.db,
  );
}

/** Takes back what was announced with this kind and link, written or not: the subject is gone. */
export async function withdraw(tx: TxCtx, { kind, link }: { kind: NoticeKind; link: string }): Promise<void> {
  const site = sql.lit(tx.site.code);
  await sql`
    with gone as (
      update announcement set ended_at = coalesce(ended_at, ${tx.clock.now()}::timestamptz)
      where site = ${site} and link = ${link} and kind = ${kind} returning announcement_id
    )
    delete from notice where site = ${site} and announcement_id in (select announcement_id from gone)`.execute(
    tx.db,
  );
}

/** Emails messages and mentions to a user who has just confirmed an address, unless they have chosen otherwise on this edition. */
export async function mailUsually(tx: TxCtx, accountId: number, origin: string): Promise<void> {
  const site = sql.lit(tx.site.code);
  const own = sql`from profile p where p.site = ${site} and p.account_id = ${accountId}`;
  const now = sql`${tx.clock.now()}::timestamptz`;
  await sql`
    with mail as (
      insert into notice_mail (site, user_id, origin, asked_at) select ${site}, p.user_id, ${origin}, ${now} ${own}
      on conflict do nothing
    )
    insert into notice_setting (site, user_id, notice_group, delivery, chosen_at)
    select p.site, p.user_id, g.name, 'mail', ${now}
    from profile p cross join unnest(${[...usuallyMailed]}::text[]) g (name)
    where p.site = ${site} and p.account_id = ${accountId}
    on conflict do nothing`.execute(tx.db);
}

/** Stores how the viewer wants the notices of some groups. `origin`: where the links of mails lead; null if none is by mail. */
export async function chooseDeliveries(
  tx: TxCtx,
  chosen: Partial<Readonly<Record<NoticeGroup, Delivery>>>,
  origin: string | null,
): Promise<void> {
  const own = { site: tx.site.code, user_id: tx.viewer.userId };
  const chosen_at = tx.clock.now();
  const rows = Object.entries(chosen).map(([notice_group, delivery]) => ({
    ...own,
    notice_group,
    delivery,
    chosen_at,
  }));
  if (rows.length === 0) return;
  await tx.db
    .insertInto('notice_setting')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['site', 'user_id', 'notice_group'])
        .doUpdateSet((eb) => ({ delivery: eb.ref('excluded.delivery'), chosen_at }))
        // a digest contains what was noticed since: saving the same again must not lose any of it
        .whereRef('notice_setting.delivery', '<>', 'excluded.delivery'),
    )
    .execute();
  if (origin === null || !rows.some(({ delivery }) => delivery !== 'off' && delivery !== 'site')) return;
  const requested = { origin, asked_at: chosen_at };
  await tx.db
    .insertInto('notice_mail')
    .values({ ...own, ...requested })
    .onConflict((conflict) => conflict.columns(['site', 'user_id']).doUpdateSet(requested))
    .execute();
}
