import type { TrackOddity } from '#lib/codes/track.ts';
import { formatWhole } from '#lib/format/count.ts';

/** Completes a sentence that ends in a colon. */
function oddityText(odd: TrackOddity): string {
  if (odd.kind === 'size') return `the map is ${odd.x} × ${odd.y} × ${odd.z}, a size that it doesn’t have`;
  const { kind, blocks, first, at } = odd;
  const count = blocks === 1 ? '1 block is' : `${formatWhole(blocks)} blocks are`;
  const what = {
    foreign: 'from another environment',
    unknown: 'of a kind that it doesn’t have',
    outside: 'outside the map',
  }[kind];
  return `${count} ${what} (${blocks === 1 ? '' : 'first: '}${first} at ${at.join(', ')})`;
}

/** Why the editor of the game cannot make a track, as a sentence; `oddities` are not empty. */
export const odditiesText = (oddities: readonly TrackOddity[]): string =>
  `The editor of the game can’t make this track: ${oddities.map(oddityText).join('; ')}.`;

/** How such a track is listed; completes a sentence that begins with its name. */
export const listedAsOdd =
  'is listed as made with TMUnlimiter and as uncompetitive: its replays don’t count on any leaderboard.';
