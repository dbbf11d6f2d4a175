import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { type Walk, type WalkedPage, walkPage } from '#platform/lists/walk.ts';

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
const mostCounted = 100;

/** The number of the viewer's unread notices, at most 100. */
export async function unreadNotices(ctx: Ctx): Promise<number> {
  if (ctx.viewer.userId === 0) return 0;
  const unread = forSite(ctx, 'notice')
    .where('notice.user_id', '=', ctx.viewer.userId)
    .where('notice.read_at', 'is', null)
    .select('notice.notice_id')
    .limit(mostCounted);
  const row = await ctx.db
    .selectFrom(unread.as('unread'))
    .select((eb) => eb.fn.countAll<number>().as('notices'))
    .executeTakeFirstOrThrow();
  return Number(row.notices);
}

/** A page of the viewer's own notices, unread ones first. */
export function ownNotices(ctx: Ctx, walk: Walk): Promise<WalkedPage<Notice>> {
  const keyOf = ({ isUnread, at, noticeId }: Notice) => [isUnread ? 1 : 0, at.getTime(), noticeId];
  return walkPage(walk, perPage, {}, keyOf, async ({ behind, reversed, limit }) => {
    const direction = reversed ? 'asc' : 'desc';
    let query = forSite(ctx, 'notice')
      .where('notice.user_id', '=', ctx.viewer.userId)
      .select(['notice_id', 'kind', 'text', 'link', 'times', 'noticed_at', 'read_at'])
      .orderBy(sql`read_at is null`, direction)
      .orderBy('noticed_at', direction)
      .orderBy('notice_id', direction)
      .limit(limit);
    if (behind) {
      const [unread = 0, at = 0, noticeId = 0] = behind;
      const key = sql`(${unread === 1}::boolean, ${new Date(at)}::timestamptz, ${noticeId}::bigint)`;
      query = query.where(
        sql<boolean>`((read_at is null), noticed_at, notice_id) ${sql.raw(reversed ? '>' : '<')} ${key}`,
      );
    }
    return (await query.execute()).map((row) => ({
      noticeId: row.notice_id,
      kind: row.kind,
      text: row.text,
      link: row.link,
      times: row.times,
      at: row.noticed_at,
      isUnread: row.read_at === null,
    }));
  });
}

/** Whether the viewer also gets notices by mail. */
export async function wantsMails(ctx: Ctx): Promise<boolean> {
  const row = await forSite(ctx, 'notice_mail')
    .where('notice_mail.user_id', '=', ctx.viewer.userId)
    .select('notice_mail.user_id')
    .executeTakeFirst();
  return row !== undefined;
}
