import { threadOrderCodes } from '#lib/codes/orders.ts';
import { formatCount } from '#lib/format/count.ts';
import { routes } from '#routes/routes.ts';
import { Icon } from '#ui/Icon.tsx';
import type { Column } from '#ui/list/columns.ts';
import { DataTable, type Sorting } from '#ui/list/DataTable.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { When, wireDate } from '#ui/When.tsx';
import type { ThreadViewRow } from '../views.ts';

interface Props {
  threads: readonly ThreadViewRow[];
  caption: string;
  now: Date;
  sorting: Sorting;
  /** for lists of threads from several boards */
  namesBoard?: boolean;
  /** threads with posts that the viewer has not read */
  unread?: ReadonlySet<number>;
}

const none: ReadonlySet<number> = new Set();

/** Threads as a table: title, author, posts, last activity. */
export function ThreadTable({ threads, caption, now, sorting, namesBoard = false, unread = none }: Props) {
  return (
    <DataTable
      caption={caption}
      columns={[title(unread), ...(namesBoard ? [board] : []), starter, posts, last(now)]}
      rows={threads}
      rowKey={(thread) => thread.ThreadId}
      sorting={sorting}
    />
  );
}

const title = (unread: ReadonlySet<number>): Column<ThreadViewRow> => ({
  head: 'Thread',
  role: 'name',
  cell: (thread) => (
    <div>
      {thread.IsPinned && <span className="lab lab--info">Pinned</span>}
      {thread.IsLocked && (
        <span title="Locked">
          <Icon name="lock" small />
          <span className="sr">Locked: </span>
        </span>
      )}
      <a className="tn" dir="auto" href={routes.threadShow(thread.ThreadId)} title={thread.Title}>
        {thread.Title}
      </a>
      {unread.has(thread.ThreadId) && (
        <a className="lab lab--ok lab--go" href={routes.threadUnread(thread.ThreadId)}>
          New<span className="sr"> posts in {thread.Title}</span>
        </a>
      )}
    </div>
  ),
});

const board: Column<ThreadViewRow> = {
  head: 'Board',
  shownFrom: 'medium',
  limited: true,
  cell: ({ Board }) => (
    <a className="by" href={routes.forums(Board.BoardId)}>
      {Board.Title}
    </a>
  ),
};

const starter: Column<ThreadViewRow> = {
  head: 'Started by',
  folded: 'below',
  limited: true,
  cell: ({ User }) => <PersonLink person={User} />,
};

const posts: Column<ThreadViewRow> = {
  head: 'Posts',
  order: threadOrderCodes.posts,
  align: 'end',
  numeric: true,
  folded: 'end',
  unit: ['post', 'posts'],
  cell: ({ Posts }) => formatCount(Posts),
};

const last = (now: Date): Column<ThreadViewRow> => ({
  head: 'Last post',
  order: threadOrderCodes.lastPost,
  align: 'end',
  muted: true,
  folded: 'endBelow',
  cell: ({ ThreadId, LastPostAt }) => (
    <a className="meta" href={routes.threadEnd(ThreadId)}>
      <When at={wireDate(LastPostAt)} now={now} />
    </a>
  ),
});
