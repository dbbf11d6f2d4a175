import { AuthorLine, authorsOf } from '#features/tracks/list/ui/AuthorLine.tsx';
import { DownloadLink } from '#features/tracks/list/ui/TrackTile.tsx';
import { trackName } from '#features/tracks/list/ui/track-name.ts';
import { VisibilityBadge } from '#features/tracks/list/ui/VisibilityBadge.tsx';
import { ReplayTypePlate } from '#features/tracks/replay-type/ui/ReplayTypePlate.tsx';
import { trackOrderCodes } from '#lib/codes/orders.ts';
import { formatCount } from '#lib/format/count.ts';
import { formatResult } from '#lib/format/result.ts';
import { routes } from '#routes/routes.ts';
import { Icon } from '#ui/Icon.tsx';
import type { Column } from '#ui/list/columns.ts';
import { DataTable, type Sorting } from '#ui/list/DataTable.tsx';
import { When, wireDate } from '#ui/When.tsx';
import type { PackTrackRow } from '../../list/views.ts';
import { StatusPlate } from '../../tracks/ui/StatusPlate.tsx';

interface Props {
  packId: number;
  tracks: readonly PackTrackRow[];
  caption: string;
  now: Date;
  sorting: Sorting;
  /** status labels, for managers and submitters */
  showsStatus?: boolean;
}

/** The tracks of a pack in order, with their positions. */
export function PackTrackTable({ packId, tracks, caption, now, sorting, showsStatus = false }: Props) {
  return (
    <DataTable
      caption={caption}
      columns={columnsOf(packId, now, showsStatus)}
      rows={tracks}
      rowKey={(track) => track.TrackId}
      sorting={sorting}
    />
  );
}

const columnsOf = (packId: number, now: Date, showsStatus: boolean): readonly Column<PackTrackRow>[] => [
  {
    head: 'Position',
    order: trackOrderCodes.packPosition,
    role: 'position',
    align: 'end',
    muted: true,
    cell: (track) => track.Position ?? '–',
  },
  {
    head: 'Track',
    order: trackOrderCodes.name,
    role: 'name',
    cell: (track) => (
      <div>
        <ReplayTypePlate replayType={track.ReplayType} trackValue={track.TrackValue} />
        <a className="tn" dir="auto" href={routes.trackShow(track.TrackId, packId)} title={trackName(track)}>
          {trackName(track)}
        </a>
        <VisibilityBadge track={track} />
        {showsStatus && track.Status !== null && <StatusPlate status={track.Status} />}
      </div>
    ),
  },
  {
    head: 'Author',
    order: trackOrderCodes.uploaderName,
    folded: 'below',
    limited: true,
    cell: (track) => <AuthorLine authors={authorsOf(track)} bare />,
  },
  {
    head: 'Author time',
    order: trackOrderCodes.length,
    align: 'end',
    folded: 'end',
    cell: (track) => (
      <span className="time n">{formatResult(track.PrimaryType, track.AuthorTime, track.AuthorScore)}</span>
    ),
  },
  {
    head: 'Awards',
    order: trackOrderCodes.awards,
    align: 'end',
    folded: 'endBelow',
    cell: (track) => (
      <span className="aw">
        <Icon name="award" />
        {formatCount(track.Awards)}
      </span>
    ),
  },
  {
    head: 'Uploaded',
    order: trackOrderCodes.uploaded,
    align: 'end',
    muted: true,
    shownFrom: 'medium',
    cell: (track) => <When at={wireDate(track.UploadedAt)} now={now} />,
  },
  {
    head: 'Download',
    quietHead: true,
    role: 'actions',
    cell: (track) => (
      <div>
        <DownloadLink trackId={track.TrackId} name={trackName(track)} />
      </div>
    ),
  },
];
