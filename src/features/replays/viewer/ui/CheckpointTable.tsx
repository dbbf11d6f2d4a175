import { formatTime } from '#lib/format/time.ts';
import type { Run } from '../run.ts';
import { gapsAtCheckpoints } from '../time-gap.ts';
import type { Playback } from './playback.ts';

interface Props {
  runs: readonly Run[];
  playback: Playback;
}

/** `+0.12` or `−1.05`, in seconds. */
const formatGap = (ms: number): string =>
  `${ms < 0 ? '−' : '+'}${Math.floor(Math.abs(ms) / 1000)}.${String(Math.floor((Math.abs(ms) % 1000) / 10)).padStart(2, '0')}`;

/** The times at checkpoints: those of the first run, and how much later or earlier the others were. A time moves the cursor. */
export function CheckpointTable({ runs, playback }: Props) {
  const [first, ...others] = runs;
  if (!first || first.checkpointsMs.length === 0) return null;
  const gaps = others.map((run) => gapsAtCheckpoints(first.checkpointsMs, run.checkpointsMs));
  const isComparable = others.map((run) => run.checkpointsMs.length === first.checkpointsMs.length);
  const last = first.checkpointsMs.length - 1;
  return (
    <div className="rv__checkpoints">
      <table>
        <caption>Checkpoints</caption>
        <thead>
          <tr>
            <th scope="col">Checkpoint</th>
            {runs.map((run, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two runs may be by one driver
              <th scope="col" className="r" key={i}>
                <span className={`run run--${i + 1}`} aria-hidden="true">
                  ■
                </span>{' '}
                {run.driver}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first.checkpointsMs.map((timeMs, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: checkpoints have no other name
            <tr key={at}>
              <th scope="row">{at === last ? 'Finish' : at + 1}</th>
              <td className="r n">
                <button type="button" className="rv__jump time" onClick={() => playback.seek(timeMs)}>
                  {formatTime(timeMs)}
                </button>
              </td>
              {gaps.map((each, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td className="r n" key={i}>
                  {isComparable[i] ? formatGap(each[at] ?? 0) : '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
