import { DataTable, type Sorting } from '#ui/list/DataTable.tsx';
import type { ReplayViewRow } from '../views.ts';
import {
  drivenColumn,
  driverColumn,
  gapToFirstColumn,
  gapToPreviousColumn,
  isMarked,
  loginColumn,
  marksColumn,
  medalColumn,
  pointsColumn,
  rankColumn,
  rankedResultColumn,
  resultColumn,
  trackColumn,
} from './replay-columns.tsx';
import { actionsColumn, comparedRankColumn, type RowViewer } from './row-actions.tsx';

interface Props {
  replays: readonly ReplayViewRow[];
  caption: string;
  now: Date;
  viewer: RowViewer;
  /** the page it is on: that of a track names the driver and marks the viewer's row, that of a driver names the track */
  of: 'track' | 'driver';
  sorting?: Sorting | undefined;
}

/** Replays as a timing sheet, without columns that would be empty. */
export function ReplayTable({ replays, caption, now, viewer, of, sorting }: Props) {
  const ofTrack = of === 'track';
  return (
    <DataTable
      caption={caption}
      columns={[
        ofTrack ? comparedRankColumn(viewer, now) : rankColumn,
        ...(ofTrack ? [driverColumn, rankedResultColumn] : [trackColumn, resultColumn]),
        gapToFirstColumn,
        ...(ofTrack ? [gapToPreviousColumn] : []),
        ...(replays.some(({ Medal }) => Medal > 0) ? [medalColumn] : []),
        ...(replays.some(({ Score }) => Score !== null) ? [pointsColumn] : []),
        drivenColumn(now),
        ...(replays.some(isMarked) ? [marksColumn] : []),
        ...(viewer.isModerator ? [loginColumn] : []),
        actionsColumn(viewer, now, of),
      ]}
      rows={replays}
      rowKey={(replay) => replay.ReplayId}
      rowClass={(replay) =>
        ofTrack && viewer.userId > 0 && replay.User.UserId === viewer.userId ? 'me' : undefined
      }
      sorting={sorting}
    />
  );
}
