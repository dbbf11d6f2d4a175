import { site } from '#site';
import { SearchPage } from '#ui/list/SearchPage.tsx';
import { type SearchIslandProps, useListStore } from '#ui/list/use-list-store.ts';
import { type LeaderboardSearchRow, leaderboardSearch } from '../search.ts';
import { BoardTable } from './BoardTable.tsx';

const declared = leaderboardSearch(site);

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
        <BoardTable rows={rows} caption={props.title} viewerId={props.viewerId} sorting={sorting} />
      )}
    />
  );
}
