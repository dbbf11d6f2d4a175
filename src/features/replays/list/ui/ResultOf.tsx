import { platformType } from '#lib/codes/track.ts';
import { formatResult } from '#lib/format/result.ts';
import type { WireResult } from '../../gap.ts';

const secretTip = 'The time will be visible to you when the author or Nadeo has made it visible.';

export interface Resulting extends WireResult {
  readonly Track: { readonly Type: number };
}

/** A result in the unit of its track's type. */
export const resultText = ({ Track, ReplayTime, ReplayScore, ReplayRespawns }: Resulting): string =>
  formatResult(Track.Type, ReplayTime, Track.Type === platformType ? ReplayRespawns : ReplayScore);

/** A result, or that it is secret. */
export function ResultOf({ replay }: { replay: Resulting }) {
  if (replay.IsSecret) return <i title={secretTip}>Secret</i>;
  return <span className="time n">{resultText(replay)}</span>;
}
