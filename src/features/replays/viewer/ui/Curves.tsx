import { useCallback, useState } from 'react';
import { formatTime } from '#lib/format/time.ts';
import { Icon } from '#ui/Icon.tsx';
import type { Run } from '../run.ts';
import type { Gap } from '../time-gap.ts';
import { distanceAt, timeAtDistance } from '../track-line.ts';
import { Chart, type ChartPaint } from './Chart.tsx';
import { type Axis, gapCurve, gapScale, paintCurves, sampledCurve, steppedCurve } from './paint-curves.ts';
import { inputsHeight, paintInputs } from './paint-inputs.ts';
import type { Playback } from './playback.ts';
import { largestAxisZoom, useAxisPart } from './use-axis-part.ts';

interface Props {
  /** of the runs that are shown or are still being loaded */
  drivers: readonly string[];
  runs: readonly Run[];
  /** of each run to the first one; null if they cannot be compared */
  gaps: readonly (Gap | null)[];
  playback: Playback;
  endMs: number;
}

const kmhPerMs = 3.6;
const speedScale = (highest: number) => ({
  lowest: 0,
  highest,
  lines: [200, 400, 600, 800]
    .filter((value) => value < highest)
    .map((value) => ({ value, label: `${value} km/h` })),
});
const steerScale = {
  lowest: 1.1,
  highest: -1.1,
  lines: [
    { value: -1, label: 'left' },
    { value: 0, label: '' },
    { value: 1, label: 'right' },
  ],
};
const gasScale = {
  lowest: -0.1,
  highest: 1.1,
  lines: [
    { value: 0, label: 'off' },
    { value: 1, label: 'gas' },
  ],
};

const lengthOf = (run: Run): number => run.track.distances.at(-1) ?? 0;

/** Speed, steering and gas, the time difference along the line, and the inputs: all under one cursor. */
export function Curves({ drivers, runs, gaps, playback, endMs }: Props) {
  const [over, setOver] = useState<'time' | 'distance'>('time');
  const [first] = runs;
  const longest = Math.max(1, ...runs.map(lengthOf));
  const whole = useCallback<Axis>(
    (run, timeMs) =>
      over === 'time' ? timeMs / Math.max(1, endMs) : distanceAt(run.track, timeMs) / longest,
    [over, endMs, longest],
  );
  const ofFirst = useCallback((timeMs: number) => (first ? whole(first, timeMs) : 0), [whole, first]);
  const { zoom, from, change } = useAxisPart(playback, ofFirst);
  const axis = useCallback<Axis>((run, timeMs) => (whole(run, timeMs) - from) * zoom, [whole, from, zoom]);
  const shareAt = useCallback((timeMs: number) => (first ? axis(first, timeMs) : 0), [axis, first]);
  const timeAt = (share: number) => {
    const at = from + share / zoom;
    return over === 'time' || !first ? at * endMs : timeAtDistance(first.track, at * longest);
  };
  const drawSpeed = useCallback(
    (chart: ChartPaint) => {
      const curves = runs.map((run) => sampledCurve(run, axis, run.line.forwardSpeeds, kmhPerMs));
      const fastest = Math.max(
        100,
        ...curves.map(({ ys }) => (ys as number[]).reduce((a, b) => Math.max(a, b), 0)),
      );
      paintCurves(chart, curves, speedScale(fastest * 1.05));
    },
    [runs, axis],
  );
  const drawSteer = useCallback(
    (chart: ChartPaint) =>
      paintCurves(
        chart,
        runs.map((run) =>
          run.driving
            ? steppedCurve(run, axis, run.driving.steer)
            : run.line.steer && sampledCurve(run, axis, run.line.steer, 1),
        ),
        steerScale,
      ),
    [runs, axis],
  );
  const drawGas = useCallback(
    (chart: ChartPaint) =>
      paintCurves(
        chart,
        runs.map((run) =>
          run.driving
            ? steppedCurve(run, axis, run.driving.gas)
            : run.line.gas && sampledCurve(run, axis, run.line.gas, 1),
        ),
        gasScale,
      ),
    [runs, axis],
  );
  const drawGap = useCallback(
    (chart: ChartPaint) =>
      paintCurves(
        chart,
        gaps.map((gap) => (gap && first ? gapCurve(first, axis, gap) : null)),
        gapScale(gaps),
      ),
    [gaps, first, axis],
  );
  const common = { playback, shareAt, timeAt };
  const [reference = ''] = drivers;
  return (
    <div className="rv__curves js-only">
      <div className="rv__axis">
        <span className="seg">
          {(['time', 'distance'] as const).map((each) => (
            <button
              key={each}
              type="button"
              className="btn"
              aria-pressed={over === each}
              onClick={() => setOver(each)}
            >
              Over {each}
            </button>
          ))}
        </span>
        <span className="seg">
          <button
            type="button"
            className="btn btn--icon"
            disabled={zoom === 1}
            onClick={() => change(0.5)}
            aria-label="Show more of the axis"
          >
            <Icon name="minus" />
          </button>
          <button
            type="button"
            className="btn btn--icon"
            disabled={zoom === largestAxisZoom}
            onClick={() => change(2)}
            aria-label="Enlarge the axis"
          >
            <Icon name="plus" />
          </button>
        </span>
        {zoom > 1 && (
          <span className="dim n">
            {formatTime(timeAt(0))} – {formatTime(timeAt(1))}
          </span>
        )}
      </div>
      <Chart {...common} title="Speed" label="Speed of the runs" height={120} draw={drawSpeed} />
      {drivers.length > 1 && (
        <Chart
          {...common}
          title={`Gap to ${reference}`}
          label={`How far the others are behind or ahead of ${reference}`}
          height={120}
          draw={drawGap}
        />
      )}
      <Chart {...common} title="Steering" label="Steering of the runs" height={96} draw={drawSteer} />
      <Chart {...common} title="Gas" label="Gas of the runs" height={48} draw={drawGas} />
      {drivers.map((driver, i) => (
        <InputTimeline
          // biome-ignore lint/suspicious/noArrayIndexKey: two runs may be by one driver
          key={i}
          driver={driver}
          run={runs[i] ?? null}
          number={i}
          axis={axis}
          {...common}
        />
      ))}
    </div>
  );
}

interface TimelineProps extends Pick<Parameters<typeof Chart>[0], 'playback' | 'shareAt' | 'timeAt'> {
  driver: string;
  /** null: not loaded yet */
  run: Run | null;
  number: number;
  axis: Axis;
}

const devices = {
  keys: 'keys or direction pad',
  'few-positions': 'stick with few positions',
  analogue: 'analogue',
} as const;

function InputTimeline({ driver, run, number, axis, ...common }: TimelineProps) {
  const draw = useCallback(
    (chart: ChartPaint) => run && paintInputs(chart, number, run, axis),
    [run, number, axis],
  );
  return (
    <Chart
      {...common}
      title={
        <>
          Inputs of <bdi>{driver}</bdi> <span className="dim">{run && noteOn(run)}</span>
        </>
      }
      label={`Inputs of ${driver}: steering, gas, brake and respawns`}
      height={inputsHeight}
      draw={draw}
    />
  );
}

/** The device, and how often the run was set back. */
function noteOn({ driving, respawnsMs: { length: respawns } }: Run): string {
  const device = driving ? devices[driving.device] : 'not in the file';
  return respawns === 0 ? device : `${device}, ${respawns} ${respawns === 1 ? 'respawn' : 'respawns'}`;
}
