import { filterParams } from '#lib/query-language/address.ts';
import type { ApiParams } from '#lib/query-language/search.ts';
import { routes } from '#routes/routes.ts';
import { site } from '#site';
import { Icon } from '#ui/Icon.tsx';
import { DataTable } from '#ui/list/DataTable.tsx';
import { SearchPage } from '#ui/list/SearchPage.tsx';
import { type SearchIslandProps, useListStore } from '#ui/list/use-list-store.ts';
import { useAtom } from '#ui/stores/use-atom.ts';
import { type TrackSearchRow, trackSearch } from '../search.ts';
import { TrackTiles } from './TrackTile.tsx';
import { searchColumns } from './track-columns.tsx';

const declared = trackSearch(site);

interface Props extends SearchIslandProps<TrackSearchRow> {
  /** whether the viewer may have a Play Later list */
  hasPlayLater: boolean;
  /** text for an empty result, if it differs */
  empty: string | undefined;
}

/** The track search and its variants. */
export function TrackSearch({ hasPlayLater, empty = declared.empty, ...props }: Props) {
  const store = useListStore({ ...declared, empty }, props);
  const now = new Date(props.now);
  const { address } = useAtom(store.$state);
  const featured = filterParams(declared, address, props.always).infeatured === '1';
  return (
    <SearchPage
      store={store}
      title={props.title}
      path={props.path}
      signedIn={props.viewerId > 0}
      tools={(params) => <ZipTool params={params} />}
      rows={(tracks, view, sorting) =>
        view === 'tiles' ? (
          <TrackTiles
            isMain
            tracks={tracks}
            site={site}
            viewerId={props.viewerId}
            hasPlayLater={hasPlayLater}
            featured={featured}
            label={props.title}
          />
        ) : (
          <DataTable
            caption={props.title}
            columns={searchColumns({ site, now, hasPlayLater, hasOwn: props.viewerId > 0 }, view)}
            rows={tracks}
            rowKey={(track) => track.TrackId}
            sorting={sorting}
          />
        )
      }
    />
  );
}

/** Downloads all tracks that are found: the window is opened by a script of the frame, which also knows `data-zip`. */
function ZipTool({ params }: { params: ApiParams }) {
  const isQueue = params.inplaylater === '1';
  const label = 'Download all as zip';
  return (
    <a
      className="btn btn--icon"
      href={routes.trackSearchZip(params)}
      rel="nofollow"
      data-zip={isQueue ? 'playlater' : 'search'}
      data-zip-title={isQueue ? 'Download Play later' : 'Download all tracks found'}
      aria-label={label}
      title={label}
    >
      <Icon name="download" small />
    </a>
  );
}
