import { formatCount, formatWhole } from '#lib/format/count.ts';
import { formatRank } from '#lib/format/ordinal.ts';
import type { Column } from '#ui/list/columns.ts';
import { DataTable, type Sorting } from '#ui/list/DataTable.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import type { LeaderboardSearchRow } from '../search.ts';

interface Props {
  rows: readonly LeaderboardSearchRow[];
  caption: string;
  /** highlights the viewer's own row */
  viewerId: number;
  /** the viewer's row, which is shown next to the others if it is not one of them */
  own?: LeaderboardSearchRow | null;
  sorting?: Sorting | undefined;
  /** only rank, driver, climb and score, for a sidebar */
  isMini?: boolean;
}

/** A leaderboard; positions in the API are 0-based. */
export function BoardTable({ rows, caption, viewerId, own = null, sorting, isMini = false }: Props) {
  return (
    <DataTable
      caption={caption}
      columns={(isMini ? miniColumns : columns).filter(
        ({ head }) => head !== climb.head || rows.some(({ Delta }) => Delta !== 0),
      )}
      rows={withOwn(rows, own)}
      rowKey={(row) => row.User.UserId}
      rowClass={(row) => (row.User.UserId === viewerId ? 'me' : undefined)}
      sorting={sorting}
    />
  );
}

/** On later pages than its own, the viewer's row comes first. */
function withOwn(rows: readonly LeaderboardSearchRow[], own: LeaderboardSearchRow | null) {
  if (own === null || rows.some(({ User }) => User.UserId === own.User.UserId)) return rows;
  return own.Position < (rows[0]?.Position ?? 0) ? [own, ...rows] : [...rows, own];
}

const rank: Column<LeaderboardSearchRow> = {
  head: 'Rank',
  role: 'position',
  cell: (row) => formatRank(row.Position + 1),
};
const driver: Column<LeaderboardSearchRow> = {
  head: 'Driver',
  role: 'name',
  cell: (row) => (
    <div>
      <PersonLink person={row.User} look="tn" />
    </div>
  ),
};
const climb: Column<LeaderboardSearchRow> = {
  head: '24 h',
  align: 'end',
  folded: 'endBelow',
  cell: (row) => <Climb places={row.Delta} />,
};
const score: Column<LeaderboardSearchRow> = {
  head: 'Score',
  order: [1, 2],
  align: 'end',
  numeric: true,
  folded: 'end',
  label: 'Score',
  cell: (row) => <b>{formatWhole(row.ReplayScore)}</b>,
};

const columns: readonly Column<LeaderboardSearchRow>[] = [
  rank,
  { ...climb, shownFrom: 'medium' },
  driver,
  score,
  {
    head: 'World records',
    order: [5, 6],
    align: 'end',
    numeric: true,
    folded: 'belowToo',
    unit: ['record', 'records'],
    cell: (row) => formatCount(row.ReplayWRs),
  },
  {
    head: 'Top 10s',
    order: [7, 8],
    align: 'end',
    numeric: true,
    muted: true,
    shownFrom: 'medium',
    cell: (row) => formatCount(row.Top10s),
  },
  {
    head: 'Replays',
    order: [3, 4],
    align: 'end',
    numeric: true,
    muted: true,
    shownFrom: 'medium',
    folded: 'below',
    unit: ['replay', 'replays'],
    cell: (row) => formatCount(row.Replays),
  },
];

const miniColumns: readonly Column<LeaderboardSearchRow>[] = [rank, driver, climb, score];

/** Positions gained or lost, if any; shown by sign and colour. */
function Climb({ places }: { places: number }) {
  if (places === 0) return null;
  const [look, sign, word] = places > 0 ? ['climb climb--up', '▲', 'Up'] : ['climb climb--down', '▼', 'Down'];
  return (
    <span className={look}>
      <span aria-hidden="true">{sign}</span>
      <span className="sr">{word} </span>
      {Math.abs(places)}
    </span>
  );
}
