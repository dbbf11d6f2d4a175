import { filterParams } from '#lib/query-language/address.ts';
import { site } from '#site';
import { SearchPage } from '#ui/list/SearchPage.tsx';
import { type SearchIslandProps, useListStore } from '#ui/list/use-list-store.ts';
import { useAtom } from '#ui/stores/use-atom.ts';
import { boardOf, type LeaderboardSearchRow, leaderboardSearch } from '../search.ts';
import { BoardTable } from './BoardTable.tsx';
import { BoardTabs } from './BoardTabs.tsx';

const declared = leaderboardSearch(site);

interface Props extends SearchIslandProps<LeaderboardSearchRow> {
  /** the viewer's row on the board with which the page starts, if it is not among the first rows */
  own: LeaderboardSearchRow | null;
}

/** The leaderboards of the site and of its packs. */
export function LeaderboardSearch({ own, ...props }: Props) {
  const store = useListStore(declared, props);
  const { address } = useAtom(store.$state);
  const { board, environment, isPack, title } = boardOf(site, filterParams(declared, address, props.always));
  const first = boardOf(site, filterParams(declared, props.first.address, props.always));
  const isFirst = board === first.board && environment === first.environment;
  const heading = isPack ? props.title : title;
  return (
    <SearchPage
      store={store}
      title={heading}
      path={props.path}
      signedIn={props.viewerId > 0}
      tabs={<BoardTabs site={site} shown={{ board, environment, isPack, title }} />}
      rows={(rows, _, sorting) => (
        <BoardTable
          rows={rows}
          caption={heading}
          viewerId={props.viewerId}
          own={isFirst ? own : null}
          sorting={sorting}
        />
      )}
    />
  );
}
