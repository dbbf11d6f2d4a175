import type { Site } from '#sites/schema.ts';
import { DataTable, type Sorting } from '#ui/list/DataTable.tsx';
import type { TrackTileRow } from '../fields.ts';
import type { TrackSearchRow } from '../search.ts';
import type { NewRecordRow } from '../views.ts';
import { competitiveColumns, newRecordColumns, plainTrackColumns } from './track-columns.tsx';

interface Props<Row> {
  tracks: readonly Row[];
  caption: string;
  site: Site;
  now: Date;
  /** whether the viewer may have a Play Later list */
  hasPlayLater?: boolean;
  /** links of the column heads; without it they are plain text */
  sorting?: Sorting | undefined;
}

/** A table of tracks without a search. */
export function TrackTable({
  tracks,
  caption,
  site,
  now,
  hasPlayLater = false,
  sorting,
}: Props<TrackTileRow>) {
  return (
    <DataTable
      caption={caption}
      columns={plainTrackColumns({ site, now, hasPlayLater })}
      rows={tracks}
      rowKey={(track) => track.TrackId}
      sorting={sorting}
    />
  );
}

/** Competitive tracks: the record, its holder, and the track value. */
export function CompetitiveTable({
  tracks,
  caption,
  site,
  now,
  hasPlayLater = false,
  sorting,
}: Props<TrackSearchRow>) {
  return (
    <DataTable
      caption={caption}
      columns={competitiveColumns({ site, now, hasPlayLater })}
      rows={tracks}
      rowKey={(track) => track.TrackId}
      sorting={sorting}
    />
  );
}

/** Tracks whose record was set last. */
export function NewRecordTable({ tracks, caption, site, now }: Props<NewRecordRow>) {
  return (
    <DataTable
      caption={caption}
      columns={newRecordColumns({ site, now, hasPlayLater: false })}
      rows={tracks}
      rowKey={(track) => track.TrackId}
    />
  );
}
