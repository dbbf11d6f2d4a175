import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { Level } from '#lib/codes/level.ts';
import type { Ctx } from '#platform/context.ts';
import {
  numberKey,
  rowsBehind,
  timeKey,
  type WalkedList,
  type WalkedPage,
  walkPage,
} from '#platform/lists/walk.ts';
import {
  type Delivery,
  groupIds,
  kindsOf,
  type NoticeGroup,
  usualDelivery,
  usuallyMailed,
} from '../kinds.ts';

/** The condition on `notice` that leaves out acts of closed accounts, and of users whom the recipient has blocked. */
export const unblocked = ({
  site,
}: Pick<Ctx, 'site'>) => sql<boolean>`(notice.hidden_at is null and not exists (
  select from user_block b where b.site = ${sql.lit(site.code)} and b.user_id = notice.user_id
    and b.blocked_id = notice.by_user_id))`;

export interface Notice {
  readonly noticeId: number;
  readonly kind: string;
  readonly text: string;
  readonly link: string;
  readonly times: number;
  readonly at: Date;
  readonly isUnread: boolean;
}

/** more are shown as `99+` */
const maxCounted = 100;
/** in the list of the header */
const latest = 8;

const ownVisible = (ctx: Ctx) =>
  forSite(ctx, 'notice').where('notice.user_id', '=', ctx.viewer.userId).where(unblocked(ctx));

/** The number of the viewer's unread notices, at most 100. */
export async function unreadNotices(ctx: Ctx): Promise<number> {
  if (ctx.viewer.userId === 0) return 0;
  const unread = ownVisible(ctx)
    .where('notice.read_at', 'is', null)
    .select('notice.notice_id')
    .limit(maxCounted);
  const row = await ctx.db
    .selectFrom(unread.as('unread'))
    .select((eb) => eb.fn.countAll<number>().as('notices'))
    .executeTakeFirstOrThrow();
  return Number(row.notices);
}

/** Whether the viewer should be asked about emails: they can get them, and have chosen nothing about messages and mentions. */
export async function isToBeAsked(ctx: Ctx): Promise<boolean> {
  if (!ctx.mail.delivers || ctx.viewer.level < Level.standard) return false;
  const chosen = await forSite(ctx, 'notice_setting')
    .where('notice_setting.user_id', '=', ctx.viewer.userId)
    .where('notice_setting.notice_group', 'in', usuallyMailed)
    .select('notice_setting.notice_group')
    .limit(1)
    .executeTakeFirst();
  return chosen === undefined;
}

const unreadFirst: WalkedList<Notice> = {
  pageSize: 40,
  direction: 'desc',
  keys: [
    {
      of: ({ isUnread }) => (isUnread ? 1 : 0),
      column: sql`(read_at is null)`,
      value: (number) => sql`${number === 1}::boolean`,
    },
    timeKey('noticed_at', ({ at }) => at),
    numberKey('notice_id', ({ noticeId }) => noticeId),
  ],
};

/** A page of the viewer's own notices, all or of one group, unread ones first. */
export function ownNotices(
  ctx: Ctx,
  address: URLSearchParams,
  group: NoticeGroup | null = null,
): Promise<WalkedPage<Notice>> {
  return walkPage(unreadFirst, address, group ? { group } : {}, async (reading) => {
    const query = group ? rows(ctx).where('notice.kind', 'in', kindsOf([group])) : rows(ctx);
    return (await rowsBehind(query, reading).execute()).map(noticeOf);
  });
}

/** The first notices of that page, for the list in the header. */
export const latestNotices = async (ctx: Ctx): Promise<Notice[]> => {
  const newest = rows(ctx).orderBy(sql`read_at is null`, 'desc').orderBy('noticed_at', 'desc');
  return (await newest.orderBy('notice_id', 'desc').limit(latest).execute()).map(noticeOf);
};

const rows = (ctx: Ctx) =>
  ownVisible(ctx).select(['notice_id', 'kind', 'text', 'link', 'times', 'noticed_at', 'read_at']);

const noticeOf = (row: Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]): Notice => ({
  noticeId: row.notice_id,
  kind: row.kind,
  text: row.text,
  link: row.link,
  times: row.times,
  at: row.noticed_at,
  isUnread: row.read_at === null,
});

/** How the viewer gets the notices of each group. */
export async function ownDeliveries(ctx: Ctx): Promise<Readonly<Record<NoticeGroup, Delivery>>> {
  const chosen = await forSite(ctx, 'notice_setting')
    .where('notice_setting.user_id', '=', ctx.viewer.userId)
    .select(['notice_group', 'delivery'])
    .execute();
  const byGroup = new Map(chosen.map((row) => [row.notice_group, row.delivery as Delivery])); // a check of the table
  const deliveries = groupIds.map((group) => [group, byGroup.get(group) ?? usualDelivery(group)]);
  return Object.fromEntries(deliveries) as Record<NoticeGroup, Delivery>; // one for each group
}
