import { unreadMessages } from '#features/messages/server/list.ts';
import { openReports } from '#features/moderation/console/server/queue.ts';
import { unreadNotices } from '#features/notices/server/list.ts';
import type { Ctx } from '#platform/context.ts';

/**
 * The viewer's unread notices and messages, and open reports. Zeros if they cannot be read: the header is rendered after the page has its
 * data, so losing the database in between must not fail the page.
 */
export async function waitingFor(ctx: Ctx): Promise<{ notices: number; messages: number; reports: number }> {
  try {
    const [notices, messages, reports] = await Promise.all([
      unreadNotices(ctx),
      unreadMessages(ctx),
      openReports(ctx),
    ]);
    return { notices, messages, reports };
  } catch (err) {
    ctx.log.warn({ err, requestId: ctx.requestId }, 'the counts of the header could not be read');
    return { notices: 0, messages: 0, reports: 0 };
  }
}
