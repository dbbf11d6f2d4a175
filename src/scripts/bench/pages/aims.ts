import { z } from 'zod';
import { table } from '../times.ts';

/** A figure beside its aim. */
export interface Aim {
  readonly title: string;
  /** null: it was not measured in this run */
  readonly figure: number | null;
  readonly limit: number;
  readonly is: 'at most' | 'at least';
  readonly unit: string;
}

/** Aims as they are stored in a file. */
export const StoredAims: z.ZodType<Aim[]> = z.array(
  z.object({
    title: z.string(),
    figure: z.number().nullable(),
    limit: z.number(),
    is: z.enum(['at most', 'at least']),
    unit: z.string(),
  }),
);

export const atMost = (
  title: string,
  figure: number | null | undefined,
  limit: number,
  unit: string,
): Aim => ({
  title,
  figure: figure ?? null,
  limit,
  is: 'at most',
  unit,
});

export const atLeast = (
  title: string,
  figure: number | null | undefined,
  limit: number,
  unit: string,
): Aim => ({
  ...atMost(title, figure, limit, unit),
  is: 'at least',
});

/** Whether an aim is met. A figure that is no number misses it. */
export function verdictOn({ figure, limit, is }: Aim): 'met' | 'MISSED' | 'not measured' {
  if (figure === null) return 'not measured';
  return (is === 'at most' ? figure <= limit : figure >= limit) ? 'met' : 'MISSED';
}

/** A figure with as many digits as are worth reading. */
export function shown(figure: number): string {
  if (!Number.isFinite(figure)) return '–';
  const digits = Math.abs(figure) >= 100 || Number.isInteger(figure) ? 0 : Math.abs(figure) >= 1 ? 1 : 2;
  return figure.toFixed(digits);
}

/** The measured aims, one line each; `other`: the same aims of the build that is compared with. */
export function aimsTable(aims: readonly Aim[], other?: readonly Aim[]): string {
  const of = (aim: Aim | undefined) => (aim && aim.figure !== null ? `${shown(aim.figure)} ${aim.unit}` : '');
  const rows = aims.flatMap((aim, at) => {
    const verdict = verdictOn(aim);
    if (verdict === 'not measured') return [];
    const limit = `${aim.is} ${shown(aim.limit)} ${aim.unit}`;
    return [[aim.title, of(aim), ...(other ? [of(other[at])] : []), limit, verdict]];
  });
  return table([['aim', 'figure', ...(other ? ['compared with'] : []), 'limit', ''], ...rows]);
}

/** "7 of 40 aims are missed", or that none is. */
export function summary(aims: readonly Aim[]): string {
  const judged = aims.map(verdictOn).filter((verdict) => verdict !== 'not measured');
  const missed = judged.filter((verdict) => verdict === 'MISSED').length;
  return missed === 0
    ? `All ${judged.length} measured aims are met.`
    : `${missed} of ${judged.length} aims are MISSED.`;
}
