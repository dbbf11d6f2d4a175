import type { Environment } from '#lib/gbx/read/environment.ts';
import type { BlockNames } from './names.ts';
import { desertBlocks, rallyBlocks, snowBlocks } from './original.ts';
import { stadiumBlocks } from './stadium.ts';
import { bayBlocks, coastBlocks, islandBlocks } from './sunrise.ts';

/**
 * All blocks of the old games: those of 428 real tracks, those of a public catalogue, which had all of these, and the border pieces
 * that the games add.
 */
const blocks: Readonly<Record<Environment, BlockNames>> = {
  Desert: desertBlocks,
  Snow: snowBlocks,
  Rally: rallyBlocks,
  Island: islandBlocks,
  Bay: bayBlocks,
  Coast: coastBlocks,
  Stadium: stadiumBlocks,
};

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const environments: ReadonlyMap<string, Environment> = new Map(
  (Object.keys(blocks) as Environment[]) // the keys of this Record
    .flatMap((environment) => {
      const { prefix, prefixed, plain = '' } = blocks[environment];
      const names = [...words(prefixed).map((name) => prefix + name), ...words(plain)];
      return names.map((name) => [name, environment] as const);
    }),
);

/** The environment with a block of this name; undefined if the old games have none. */
export const environmentOfBlock = (name: string): Environment | undefined => environments.get(name);
