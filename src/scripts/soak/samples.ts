/** The server at one moment. */
export interface Sample {
  /** seconds since the load began */
  readonly second: number;
  readonly descriptors: number;
  readonly residentMb: number;
  /** after garbage collection; null if not measured */
  readonly heapMb: number | null;
  readonly connections: number;
  readonly tempFiles: number;
  readonly requests: number;
  readonly cuts: number;
  readonly uploads: number;
}

type Measure = 'descriptors' | 'residentMb' | 'heapMb' | 'connections' | 'tempFiles';

/**
 * By how much the median of the last third may exceed that of the second third: a fraction of it, and a fixed amount. The first
 * third is warm-up. A leak of one descriptor in a hundred client aborts would add some 160 descriptors between the middles of
 * the two thirds; one of 2 kB per abort some 33 MB.
 */
export const tolerances: Readonly<Record<Measure, { share: number; plus: number }>> = {
  descriptors: { share: 0.1, plus: 10 },
  residentMb: { share: 0.1, plus: 16 },
  heapMb: { share: 0.1, plus: 8 },
  connections: { share: 0, plus: 3 },
  tempFiles: { share: 0.1, plus: 3 },
};

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

export interface Flatness {
  readonly measure: Measure;
  readonly middle: number;
  readonly last: number;
  readonly most: number;
  readonly ok: boolean;
}

/** Whether each measure stayed flat after the first third. */
export function flatness(samples: readonly Sample[]): Flatness[] {
  const end = samples.at(-1)?.second ?? 0;
  const third = (n: number) =>
    samples.filter(({ second }) => second >= (end * n) / 3 && (n === 2 || second < (end * (n + 1)) / 3));
  return (Object.keys(tolerances) as Measure[]).map((measure) => {
    const of = (part: readonly Sample[]) =>
      median(part.flatMap((sample) => (sample[measure] === null ? [] : [sample[measure]])));
    const [middle, last] = [of(third(1)), of(third(2))];
    const { share, plus } = tolerances[measure];
    const most = middle * (1 + share) + plus;
    return { measure, middle, last, most, ok: last <= most };
  });
}

const columns = [
  ['minute', (part: readonly Sample[]) => Math.floor((part[0]?.second ?? 0) / 60) + 1],
  ['requests', (part: readonly Sample[]) => grown(part, 'requests')],
  ['aborts', (part: readonly Sample[]) => grown(part, 'cuts')],
  ['uploads', (part: readonly Sample[]) => grown(part, 'uploads')],
  ['fds', (part: readonly Sample[]) => median(part.map((sample) => sample.descriptors))],
  ['fds max', (part: readonly Sample[]) => Math.max(...part.map((sample) => sample.descriptors))],
  ['RSS MB', (part: readonly Sample[]) => Math.round(median(part.map((sample) => sample.residentMb)))],
  ['heap MB', (part: readonly Sample[]) => median(part.flatMap(({ heapMb }) => heapMb ?? [])).toFixed(1)],
  ['PG conn', (part: readonly Sample[]) => median(part.map((sample) => sample.connections))],
  ['temp', (part: readonly Sample[]) => median(part.map((sample) => sample.tempFiles))],
] as const;

const grown = (part: readonly Sample[], key: 'requests' | 'cuts' | 'uploads') =>
  (part.at(-1)?.[key] ?? 0) - (part[0]?.[key] ?? 0);

/** One line per minute. */
export function table(samples: readonly Sample[]): string {
  const minutes = Map.groupBy(samples, ({ second }) => Math.floor(second / 60));
  const rows = [...minutes.values()].filter((part) => part.length > 1);
  const lines = [
    columns.map(([name]) => name),
    ...rows.map((part) => columns.map(([, value]) => `${value(part)}`)),
  ];
  return lines.map((cells) => cells.map((cell) => cell.padStart(8)).join(' ')).join('\n');
}
