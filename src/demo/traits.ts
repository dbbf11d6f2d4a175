import type { EnvironmentName } from '#lib/codes/environment.ts';
import { moods } from '#lib/codes/track.ts';
import type { PlannedTrack } from './world.ts';

/** What players say about a track depends on these: its place, its route, its mode, its light. */
export type Trait =
  | EnvironmentName
  | 'jump'
  | 'loop'
  | 'climb'
  | 'laps'
  | 'long'
  | 'short'
  | 'hard'
  | 'easy'
  | 'night'
  | 'sunset'
  | 'Platform'
  | 'Stunts'
  | 'Puzzle'
  | 'beta';

type Facts = Pick<PlannedTrack, 'spec' | 'road' | 'environment' | 'settings' | 'isBeta'>;

/** What players notice about a planned track. */
export function traitsOf({ spec, road, environment, settings, isBeta }: Facts): Set<Trait> {
  const heights = road.map(({ y }) => y);
  const { mode, mood, laps = 0 } = spec;
  const authorTimeMs = spec.authorTimeMs ?? 0;
  const seen: readonly (readonly [Trait, boolean])[] = [
    [environment, true],
    ['jump', road.some(({ name }) => /ramp|jump/i.test(name))],
    ['loop', road.some(({ name }) => /loop/i.test(name))],
    ['climb', Math.max(...heights) - Math.min(...heights) >= 3],
    ['laps', laps > 0],
    ['long', authorTimeMs > 75_000],
    ['short', authorTimeMs < 33_000],
    ['hard', settings.Difficulty === 3],
    ['easy', settings.Difficulty === 0],
    ['night', mood === moods[3]],
    ['sunset', mood === moods[2]],
    ['Platform', mode === 'Platform'],
    ['Stunts', mode === 'Stunts'],
    ['Puzzle', mode === 'Puzzle'],
    ['beta', isBeta],
  ];
  return new Set(seen.flatMap(([trait, has]) => (has ? [trait] : [])));
}
