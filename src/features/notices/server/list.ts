import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { type Walk, type WalkedPage, walkPage } from '#platform/lists/walk.ts';
import { type Delivery, groupIds, kindsOf, type NoticeGroup, usualDelivery } from '../kinds.ts';
import { unblocked } from './unblocked.ts';

export interface Notice {
  readonly noticeId: number;
  readonly kind: string;
  readonly text: string;
  readonly link: string;
  readonly times: number;
  readonly at: Date;
  readonly isUnread: boolean;
}

const perPage = 40;
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

/** A page of the viewer's own notices, all or of one group, unread ones first. */
export function ownNotices(
  ctx: Ctx,
  walk: Walk,
  group: NoticeGroup | null = null,
): Promise<WalkedPage<Notice>> {
  const keyOf = ({ isUnread, at, noticeId }: Notice) => [isUnread ? 1 : 0, at.getTime(), noticeId];
  return walkPage(walk, perPage, group ? { group } : {}, keyOf, async ({ behind, reversed, limit }) => {
    let query = rows(ctx, reversed ? 'asc' : 'desc').limit(limit);
    if (group) query = query.where('notice.kind', 'in', kindsOf([group]));
    if (behind) {
      const [unread = 0, at = 0, noticeId = 0] = behind;
      const key = sql`(${unread === 1}::boolean, ${new Date(at)}::timestamptz, ${noticeId}::bigint)`;
      query = query.where(
        sql<boolean>`((read_at is null), noticed_at, notice_id) ${sql.raw(reversed ? '>' : '<')} ${key}`,
      );
    }
    return (await query.execute()).map(noticeOf);
  });
}

/** The first notices of that page, for the list in the header. */
export const latestNotices = async (ctx: Ctx): Promise<Notice[]> =>
  (await rows(ctx, 'desc').limit(latest).execute()).map(noticeOf);

const rows = (ctx: Ctx, direction: 'asc' | 'desc') =>
  ownVisible(ctx)
    .select(['notice_id', 'kind', 'text', 'link', 'times', 'noticed_at', 'read_at'])
    .orderBy(sql`read_at is null`, direction)
    .orderBy('noticed_at', direction)
    .orderBy('notice_id', direction);

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
