import { dayMs, hourMs, minuteMs } from '#lib/codes/durations.ts';
import { formatWhole } from '#lib/format/count.ts';
import type { Column } from '#ui/list/columns.ts';
import { DataTable } from '#ui/list/DataTable.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { When } from '#ui/When.tsx';
import { formatGain, type Gap } from '../../gap.ts';
import { ResultOf } from '../../list/ui/ResultOf.tsx';
import type { ReplayViewRow } from '../../list/views.ts';

interface RecordRow extends ReplayViewRow {
  /** as in the chart */
  readonly number: number;
  readonly at: Date;
  /** on the record before; null: the first one, or one of the two is secret */
  readonly gain: Gap | null;
  readonly heldUntil: Date;
}

/** Whole days, below one whole hours, and below one of these whole minutes. */
export function heldFor(ms: number): string {
  if (ms < minuteMs) return 'under a minute';
  const [unitMs, unit] = ms < hourMs ? [minuteMs, 'minute'] : ms < dayMs ? [hourMs, 'hour'] : [dayMs, 'day'];
  const amount = Math.floor(ms / unitMs);
  return `${formatWhole(amount)} ${unit}${amount === 1 ? '' : 's'}`;
}

interface Props {
  records: readonly RecordRow[];
  /** the page of a moment */
  hrefAt: (at: Date) => string;
  now: Date;
}

/** The records of a track, each with its number in the chart and a link to the leaderboard of its moment. */
export function RecordTable({ records, hrefAt, now }: Props) {
  const columns: readonly Column<RecordRow>[] = [
    { head: 'No.', role: 'position', align: 'end', cell: ({ number }) => number },
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
      head: 'Uploaded',
      align: 'end',
      folded: 'below',
      cell: ({ at }) => (
        <a href={hrefAt(at)}>
          <When at={at} now={now} />
        </a>
      ),
    },
  ];
  return (
    <DataTable
      caption="Record history"
      columns={columns}
      rows={records}
      rowKey={(record) => record.ReplayId}
    />
  );
}
