import { formatTime } from '#lib/format/time.ts';
import { PlainLink } from '#ui/PlainLink.tsx';
import { sectorsOf } from '../faster.ts';
import { formatSeconds } from '../telemetry.ts';
import { gapsAtCheckpoints } from '../time-gap.ts';
import type { Playback } from './playback.ts';
import { runClass } from './RunColours.tsx';

interface Props {
  runs: readonly { readonly driver: string; readonly checkpointsMs: readonly number[] | null }[];
  playback: Playback;
  /** the address of this view at a time */
  addressOf: (timeMs: number) => string;
}

/**
 * The sectors of the runs side by side: the time of each, the gap to the first run at its end, and who was fastest. The times of the
 * first run move the cursor. Without a script, it shows what the server knows.
 */
export function CheckpointTable({ runs, playback, addressOf }: Props) {
  const times = runs.map(({ checkpointsMs }) => checkpointsMs ?? []);
  const [first = []] = times;
  // one sector of one run is its result
  if (first.length === 0 || (first.length === 1 && runs.length === 1)) return null;
  const sectors = sectorsOf(times);
  const gaps = times.map((each) => gapsAtCheckpoints(first, each));
  const last = first.length - 1;
  return (
    <div className="rv__checkpoints">
      <table>
        <caption>Sectors</caption>
        <thead>
          <tr>
            <th scope="col">Sector</th>
            {runs.map(({ driver }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two runs may be by one driver
              <th scope="col" className="r" key={i}>
                <Name number={i} driver={driver} />
              </th>
            ))}
            {runs.length > 1 && <th scope="col">Fastest</th>}
          </tr>
        </thead>
        <tbody>
          {sectors.map(({ timesMs, fastest, leadMs }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: checkpoints have no other name
            <tr key={at}>
              <th scope="row">{at === last ? 'Finish' : at + 1}</th>
              {timesMs.map((ms, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td className="r n" key={i}>
                  <span className={fastest === i ? 'rv__best' : undefined}>
                    {ms === null ? '–' : formatTime(ms)}
                  </span>
                  <br />
                  {i === 0 ? (
                    <PlainLink href={addressOf(first[at] ?? 0)} onPress={() => playback.seek(first[at] ?? 0)}>
                      {formatTime(first[at])}
                    </PlainLink>
                  ) : (
                    <span className="dim">{ms === null ? '' : formatSeconds(gaps[i]?.[at] ?? 0)}</span>
                  )}
                </td>
              ))}
              {runs.length > 1 && (
                <td>
                  {fastest === null ? (
                    <span className="dim">–</span>
                  ) : (
                    <>
                      <Name number={fastest} driver={runs[fastest]?.driver ?? ''} />
                      <br />
                      <span className="dim n">by {formatSeconds(leadMs).slice(1)} s</span>
                    </>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Name = ({ number, driver }: { number: number; driver: string }) => (
  <span className="rv__name" title={driver}>
    <span className={`run ${runClass(number)}`} aria-hidden="true">
      ■
    </span>{' '}
    <bdi>{driver}</bdi>
  </span>
);
