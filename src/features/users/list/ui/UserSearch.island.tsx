import { type OrderCodes, userOrderCodes } from '#lib/codes/orders.ts';
import { formatCount } from '#lib/format/count.ts';
import { Avatar } from '#ui/Avatar.tsx';
import type { Column } from '#ui/list/columns.ts';
import { DataTable } from '#ui/list/DataTable.tsx';
import { SearchPage } from '#ui/list/SearchPage.tsx';
import { type SearchIslandProps, useListStore } from '#ui/list/use-list-store.ts';
import { PersonLink } from '#ui/PersonLink.tsx';
import { When, wireDate } from '#ui/When.tsx';
import { type UserSearchRow, userSearch } from '../search.ts';

/** A column of counts. */
const count = (
  head: string,
  order: OrderCodes,
  look: Pick<Column<UserSearchRow>, 'muted' | 'shownFrom' | 'folded' | 'unit'>,
  of: (user: UserSearchRow) => number,
): Column<UserSearchRow> => ({
  head,
  order,
  align: 'end',
  numeric: true,
  ...look,
  cell: (user) => formatCount(of(user)),
});

const columnsAt = (now: Date): Column<UserSearchRow>[] => [
  {
    head: 'User',
    order: userOrderCodes.name,
    role: 'name',
    cell: (user) => (
      <div>
        <Avatar person={user} />
        <PersonLink person={user} look="tn" />
      </div>
    ),
  },
  { head: 'Title', muted: true, limited: true, cell: (user) => <bdi>{user.Title}</bdi> },
  count(
    'Tracks',
    userOrderCodes.tracks,
    { folded: 'below', unit: ['track', 'tracks'] },
    (user) => user.Tracks,
  ),
  count(
    'Packs',
    userOrderCodes.packs,
    { muted: true, shownFrom: 'medium', folded: 'belowToo', unit: ['pack', 'packs'] },
    (user) => user.TrackPacks,
  ),
  count(
    'Awards received',
    userOrderCodes.awardsReceived,
    { folded: 'end', unit: ['award', 'awards'] },
    (user) => user.TrackAwardsReceived,
  ),
  count(
    'Awards given',
    userOrderCodes.awardsGiven,
    { muted: true, shownFrom: 'medium' },
    (user) => user.TrackAwardsGiven,
  ),
  count('Replays', userOrderCodes.replays, { muted: true, shownFrom: 'medium' }, (user) => user.Replays),
  count(
    'Author medals',
    userOrderCodes.authorMedals,
    { muted: true, shownFrom: 'wide' },
    (user) => user.AuthorMedals,
  ),
  count(
    'Videos',
    userOrderCodes.videosPosted,
    { muted: true, shownFrom: 'widest' },
    (user) => user.VideosPosted,
  ),
  {
    head: 'Registered',
    order: userOrderCodes.registered,
    align: 'end',
    muted: true,
    folded: 'endBelow',
    label: 'Since',
    cell: (user) => <When at={wireDate(user.RegisteredAt)} now={now} />,
  },
];

/** "12 tracks", "1 award"; null for none. */
const counted = (count: number, [one, many]: readonly [string, string]): string | null =>
  count === 0 ? null : `${formatCount(count)} ${count === 1 ? one : many}`;

/** A user with their picture and what they have done here. */
function UserCard({ user, now }: { user: UserSearchRow; now: Date }) {
  const facts = [
    counted(user.Tracks, ['track', 'tracks']),
    counted(user.TrackAwardsReceived, ['award', 'awards']),
    counted(user.TrackPacks, ['pack', 'packs']),
    counted(user.Replays, ['replay', 'replays']),
    counted(user.AuthorMedals, ['author medal', 'author medals']),
    counted(user.GoldMedals, ['gold medal', 'gold medals']),
  ].filter((fact) => fact !== null);
  return (
    <li className="usercard">
      <Avatar person={user} size="large" />
      <div>
        <h2>
          <PersonLink person={user} look="tn" />
        </h2>
        {user.Title !== null && (
          <p className="usercard__title">
            <bdi>{user.Title}</bdi>
          </p>
        )}
        {facts.length > 0 && <p className="meta">{facts.join(' · ')}</p>}
        <p className="meta">
          registered <When at={wireDate(user.RegisteredAt)} now={now} />
        </p>
      </div>
    </li>
  );
}

/** The user search. */
export function UserSearch(props: SearchIslandProps<UserSearchRow>) {
  const store = useListStore(userSearch, props);
  return (
    <SearchPage
      store={store}
      title={props.title}
      path={props.path}
      signedIn={props.viewerId > 0}
      rows={(users, view, sorting) =>
        view === 'standard' ? (
          <DataTable
            caption={props.title}
            columns={columnsAt(new Date(props.now))}
            rows={users}
            rowKey={(user) => user.UserId}
            sorting={sorting}
          />
        ) : (
          <ul className="usercards" aria-label={props.title}>
            {users.map((user) => (
              <UserCard key={user.UserId} user={user} now={new Date(props.now)} />
            ))}
          </ul>
        )
      }
    />
  );
}
