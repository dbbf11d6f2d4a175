import { medalNames } from '#features/replays/model.ts';
import type { PostedReplay, ReplayAnalysis } from '#features/replays/upload/analysis.ts';
import { stuntsType } from '#lib/codes/track.ts';
import { formatRank } from '#lib/format/ordinal.ts';
import { formatResult } from '#lib/format/result.ts';
import { formatTime } from '#lib/format/time.ts';

type Worth = Pick<ReplayAnalysis, 'Track' | 'Position' | 'Difference' | 'ReplayTime' | 'ReplayScore'> & {
  /** null: not known */
  readonly Medal: number | null;
};

type Outcome = Pick<PostedReplay, 'Type' | 'ReplayTime' | 'ReplayScore' | 'Position' | 'BoundLogin'>;

/** The result of a replay as text. */
export const resultText = ({ Track, ReplayTime, ReplayScore }: Worth): string =>
  formatResult(Track?.Type ?? null, ReplayTime, ReplayScore);

/** How a posted replay turned out: `00:41.00, 1st` or `00:41.00, unranked`. */
export const outcomeText = ({ Type, ReplayTime, ReplayScore, Position }: Outcome): string =>
  `${formatResult(Type, ReplayTime, ReplayScore)}, ${Position === null ? 'unranked' : formatRank(Position + 1)}`;

/** What is shown to a driver whose first replay with a login has bound it; null without one. */
export const boundLoginText = ({ BoundLogin }: Outcome): string | null =>
  BoundLogin === undefined
    ? null
    : `The login “${BoundLogin}” is now yours: no one else can upload replays driven with it.`;

/** The distance to the record: `+00:01.20 to the record`, `00:00.40 better than the record`. */
function recordText({ Track, Position, Difference }: Worth): string {
  if (Difference === null) return Position === 0 ? 'the first record' : '';
  const size = Track?.Type === stuntsType ? `${Math.abs(Difference)} pts` : formatTime(Math.abs(Difference));
  if (Difference === 0) return 'equals the record';
  return Difference < 0 ? `${size} better than the record` : `${size} behind the record`;
}

/** What a replay would be worth: place, distance to the record, medal. */
export function worthFacts(worth: Worth): readonly (readonly [name: string, value: string])[] {
  const { Position, Medal } = worth;
  const record = recordText(worth);
  return [
    ['Result', resultText(worth)],
    ...(Position === null ? [] : ([['Rank', formatRank(Position + 1)]] as const)),
    ...(record === '' ? [] : ([['Record', record]] as const)),
    ...(worth.Track === null || Medal === null ? [] : ([['Medal', medalNames[Medal] || 'none']] as const)),
  ];
}
