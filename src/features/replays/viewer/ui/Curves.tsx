import { useCallback, useMemo, useState } from 'react';
import { gapOf, type Run } from '../run.ts';
import type { Gap } from '../time-gap.ts';
import { distanceAt, timeAtDistance } from '../track-line.ts';
import { Chart, type ChartPaint } from './Chart.tsx';
import { type Axis, gapCurve, gapScale, paintCurves, sampledCurve, steppedCurve } from './paint-curves.ts';
import { inputsHeight, paintInputs } from './paint-inputs.ts';
import type { Playback } from './playback.ts';

interface Props {
  runs: readonly Run[];
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
export function Curves({ runs, playback, endMs }: Props) {
  const [over, setOver] = useState<'time' | 'distance'>('time');
  const [first] = runs;
  const longest = Math.max(1, ...runs.map(lengthOf));
  const gaps = useMemo(
    () => runs.map((run, i): Gap | null => (i === 0 || !first ? null : gapOf(first, run))),
    [runs, first],
  );
  const axis = useCallback<Axis>(
    (run, timeMs) =>
      over === 'time' ? timeMs / Math.max(1, endMs) : distanceAt(run.track, timeMs) / longest,
    [over, endMs, longest],
  );
  const shareAt = useCallback((timeMs: number) => (first ? axis(first, timeMs) : 0), [axis, first]);
  const timeAt = (share: number) =>
    over === 'time' || !first ? share * endMs : timeAtDistance(first.track, share * longest);
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
  const gapShare = useCallback(
    (timeMs: number) => (first ? distanceAt(first.track, timeMs) / Math.max(1, lengthOf(first)) : 0),
    [first],
  );
  const drawGap = useCallback(
    (chart: ChartPaint) =>
      paintCurves(
        chart,
        gaps.map((gap) => gap && gapCurve(gap, first ? lengthOf(first) : 1)),
        gapScale(gaps),
      ),
    [gaps, first],
  );
  const common = { playback, shareAt, timeAt };
  return (
    <div className="rv__curves">
      <fieldset className="rv__over">
        <legend className="sr">Curves over</legend>
        {(['time', 'distance'] as const).map((each) => (
          <label key={each}>
            <input type="radio" name="over" checked={over === each} onChange={() => setOver(each)} /> Over{' '}
            {each}
          </label>
        ))}
      </fieldset>
      <Chart {...common} title="Speed" label="Speed of the runs" height={120} draw={drawSpeed} />
      {first && gaps.some(Boolean) && (
        <Chart
          title={`Gap to ${first.driver}`}
          label={`How far the others are behind or ahead of ${first.driver}`}
          height={120}
          playback={playback}
          draw={drawGap}
          shareAt={gapShare}
          timeAt={(share) => timeAtDistance(first.track, share * lengthOf(first))}
        />
      )}
      <Chart {...common} title="Steering" label="Steering of the runs" height={96} draw={drawSteer} />
      <Chart {...common} title="Gas" label="Gas of the runs" height={48} draw={drawGas} />
      {runs.map(
        (run, i) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: two runs may be by one driver
          run.driving && <InputTimeline key={i} run={run} number={i} axis={axis} {...common} />,
      )}
    </div>
  );
}

interface TimelineProps extends Pick<Parameters<typeof Chart>[0], 'playback' | 'shareAt' | 'timeAt'> {
  run: Run;
  number: number;
  axis: Axis;
}

const devices = {
  keys: 'keys or direction pad',
  'few-positions': 'stick with few positions',
  analogue: 'analogue',
} as const;

function InputTimeline({ run, number, axis, ...common }: TimelineProps) {
  const draw = useCallback((chart: ChartPaint) => paintInputs(chart, number, run, axis), [run, number, axis]);
  const device = run.driving ? devices[run.driving.device] : '';
  const respawns = run.respawnsMs.length;
  const note = `${device}${respawns > 0 ? `, ${respawns} ${respawns === 1 ? 'respawn' : 'respawns'}` : ''}`;
  return (
    <Chart
      {...common}
      title={
        <>
          Inputs of {run.driver} <span className="dim">{note}</span>
        </>
      }
      label={`Inputs of ${run.driver}: steering, gas, brake and respawns`}
      height={inputsHeight}
      draw={draw}
    />
  );
}
