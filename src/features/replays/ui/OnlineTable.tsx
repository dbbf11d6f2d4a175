import { formatTime } from '#lib/format/time.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Column } from '#ui/list/columns.ts';
import { DataTable, type Sorting } from '#ui/list/DataTable.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import type { OnlineViewRow } from '../views.ts';

interface Props {
  records: readonly OnlineViewRow[];
  caption: string;
  sorting?: Sorting | undefined;
}

const columns: readonly Column<OnlineViewRow>[] = [
  {
    head: 'Time',
    order: [1, 2],
    align: 'end',
    folded: 'end',
    cell: ({ Time }) => <span className="time n">{formatTime(Time)}</span>,
  },
  {
    head: 'Login',
    role: 'name',
    cell: ({ Login, User }) => <div>{User ? <PersonLink person={User} /> : Login}</div>,
  },
  // 0 rounds, otherwise time attack
  {
    head: 'Mode',
    muted: true,
    folded: 'endBelow',
    cell: ({ Mode }) => (Mode === 0 ? 'Rounds' : 'Time attack'),
  },
  { head: 'Server', muted: true, folded: 'below', cell: ({ Server }) => stripGameText(Server) },
];

/** Records driven on game servers. */
export function OnlineTable({ records, caption, sorting }: Props) {
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={records}
      rowKey={(record) => record.RecordId}
      sorting={sorting}
    />
  );
}
