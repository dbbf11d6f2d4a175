import { formatTime } from '#lib/format/time.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Column } from '#ui/list/columns.ts';
import { DataTable, type Sorting } from '#ui/list/DataTable.tsx';
import type { OnlineViewRow } from '../views.ts';

interface Props {
  records: readonly OnlineViewRow[];
  caption: string;
  sorting?: Sorting | undefined;
}

const columns: readonly Column<OnlineViewRow>[] = [
  {
    head: 'Time',
    order: 1,
    className: 'r f-key',
    cell: ({ Time }) => <span className="time n">{formatTime(Time)}</span>,
  },
  { head: 'Login', className: 'name', cell: ({ Login }) => <div>{Login}</div> },
  // 0 rounds, otherwise time attack
  { head: 'Mode', className: 'dim f-key2', cell: ({ Mode }) => (Mode === 0 ? 'Rounds' : 'Time attack') },
  { head: 'Server', className: 'dim f-sub', cell: ({ Server }) => stripGameText(Server) },
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
