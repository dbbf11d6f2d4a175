import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { personFields } from '#features/users/list/server/list.ts';
import { flag, instant, whole, words } from '#platform/lists/field-kinds.ts';
import { one } from '#platform/lists/fields.ts';
import { filter, flagFilter, idFilter, idsFilter, since, until } from '#platform/lists/filters.ts';
import { defineList } from '#platform/lists/list.ts';
import { orderOfCreation } from '#platform/lists/orders.ts';
import { text } from '#platform/lists/params.ts';
import { slots } from '#platform/lists/slots.ts';
import { defaultNewsFields, type NewsRow } from '../fields.ts';

const fromNews = (db: Kysely<Database>) => db.selectFrom('news as n').where('n.site', '=', slots.site);

type NewsDB =
  ReturnType<typeof fromNews> extends SelectQueryBuilder<infer DB, infer _TB, infer _O> ? DB : never;
type NewsEB = ExpressionBuilder<NewsDB, 'n'>;

const isDismissed = (eb: NewsEB) =>
  eb.exists(
    eb
      .selectFrom('news_dismissal as d')
      .where('d.site', '=', slots.site)
      .whereRef('d.news_id', '=', 'n.news_id')
      .where('d.user_id', '=', slots.viewer)
      .select((found) => found.lit(1).as('one')),
  );

/** The number of comments: the posts of its thread after the one that opens it. */
const commentsOf = () =>
  sql<number>`coalesce((select greatest(h.posts - 1, 0) from forum_thread h
    where h.site = ${slots.site} and h.thread_id = n.thread_id), 0)`;

/** News: GET /api/news and the front page. Drafts and deleted posts are in no list, not even for the crew. */
export const newsList = defineList<NewsDB, 'n', NewsRow, 'everyone'>({
  name: 'news',
  about: 'News written by the crew.',
  from: fromNews,
  id: (eb) => eb.ref('n.news_id'),
  fields: {
    NewsId: whole((eb) => eb.ref('n.news_id')),
    Title: words((eb) => eb.ref('n.title')),
    Message: words((eb) => eb.ref('n.message')),
    PostedAt: instant((eb) => eb.ref('n.posted_at')),
    UpdatedAt: instant((eb) => eb.ref('n.updated_at')),
    User: one(
      (eb: NewsEB) =>
        eb
          .selectFrom('profile as p')
          .where('p.site', '=', slots.site)
          .whereRef('p.user_id', '=', 'n.user_id'),
      personFields(),
    ),
    IsDismissed: flag(isDismissed),
    Comments: whole(commentsOf),
  },
  defaultFields: defaultNewsFields,
  filters: {
    id: idsFilter('NewsIds', (eb) => eb.ref('n.news_id')),
    // there are only hundreds of news items, so no folded column and no index
    name: filter(
      'a part of the title',
      text,
      (_, part) => sql<boolean>`strpos(lower(n.title), lower(${part})) > 0`,
    ),
    userid: idFilter('written by this user', (eb) => eb.ref('n.user_id')),
    postedafter: since('posted at this time or later', (eb) => eb.ref('n.posted_at')),
    postedbefore: until('posted at this time or earlier', (eb) => eb.ref('n.posted_at')),
    updatedafter: since('updated at this time or later', (eb) => eb.ref('n.updated_at')),
    updatedbefore: until('updated at this time or earlier', (eb) => eb.ref('n.updated_at')),
    indismissed: flagFilter('dismissed by the viewer', isDismissed),
  },
  orders: { posted: orderOfCreation([1, 2], 'posted', (eb) => eb.ref('n.posted_at')) },
  defaultOrder: { by: 'posted', descending: true },
  pageSize: { usual: 40, most: 1000 },
  audience: () => 'everyone',
  visible: (eb) => eb.and([eb('n.published_at', 'is not', null), eb('n.deleted_at', 'is', null)]),
});
