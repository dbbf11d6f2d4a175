import { formatTime } from '#lib/format/time.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { routes } from '#routes/routes.ts';
import type { Column } from '#ui/list/columns.ts';
import { DataTable, type Sorting } from '#ui/list/DataTable.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import type { OnlineViewRow } from '../views.ts';

interface Props {
  records: readonly OnlineViewRow[];
  caption: string;
  sorting?: Sorting | undefined;
  /** moderators get a link to the page that removes a record */
  isModerator?: boolean;
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
    cell: ({ Login, User }) => (
      <div>
        {User ? (
          <PersonLink person={User} look="tn" />
        ) : (
          <span className="tn" dir="auto">
            {Login}
          </span>
        )}
      </div>
    ),
  },
  // 0 rounds, otherwise time attack
  {
    head: 'Mode',
    muted: true,
    folded: 'endBelow',
    cell: ({ Mode }) => (Mode === 0 ? 'Rounds' : 'Time attack'),
  },
  {
    head: 'Server',
    muted: true,
    folded: 'below',
    limited: true,
    cell: ({ Server, IsApproved }) => (
      <>
        <bdi>{stripGameText(Server)}</bdi>{' '}
        {!IsApproved && <span className="lab lab--plain">Not approved</span>}
      </>
    ),
  },
];

const moderation: Column<OnlineViewRow> = {
  head: 'Moderation',
  quietHead: true,
  role: 'actions',
  cell: ({ RecordId, Login }) => (
    <a href={routes.onlineRecord(RecordId)} aria-label={`Remove the record of ${Login}`}>
      Remove
    </a>
  ),
};

/** Records driven on game servers. */
export function OnlineTable({ records, caption, sorting, isModerator = false }: Props) {
  return (
    <DataTable
      caption={caption}
      columns={isModerator ? [...columns, moderation] : columns}
      rows={records}
      rowKey={(record) => record.RecordId}
      sorting={sorting}
    />
  );
}
