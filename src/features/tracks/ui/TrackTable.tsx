import type { Site } from '#sites/schema.ts';
import { DataTable, type Sorting } from '#ui/list/DataTable.tsx';
import type { TrackTileRow } from '../fields.ts';
import type { TrackSearchRow } from '../search.ts';
import { competitiveColumns, plainTrackColumns } from './track-columns.tsx';

interface Props<Row> {
  tracks: readonly Row[];
  caption: string;
  site: Site;
  now: Date;
  /** whether the viewer keeps a Play Later list */
  keeps?: boolean;
  /** where the heads lead; without it they are words */
  sorting?: Sorting | undefined;
}

/** Tracks as a timing sheet that is only read. */
export function TrackTable({ tracks, caption, site, now, keeps = false, sorting }: Props<TrackTileRow>) {
  return (
    <DataTable
      caption={caption}
      columns={plainTrackColumns({ site, now, keeps })}
      rows={tracks}
      rowKey={(track) => track.TrackId}
      sorting={sorting}
    />
  );
}

/** Tracks worth driving for points: the record, who holds it, and the value. */
export function CompetitiveTable({
  tracks,
  caption,
  site,
  now,
  keeps = false,
  sorting,
}: Props<TrackSearchRow>) {
  return (
    <DataTable
      caption={caption}
      columns={competitiveColumns({ site, now, keeps })}
      rows={tracks}
      rowKey={(track) => track.TrackId}
      sorting={sorting}
    />
  );
}
