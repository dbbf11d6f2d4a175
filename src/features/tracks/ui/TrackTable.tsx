import type { Site } from '#sites/schema.ts';
import { DataTable } from '#ui/list/DataTable.tsx';
import type { TrackTileRow } from '../fields.ts';
import { plainTrackColumns } from './track-columns.tsx';

interface Props {
  tracks: readonly TrackTileRow[];
  caption: string;
  site: Site;
  now: Date;
}

/** Tracks as a timing sheet that is only read. */
export function TrackTable({ tracks, caption, site, now }: Props) {
  return (
    <DataTable
      caption={caption}
      columns={plainTrackColumns({ site, now })}
      rows={tracks}
      rowKey={(track) => track.TrackId}
    />
  );
}
