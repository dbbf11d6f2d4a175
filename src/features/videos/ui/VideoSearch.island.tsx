import { videoOrderCodes } from '#lib/codes/orders.ts';
import { formatTime } from '#lib/format/time.ts';
import { routes } from '#routes/routes.ts';
import type { Column } from '#ui/list/columns.ts';
import { DataTable } from '#ui/list/DataTable.tsx';
import { SearchPage } from '#ui/list/SearchPage.tsx';
import { type SearchIslandProps, useListStore } from '#ui/list/use-list-store.ts';
import { PersonLink } from '#ui/PersonLink.tsx';
import { When, wireDate } from '#ui/When.tsx';
import { type VideoSearchRow, videoSearch } from '../search.ts';

/** mm:ss, without hundredths. */
const lengthText = (seconds: number) =>
  seconds === 0 ? 'N/A' : formatTime(seconds * 1000).replace(/\.\d\d$/, '');

const columnsAt = (now: Date): Column<VideoSearchRow>[] => [
  {
    head: 'Video',
    order: videoOrderCodes.title,
    role: 'name',
    cell: (video) => (
      <div>
        <a className="tn" dir="auto" href={routes.videoShow(video.VideoId)} title={video.Title}>
          {video.Title}
        </a>
      </div>
    ),
  },
  { head: 'By', muted: true, folded: 'below', limited: true, cell: (video) => <bdi>{video.Author}</bdi> },
  {
    head: 'Posted by',
    shownFrom: 'medium',
    limited: true,
    cell: (video) => <PersonLink person={video.Poster} />,
  },
  {
    head: 'Tracks',
    align: 'end',
    numeric: true,
    muted: true,
    shownFrom: 'medium',
    cell: (video) => video.MapCount,
  },
  {
    head: 'Length',
    order: videoOrderCodes.length,
    align: 'end',
    folded: 'end',
    cell: (video) => <span className="time n">{lengthText(video.Length)}</span>,
  },
  {
    head: 'Posted',
    order: videoOrderCodes.posted,
    align: 'end',
    muted: true,
    folded: 'endBelow',
    cell: (video) => <When at={wireDate(video.PostedAt)} now={now} />,
  },
];

/** The video search. */
export function VideoSearch(props: SearchIslandProps<VideoSearchRow>) {
  const store = useListStore(videoSearch, props);
  return (
    <SearchPage
      store={store}
      title={props.title}
      path={props.path}
      signedIn={props.viewerId > 0}
      rows={(videos, _, sorting) => (
        <DataTable
          caption={props.title}
          columns={columnsAt(new Date(props.now))}
          rows={videos}
          rowKey={(video) => video.VideoId}
          sorting={sorting}
        />
      )}
    />
  );
}
