import { dayMs, hourMs } from '#lib/codes/durations.ts';
import { routes } from '#routes.ts';
import type { Column } from '#ui/list/columns.ts';
import { DataTable } from '#ui/list/DataTable.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { When } from '#ui/When.tsx';
import { formatGain, type Gap } from '../gap.ts';
import type { ReplayViewRow } from '../views.ts';
import { ResultOf } from './ResultOf.tsx';

export interface RecordRow extends ReplayViewRow {
  /** as in the chart */
  readonly number: number;
  readonly at: Date;
  /** on the record before; null: the first one, or one of the two is secret */
  readonly gain: Gap | null;
  readonly heldUntil: Date;
}

/** Whole days, or hours below one. */
export function heldFor(ms: number): string {
  const [amount, unit] = ms < dayMs ? [Math.floor(ms / hourMs), 'hour'] : [Math.floor(ms / dayMs), 'day'];
  return `${amount.toLocaleString('en')} ${unit}${amount === 1 ? '' : 's'}`;
}

interface Props {
  records: readonly RecordRow[];
  trackId: number;
  trackKey: string | null;
  now: Date;
}

/** The records of a track, each with its number in the chart and a link to the leaderboard of its moment. */
export function RecordTable({ records, trackId, trackKey, now }: Props) {
  const columns: readonly Column<RecordRow>[] = [
    { head: 'No.', role: 'position', align: 'end', shownFrom: 'medium', cell: ({ number }) => number },
    {
      head: 'Driver',
      role: 'name',
      cell: ({ User }) => (
        <div>
          <PersonLink person={User} look="tn" />
        </div>
      ),
    },
    { head: 'Record', align: 'end', folded: 'end', cell: (record) => <ResultOf replay={record} /> },
    {
      head: 'Gain',
      align: 'end',
      numeric: true,
      muted: true,
      folded: 'endBelow',
      cell: ({ Track, gain }) => formatGain(Track.Type, gain),
    },
    {
      head: 'Held for',
      align: 'end',
      numeric: true,
      muted: true,
      shownFrom: 'medium',
      cell: ({ at, heldUntil }) => heldFor(heldUntil.getTime() - at.getTime()),
    },
    {
      head: 'Driven',
      align: 'end',
      folded: 'below',
      cell: ({ at }) => (
        <a href={routes.trackReplayShow(trackId, { at: at.toISOString(), key: trackKey })}>
          <When at={at} now={now} />
        </a>
      ),
    },
  ];
  return (
    <DataTable
      caption="Progress of the record"
      columns={columns}
      rows={records}
      rowKey={(record) => record.ReplayId}
    />
  );
}
