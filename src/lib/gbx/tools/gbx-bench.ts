import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readChallenge, readChallengeHeader } from '../read/challenge.ts';
import { CHALLENGES } from './fixture-specs.ts';
import { sampleBlocks } from './sample-track.ts';
import { writeChallenge } from './writer.ts';

/** Real files, stored next to the project and never in it; missing on most machines. */
export const SAMPLE_FILES = join(import.meta.dirname, '../../../..', '../shared/gbx');

export type BenchResult = {
  readonly name: string;
  readonly medianMicros: number;
  readonly aimMicros: number;
};

/** Real tracks if there are any, otherwise generated ones of a typical size. */
function tracks(): Uint8Array[] {
  const folder = join(SAMPLE_FILES, 'tracks');
  if (existsSync(folder)) return readdirSync(folder).map((file) => readFileSync(join(folder, file)));
  return Object.values(CHALLENGES).map((spec, seed) =>
    writeChallenge({ ...spec, blocks: sampleBlocks({ environment: spec.environment, seed }) }),
  );
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** The median over all files of the median time per file, in microseconds, after warming up. */
function medianMicros(files: readonly Uint8Array[], read: (bytes: Uint8Array) => unknown): number {
  const rounds = 40;
  const times = files.map((): number[] => []);
  for (let round = 0; round < 2 * rounds; round++) {
    for (const [i, bytes] of files.entries()) {
      const from = performance.now();
      read(bytes);
      const micros = (performance.now() - from) * 1000;
      if (round >= rounds) times[i]?.push(micros);
    }
  }
  return median(times.map(median));
}

/** How long reading a track takes, compared with the goal: it happens during the request of an upload. */
export function gbxBench(): BenchResult[] {
  const files = tracks();
  return [
    { name: 'gbx: header of a track', medianMicros: medianMicros(files, readChallengeHeader), aimMicros: 50 },
    {
      name: 'gbx: whole track, LZO and blocks',
      medianMicros: medianMicros(files, readChallenge),
      aimMicros: 200,
    },
  ];
}

if (import.meta.main) {
  for (const { name, medianMicros: found, aimMicros } of gbxBench()) {
    console.log(`${name}: ${found.toFixed(1)} µs (aim ${aimMicros} µs)`);
  }
}
