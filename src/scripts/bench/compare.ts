import type { LoadResult, LoadTask } from './load.ts';
import { runLoad } from './process.ts';

export interface Contender {
  readonly name: string;
  readonly task: Omit<LoadTask, 'connections' | 'seconds'>;
}

const connections = 16;
const rounds = 3;

/**
 * Rounds in turn, so that a slow minute of the machine meets all contenders; the first round only warms up. The
 * median of each contender's rounds.
 */
export async function compare(contenders: readonly Contender[], seconds: number): Promise<LoadResult[]> {
  const results = contenders.map((): LoadResult[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { task }] of contenders.entries()) {
      const result = await runLoad({ ...task, connections, seconds: round === 0 ? 1 : seconds });
      if (round > 0) results[index]?.push(result);
    }
  }
  return results.map(medianOf);
}

function medianOf(results: LoadResult[]): LoadResult {
  const [, middle] = results.sort((a, b) => a.perSecond - b.perSecond);
  if (!middle) throw new Error('There were no rounds.');
  return middle;
}
