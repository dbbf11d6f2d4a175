import { site } from '#site';
import { DataTable } from '#ui/list/DataTable.tsx';
import { SearchPage } from '#ui/list/SearchPage.tsx';
import { type SearchIslandProps, useListStore } from '#ui/list/use-list-store.ts';
import { type TrackSearchRow, trackSearch } from '../search.ts';
import { TrackTiles } from './TrackTile.tsx';
import { searchColumns } from './track-columns.tsx';

const declared = trackSearch(site);

/** The track search and its variants. */
export function TrackSearch(props: SearchIslandProps<TrackSearchRow>) {
  const store = useListStore(declared, props);
  const now = new Date(props.now);
  return (
    <SearchPage
      store={store}
      title={props.title}
      path={props.path}
      signedIn={props.viewerId > 0}
      rows={(tracks, view, sorting) =>
        view === 'tiles' ? (
          <TrackTiles tracks={tracks} site={site} viewerId={props.viewerId} label={props.title} />
        ) : (
          <DataTable
            caption={props.title}
            className="tbl--wide"
            columns={searchColumns({ site, now }, view)}
            rows={tracks}
            rowKey={(track) => track.TrackId}
            sorting={sorting}
          />
        )
      }
    />
  );
}
