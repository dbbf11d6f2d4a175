import { storable } from '#lib/codes/text.ts';
import type { TrackOddity } from '#lib/codes/track.ts';
import type { Block } from '#lib/gbx/read/blocks.ts';
import type { Challenge } from '#lib/gbx/read/challenge-facts.ts';
import type { Environment } from '#lib/gbx/read/environment.ts';
import { excerpt } from '#lib/gbx/read/text-limits.ts';
import { environmentOfBlock } from './block-names/environment-of-block.ts';

/** Of TM 1.0 and Power Up, then of the decorations of Original, which later games still have. */
const originalSizes = ['32x12x32', '10x18x150', '20x18x60', '30x18x30', '45x18x45'];
/** Of Sunrise, then of United. */
const sunriseSizes = ['36x36x36', '45x36x45'];

/** The sizes of the maps of each environment: width, height, depth. */
const sizes: Readonly<Record<Environment, readonly string[]>> = {
  Desert: originalSizes,
  Snow: originalSizes,
  Rally: originalSizes,
  Island: sunriseSizes,
  Bay: sunriseSizes,
  Coast: sunriseSizes,
  Stadium: ['32x32x32'],
};

/** A start of TM 1.0 that the lists of blocks do not have. */
const ofAnyEnvironment = 'CE_HelicoStart';

/**
 * What a track contains that the editors of the games cannot make, so that it was made with TMUnlimiter or by hand. Where
 * TMUnlimiter hides the blocks there is nothing to check.
 */
export function trackOddities(
  track: Pick<Challenge, 'environment' | 'size' | 'blocks' | 'unlimiter'>,
): readonly TrackOddity[] {
  if (track.unlimiter) return [];
  const { environment, size, blocks } = track;
  const isUsualSize = sizes[environment].includes(`${size.x}x${size.y}x${size.z}`);
  const isOutside = ({ x, y, z }: Block) => x >= size.x || y >= size.y || z >= size.z;
  return [
    ...(isUsualSize ? [] : [{ kind: 'size', ...size } as const]),
    ...found('foreign', blocks, ({ name }) => (environmentOfBlock(name) ?? environment) !== environment),
    ...found(
      'unknown',
      blocks,
      ({ name }) => environmentOfBlock(name) === undefined && name !== ofAnyEnvironment,
    ),
    // in a map of no size, all blocks would be
    ...(isUsualSize ? found('outside', blocks, isOutside) : []),
  ];
}

function found(
  kind: 'foreign' | 'unknown' | 'outside',
  blocks: readonly Block[],
  isOdd: (block: Block) => boolean,
): readonly TrackOddity[] {
  const odd = blocks.filter(isOdd);
  const [first] = odd;
  if (first === undefined) return [];
  const { name, x, y, z } = first;
  return [{ kind, blocks: odd.length, first: storable(excerpt(name)), at: [x, y, z] }];
}
