import { z } from 'zod';
import { pathId } from '#lib/wire/path-id.ts';
import type { TxCtx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { routes } from '#routes.ts';
import { mayHaveNotices } from './policy.ts';

const whole = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number);

const unreadOf = ({ db, site, viewer, clock }: TxCtx) =>
  db
    .updateTable('notice')
    .set({ read_at: clock.now() })
    .where('site', '=', site.code)
    .where('user_id', '=', viewer.userId)
    .where('read_at', 'is', null);

/** Marks one notice as read. For another user's or an unknown notice nothing happens and nothing is revealed. */
const readNotice = action({
  input: z.object({ id: pathId }),
  allow: ({ viewer }) => mayHaveNotices(viewer),
  async run(tx, { id: noticeId }) {
    await unreadOf(tx).where('notice_id', '=', noticeId).execute();
    return {};
  },
});

/** Marks everything on the page as read; what came after it was rendered stays unread. */
const readAllNotices = action({
  input: z.object({ Until: whole.optional() }),
  allow: ({ viewer }) => mayHaveNotices(viewer),
  async run(tx, { Until }) {
    const until = new Date(Until ?? tx.clock.now().getTime());
    await unreadOf(tx).where('noticed_at', '<=', until).execute();
    return {};
  },
  next: () => routes.notices(),
});

const chooseMails = action({
  input: z.object({ Wanted: z.enum(['0', '1'], 'must be 0 or 1') }),
  allow: ({ viewer }) => mayHaveNotices(viewer),
  async run(tx, { Wanted }, { origin }) {
    const own = { site: tx.site.code, user_id: tx.viewer.userId };
    if (Wanted === '1') {
      const asked = { origin, asked_at: tx.clock.now() };
      await tx.db
        .insertInto('notice_mail')
        .values({ ...own, ...asked })
        .onConflict((conflict) => conflict.columns(['site', 'user_id']).doUpdateSet(asked))
        .execute();
    } else {
      await tx.db
        .deleteFrom('notice_mail')
        .where('site', '=', own.site)
        .where('user_id', '=', own.user_id)
        .execute();
    }
    return { Mails: Wanted === '1' };
  },
  next: () => routes.notices('mails'),
});

/** The routes of notices other than pages. */
export const noticeRoutes: RouteTable = {
  'POST /notices/read': readAllNotices,
  'POST /notices/mails': chooseMails,
  'POST /notices/:id/read': readNotice,
};
