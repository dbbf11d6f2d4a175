import { DataTable } from '#ui/list/DataTable.tsx';
import { When } from '#ui/When.tsx';
import {
  drivenColumn,
  driverColumn,
  gapToFirstColumn,
  gapToPreviousColumn,
  loginColumn,
  medalColumn,
  rankColumn,
  resultColumn,
} from '../../list/ui/replay-columns.tsx';
import { actionsColumn, type RowViewer } from '../../list/ui/row-actions.tsx';
import type { ReplayViewRow } from '../../list/views.ts';

interface HistoryRow extends ReplayViewRow {
  readonly beatenAt: Date | null;
}

interface Props {
  replays: readonly HistoryRow[];
  caption: string;
  now: Date;
  viewer: RowViewer;
  withBeaten: boolean;
}

/** The leaderboard of a date. Points are not shown: those of the past are not stored. */
export function HistoryTable({ replays, caption, now, viewer, withBeaten }: Props) {
  const { order: _, ...driven } = drivenColumn(now);
  return (
    <DataTable<HistoryRow>
      caption={caption}
      columns={[
        rankColumn,
        driverColumn,
        resultColumn,
        gapToFirstColumn,
        gapToPreviousColumn,
        medalColumn,
        driven,
        ...(withBeaten ? [beatenColumn(now)] : []),
        ...(viewer.isModerator ? [loginColumn] : []),
        actionsColumn(viewer, now, 'track'),
      ]}
      rows={replays}
      rowKey={(replay) => replay.ReplayId}
      rowClass={(replay) => (viewer.userId > 0 && replay.User.UserId === viewer.userId ? 'me' : undefined)}
    />
  );
}

const beatenColumn = (now: Date) => ({
  head: 'Beaten',
  align: 'end' as const,
  muted: true,
  shownFrom: 'medium' as const,
  cell: ({ beatenAt }: HistoryRow) => beatenAt && <When at={beatenAt} now={now} />,
});
