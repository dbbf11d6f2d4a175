import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { personFields } from '#features/users/list/server/list.ts';
import { notBlocked } from '#features/users/server/repo.ts';
import { Level } from '#lib/codes/level.ts';
import { postOrderCodes, threadOrderCodes } from '#lib/codes/orders.ts';
import { flag, instant, whole, words } from '#platform/lists/field-kinds.ts';
import { group, one } from '#platform/lists/fields.ts';
import { filter, flagFilter, idFilter, idsFilter, wordsFilter } from '#platform/lists/filters.ts';
import { defineList } from '#platform/lists/list.ts';
import { order, orderOfCreation, orderWith } from '#platform/lists/orders.ts';
import { text } from '#platform/lists/params.ts';
import { slots } from '#platform/lists/slots.ts';
import { defaultPostFields, defaultThreadFields, type PostRow, type ThreadRow } from '../fields.ts';

const fromThreads = (db: Kysely<Database>) =>
  db
    .selectFrom('forum_thread as h')
    .innerJoin('forum_board as b', (join) =>
      join.onRef('b.site', '=', 'h.site').onRef('b.board_id', '=', 'h.board_id'),
    )
    .where('h.site', '=', slots.site)
    .where('b.site', '=', slots.site);

type ThreadsDB =
  ReturnType<typeof fromThreads> extends SelectQueryBuilder<infer DB, infer _TB, infer _O> ? DB : never;
type ThreadsEB = ExpressionBuilder<ThreadsDB, 'h' | 'b'>;

/** Forum threads: GET /api/threads and /forumsshow. Limited to boards that the viewer's level may read. */
export const threadList = defineList<ThreadsDB, 'h' | 'b', ThreadRow, 'everyone'>({
  name: 'threads',
  about: 'Threads of the forum, without those that users blocked by the viewer started.',
  from: fromThreads,
  id: (eb) => eb.ref('h.thread_id'),
  fields: {
    ThreadId: whole((eb) => eb.ref('h.thread_id')),
    Title: words((eb) => eb.ref('h.title')),
    Board: group({
      BoardId: whole((eb) => eb.ref('b.board_id')),
      Title: words((eb) => eb.ref('b.title')),
    }),
    User: one(
      (eb: ThreadsEB) =>
        eb
          .selectFrom('profile as p')
          .where('p.site', '=', slots.site)
          .whereRef('p.user_id', '=', 'h.user_id'),
      personFields(),
    ),
    Posts: whole((eb) => eb.ref('h.posts')),
    IsLocked: flag((eb) => eb.ref('h.is_locked')),
    IsPinned: flag((eb) => eb.ref('h.is_pinned')),
    CreatedAt: instant((eb) => eb.ref('h.created_at')),
    LastPostAt: instant((eb) => eb.ref('h.last_post_at')),
  },
  defaultFields: defaultThreadFields,
  filters: {
    id: idsFilter('ThreadIds', (eb) => eb.ref('h.thread_id')),
    name: filter(
      'a part of the title',
      text,
      (_, part) => sql<boolean>`strpos(lower(h.title), lower(${part})) > 0`,
    ),
    text: wordsFilter('words in the title', () => sql.ref('h.words')),
    boardid: idFilter('threads of this board, pinned ones first', (eb) => eb.ref('h.board_id')),
    userid: idFilter('started by this user', (eb) => eb.ref('h.user_id')),
    inlocked: flagFilter('locked threads', (eb) => eb('h.is_locked', '=', eb.lit(true))),
  },
  orders: {
    lastPost: order(threadOrderCodes.lastPost, 'last post', (eb) => eb.ref('h.last_post_at')),
    created: orderOfCreation(threadOrderCodes.created, 'created', (eb) => eb.ref('h.created_at')),
    posts: order(threadOrderCodes.posts, 'posts', (eb) => eb.ref('h.posts')),
    pinned: orderWith(
      'boardid',
      order(
        threadOrderCodes.pinned,
        'pinned, then last post',
        (eb) => eb.ref('h.is_pinned'),
        (eb) => eb.ref('h.last_post_at'),
      ),
    ),
  },
  defaultOrder: (filters) =>
    filters.has('boardid') ? { by: 'pinned', descending: true } : { by: 'lastPost', descending: true },
  pageSize: { usual: 40, most: 1000 },
  audience: () => 'everyone',
  // threads whose posts are all deleted are shown to those who may restore them
  visible: (eb) =>
    eb.and([
      eb('b.read_level', '<=', slots.level),
      notBlocked(eb.ref('h.user_id')),
      sql<boolean>`(h.posts > 0 or ${slots.level} >= ${sql.lit(Level.moderator)})`,
    ]),
});

const fromPosts = (db: Kysely<Database>) =>
  db
    .selectFrom('forum_post as o')
    .innerJoin('forum_board as b', (join) =>
      join.onRef('b.site', '=', 'o.site').onRef('b.board_id', '=', 'o.board_id'),
    )
    .where('o.site', '=', slots.site)
    .where('b.site', '=', slots.site);

type PostsDB =
  ReturnType<typeof fromPosts> extends SelectQueryBuilder<infer DB, infer _TB, infer _O> ? DB : never;
type PostsEB = ExpressionBuilder<PostsDB, 'o' | 'b'>;

/** Forum posts: GET /api/posts and the search of the forum. Limited to boards that the viewer's level may read. */
export const postList = defineList<PostsDB, 'o' | 'b', PostRow, 'everyone'>({
  name: 'posts',
  about: 'Posts of the forum, without those of users whom the viewer blocked.',
  from: fromPosts,
  id: (eb) => eb.ref('o.post_id'),
  fields: {
    PostId: whole((eb) => eb.ref('o.post_id')),
    Text: words((eb) => eb.ref('o.text')),
    Number: whole((eb) => eb.ref('o.number')),
    PostedAt: instant((eb) => eb.ref('o.posted_at')),
    UpdatedAt: instant((eb) => eb.ref('o.updated_at')),
    Thread: one(
      (eb: PostsEB) =>
        eb
          .selectFrom('forum_thread as h')
          .where('h.site', '=', slots.site)
          .whereRef('h.thread_id', '=', 'o.thread_id'),
      { ThreadId: whole((eb) => eb.ref('h.thread_id')), Title: words((eb) => eb.ref('h.title')) },
    ),
    Board: group({
      BoardId: whole((eb) => eb.ref('b.board_id')),
      Title: words((eb) => eb.ref('b.title')),
    }),
    User: one(
      (eb: PostsEB) =>
        eb
          .selectFrom('profile as p')
          .where('p.site', '=', slots.site)
          .whereRef('p.user_id', '=', 'o.user_id'),
      personFields(),
    ),
  },
  defaultFields: defaultPostFields,
  filters: {
    id: idsFilter('PostIds', (eb) => eb.ref('o.post_id')),
    text: wordsFilter('words in the text', () => sql.ref('o.words')),
    threadid: idFilter('posts of this thread', (eb) => eb.ref('o.thread_id')),
    boardid: idFilter('posts on this board', (eb) => eb.ref('o.board_id')),
    userid: idFilter('written by this user', (eb) => eb.ref('o.user_id')),
  },
  orders: { posted: orderOfCreation(postOrderCodes.posted, 'posted', (eb) => eb.ref('o.posted_at')) },
  defaultOrder: { by: 'posted', descending: true },
  pageSize: { usual: 40, most: 1000 },
  audience: () => 'everyone',
  visible: (eb) =>
    eb.and([
      eb('o.deleted_at', 'is', null),
      eb('b.read_level', '<=', slots.level),
      notBlocked(eb.ref('o.user_id')),
    ]),
});
