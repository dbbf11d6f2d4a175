import { platformType, stuntsType } from '#lib/codes/track.ts';
import { formatPlatformTime, formatPoints, formatTime } from '#lib/format/time.ts';
import type { WireResult } from '../gap.ts';

/** A record as it is drawn. */
export interface ChartRecord extends WireResult {
  readonly at: Date;
}

interface Dot {
  readonly x: number;
  readonly y: number;
  /** its number, as in the table; null where there is no room */
  readonly label: string | null;
  /** drawn without its height, which is not known to the viewer */
  readonly isSecret: boolean;
}

interface Tick {
  readonly at: number;
  readonly text: string;
}

/** The progress of a record as a drawing: numbers and dates only, no text that users wrote. */
export interface ProgressChart {
  readonly width: number;
  readonly height: number;
  /** the drawing area */
  readonly plot: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
  /** steps while the record is known */
  readonly line: string;
  /** steps while it is secret, at the height of the last known one */
  readonly secretLine: string;
  readonly dots: readonly Dot[];
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  /** the moment shown by the page, if it is within */
  readonly marker: number | null;
}

const width = 720;
const height = 260;
const plot = { left: 86, right: 704, top: 22, bottom: 226 };
const labelRoom = 16;
const lines = 4;

interface Scale {
  /** higher is drawn higher */
  readonly valueOf: (record: WireResult) => number;
  readonly textOf: (value: number) => string;
}

/** Times, points, or respawns with the time as the part of a respawn. */
function scaleOf(primaryType: number, records: readonly WireResult[]): Scale {
  if (primaryType === stuntsType)
    return { valueOf: ({ ReplayScore }) => ReplayScore, textOf: (value) => formatPoints(Math.round(value)) };
  if (primaryType !== platformType)
    return { valueOf: ({ ReplayTime }) => ReplayTime, textOf: (value) => formatTime(Math.round(value)) };
  const band = 1 + Math.max(0, ...records.map(({ ReplayTime }) => ReplayTime));
  return {
    valueOf: ({ ReplayRespawns, ReplayTime }) => ReplayRespawns * band + ReplayTime,
    textOf: (value) => formatPlatformTime(Math.round(value % band), Math.floor(value / band)),
  };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Draws the records of one version, the oldest first, until `end`. Null without any. */
export function progressChart(
  primaryType: number,
  records: readonly ChartRecord[],
  end: Date,
  shown: Date | null,
): ProgressChart | null {
  const [first] = records;
  if (!first) return null;
  const from = first.at.getTime();
  // a record of this moment still has a width
  const span = Math.max(end.getTime() - from, 1);
  const x = (at: Date) => {
    const share = Math.min(Math.max((at.getTime() - from) / span, 0), 1);
    return round(plot.left + share * (plot.right - plot.left));
  };
  const known = records.filter(({ IsSecret }) => !IsSecret);
  const scale = scaleOf(primaryType, known);
  const values = known.map(scale.valueOf);
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  const middle = (plot.top + plot.bottom) / 2;
  const y = (value: number) =>
    highest === lowest
      ? middle
      : round(plot.bottom - ((value - lowest) / (highest - lowest)) * (plot.bottom - plot.top));
  return {
    width,
    height,
    plot,
    ...steps(records, x, (record) => (record.IsSecret ? null : y(scale.valueOf(record))), middle),
    xTicks: dateTicks(first.at, span, x),
    yTicks: known.length === 0 ? [] : valueTicks(lowest, highest, y, scale.textOf),
    marker: shown && shown >= first.at && shown <= end ? x(shown) : null,
  };
}

/** The line: at each record a step to its height, then level until the next one. */
function steps(
  records: readonly ChartRecord[],
  x: (at: Date) => number,
  heightOf: (record: ChartRecord) => number | null,
  middle: number,
): Pick<ProgressChart, 'line' | 'secretLine' | 'dots'> {
  const paths = { line: '', secretLine: '' };
  const dots: Dot[] = [];
  let y = records.map(heightOf).find((height) => height !== null) ?? middle;
  let labelledTo = Number.NEGATIVE_INFINITY;
  for (const [index, record] of records.entries()) {
    const left = x(record.at);
    const next = records[index + 1];
    const right = next ? x(next.at) : plot.right;
    const own = heightOf(record);
    const rise = own !== null && index > 0 && own !== y ? `M${left} ${y}V${own}` : `M${left} ${own ?? y}`;
    if (own !== null) y = own;
    paths[own === null ? 'secretLine' : 'line'] += `${rise}H${right}`;
    const hasRoom = left - labelledTo >= labelRoom;
    if (hasRoom) labelledTo = left;
    dots.push({ x: left, y, label: hasRoom ? String(index + 1) : null, isSecret: own === null });
  }
  return { ...paths, dots };
}

function valueTicks(
  lowest: number,
  highest: number,
  y: (value: number) => number,
  textOf: (value: number) => string,
): Tick[] {
  if (lowest === highest) return [{ at: y(lowest), text: textOf(lowest) }];
  return Array.from({ length: lines }, (_, index) => {
    const value = lowest + ((highest - lowest) * index) / (lines - 1);
    return { at: y(value), text: textOf(value) };
  });
}

/** Dates; on the date of the tick before the time instead, and nothing in the same minute. */
function dateTicks(first: Date, span: number, x: (at: Date) => number): Tick[] {
  const ticks: Tick[] = [];
  let before = '';
  for (let index = 0; index < lines; index += 1) {
    const at = new Date(first.getTime() + (span * index) / (lines - 1));
    const minute = at.toISOString().slice(0, 16);
    const [date = '', time = ''] = minute.split('T');
    if (minute !== before) ticks.push({ at: x(at), text: before.startsWith(date) ? time : date });
    before = minute;
  }
  return ticks;
}
