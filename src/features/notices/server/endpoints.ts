import { z } from 'zod';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import { pathId } from '#lib/wire/z.ts';
import type { TxCtx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import { signInFirst } from '#platform/http/problem.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import type { Viewer } from '#platform/viewer.ts';
import { get, post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { choicesOf, DeliveriesForm } from '../forms.ts';
import { type Delivery, groupIds, kindsOf, type NoticeGroup, noticeLabel } from '../kinds.ts';
import { chooseDeliveries } from './actions.ts';
import { latestNotices, ownDeliveries, unreadNotices } from './list.ts';
import { unsubscribe } from './unsubscribe.ts';

/** Users have their own notices and no access to others'. */
const mayHaveNotices = (viewer: Viewer): Verdict =>
  viewer.userId === 0 ? no('Sign in to read your notices.') : yes;

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
  touches: 'edition',
  whileMuted: 'allowed',
  input: z.object({ id: pathId }),
  allow: ({ viewer }) => mayHaveNotices(viewer),
  async run(tx, { id: noticeId }) {
    await unreadOf(tx).where('notice_id', '=', noticeId).execute();
    return { Unread: await unreadNotices(tx) };
  },
});

/** Marks one notice as unread again, unless a newer one about the same is unread. */
const unreadNotice = action({
  touches: 'edition',
  whileMuted: 'allowed',
  input: z.object({ id: pathId }),
  allow: ({ viewer }) => mayHaveNotices(viewer),
  async run(tx, { id: noticeId }) {
    await tx.db
      .updateTable('notice as n')
      .set({ read_at: null })
      .where('n.site', '=', tx.site.code)
      .where('n.user_id', '=', tx.viewer.userId)
      .where('n.notice_id', '=', noticeId)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('notice as newer')
              .where('newer.site', '=', tx.site.code)
              .where('newer.user_id', '=', tx.viewer.userId)
              .where('newer.read_at', 'is', null)
              .whereRef('newer.kind', '=', 'n.kind')
              .whereRef('newer.link', '=', 'n.link')
              .select('newer.notice_id'),
          ),
        ),
      )
      .execute();
    return { Unread: await unreadNotices(tx) };
  },
});

/** Marks everything on the page as read, of one group or all; what came after it was rendered stays unread. */
const readAllNotices = action({
  touches: 'edition',
  whileMuted: 'allowed',
  input: z.object({
    Until: whole.optional(),
    Group: z.enum(groupIds, 'must be a group of notices').optional(),
  }),
  allow: ({ viewer }) => mayHaveNotices(viewer),
  async run(tx, { Until, Group }) {
    const until = new Date(Until ?? tx.clock.now().getTime());
    await unreadOf(tx)
      .where('noticed_at', '<=', until)
      .$if(Group !== undefined, (query) => query.where('kind', 'in', kindsOf(Group ? [Group] : [])))
      .execute();
    return { Unread: await unreadNotices(tx) };
  },
  next: (_, { Group }) => routes.notices(Group ?? null),
});

const saveDeliveries = action({
  touches: 'edition',
  whileMuted: 'allowed',
  input: DeliveriesForm,
  allow: ({ viewer }) => mayHaveNotices(viewer),
  async run(tx, { All, ...chosen }, { origin }) {
    const everywhere = groupIds.flatMap((group) =>
      All !== undefined && choicesOf(group).includes(All) ? [[group, All] as const] : [],
    );
    const own = Object.entries(chosen).filter(([, delivery]) => delivery !== undefined);
    const deliveries = Object.fromEntries(All === undefined ? own : everywhere);
    await chooseDeliveries(tx, deliveries as Partial<Record<NoticeGroup, Delivery>>, origin); // the fields of the form
    return { Deliveries: await ownDeliveries(tx) };
  },
  next: () => routes.noticeSettings('saved'),
  form: routes.noticeSettings(),
});

/** The viewer's newest notices, unread ones first, for the list in the header. */
const latest: Endpoint = {
  async handle(ctx) {
    if (ctx.viewer.accountId === null) throw signInFirst();
    const [notices, unread] = await Promise.all([latestNotices(ctx), unreadNotices(ctx)]);
    return json({
      Unread: unread,
      Until: ctx.clock.now().getTime(),
      Results: notices.map(({ noticeId, kind, text, link, times, at, isUnread }) => ({
        NoticeId: noticeId,
        Label: noticeLabel(kind),
        Text: text,
        Link: link,
        Times: times,
        NoticedAt: at.toISOString(),
        IsUnread: isUnread,
      })),
    });
  },
};

/** The routes of notices other than pages. */
export const noticeRoutes: RouteTable = {
  [get(routes.noticesLatest)]: latest,
  [post(routes.noticesRead)]: readAllNotices,
  [post(routes.noticeSettings)]: saveDeliveries,
  [post(routes.noticesUnsubscribe)]: unsubscribe,
  [post(routes.noticeRead)]: readNotice,
  [post(routes.noticeUnread)]: unreadNotice,
};
