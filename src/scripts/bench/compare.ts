import type { LoadResult, LoadTask } from './load.ts';
import { runLoad } from './process.ts';

export interface Contender {
  readonly name: string;
  readonly task: Omit<LoadTask, 'connections' | 'seconds'>;
}

export interface Standing {
  readonly name: string;
  /** the round with the median number of responses */
  readonly result: LoadResult;
  /** throughput of the last contender relative to this one: the median over the rounds */
  readonly lastReaches: number;
}

const connections = 16;
/** short and many, so that a busy machine spoils some of them but not the median */
const rounds = 9;

/**
 * Alternating rounds, so that a slow moment of the machine affects all contenders; the first round is a warm-up. The last
 * contender is the one compared with the others.
 */
export async function compare(contenders: readonly Contender[], seconds: number): Promise<Standing[]> {
  const results = contenders.map((): LoadResult[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { task }] of contenders.entries()) {
      const result = await runLoad({ ...task, connections, seconds: seconds });
      if (round > 0) results[index]?.push(result);
    }
  }
  const last = results.at(-1) ?? [];
  return contenders.map(({ name }, index) => {
    const own = results[index] ?? [];
    const ratios = own.map(({ perSecond }, round) => (last[round]?.perSecond ?? 0) / perSecond);
    return { name, result: median(own, ({ perSecond }) => perSecond), lastReaches: median(ratios, Number) };
  });
}

function median<T>(values: readonly T[], by: (value: T) => number): T {
  const middle = [...values].sort((a, b) => by(a) - by(b))[values.length >> 1];
  if (middle === undefined) throw new Error('There were no rounds.');
  return middle;
}
