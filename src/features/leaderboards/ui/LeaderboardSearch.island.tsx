import { formatCount } from '#lib/format/count.ts';
import { formatRank } from '#lib/format/ordinal.ts';
import { routes } from '#routes.ts';
import { site } from '#site';
import { Icon } from '#ui/Icon.tsx';
import type { Column } from '#ui/list/columns.ts';
import { DataTable } from '#ui/list/DataTable.tsx';
import { SearchPage } from '#ui/list/SearchPage.tsx';
import { type SearchIslandProps, useListStore } from '#ui/list/use-list-store.ts';
import { type LeaderboardSearchRow, leaderboardSearch } from '../search.ts';

const declared = leaderboardSearch(site);

const columns: Column<LeaderboardSearchRow>[] = [
  {
    // positions are 0-based on the wire
    head: 'Rank',
    className: 'pos f-sub',
    cell: (row) => formatRank(row.Position + 1),
  },
  { head: 'Since yesterday', className: 'r c-mid', cell: (row) => <Climb places={row.Delta} /> },
  {
    head: 'Driver',
    className: 'name',
    cell: (row) => (
      <div>
        <a className="tn" href={routes.userShow(row.User.UserId)}>
          {row.User.Name}
        </a>
      </div>
    ),
  },
  {
    head: 'Score',
    order: 1,
    className: 'r n f-key',
    cell: (row) => <b>{row.ReplayScore.toLocaleString('en')}</b>,
  },
  { head: 'World records', order: 3, className: 'r n f-key2', cell: (row) => formatCount(row.ReplayWRs) },
  { head: 'Top 10s', order: 4, className: 'r n dim c-mid', cell: (row) => formatCount(row.Top10s) },
  { head: 'Replays', order: 2, className: 'r n dim c-mid', cell: (row) => formatCount(row.Replays) },
];

/** Places won or lost; the sign says it as well as the colour. */
function Climb({ places }: { places: number }) {
  if (places === 0) return <span className="dim">0</span>;
  const look = places > 0 ? 'climb climb--up' : 'climb climb--down';
  return (
    <span className={look}>
      <Icon name={places > 0 ? 'up' : 'down'} small />
      {places > 0 ? `+${places}` : `−${-places}`}
    </span>
  );
}

/** The leaderboards of the site and of its packs. */
export function LeaderboardSearch(props: SearchIslandProps<LeaderboardSearchRow>) {
  const store = useListStore(declared, props);
  return (
    <SearchPage
      store={store}
      title={props.title}
      path={props.path}
      signedIn={props.viewerId > 0}
      rows={(rows, _, sorting) => (
        <DataTable
          caption={props.title}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.User.UserId}
          rowClass={(row) => (row.User.UserId === props.viewerId ? 'me' : undefined)}
          sorting={sorting}
        />
      )}
    />
  );
}
