import pg from 'pg';

/** A statement as it was sent, with the values of some of the times. */
export interface SeenStatement {
  readonly text: string;
  readonly values: unknown[][];
  /** of the slowest time, from sending it to its last row */
  readonly worstMs: number;
}

/** Enough to meet a busy person and a quiet one. */
const mostValues = 4;

/** Keeps every text this process sends to PostgreSQL from now on; one server measures, so nobody else is changed. */
export function rememberStatements(): () => SeenStatement[] {
  const seen = new Map<string, { values: unknown[][]; worstMs: number }>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    const [first, values] = sent;
    const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text; // what pg takes
    const began = performance.now();
    const answer = Reflect.apply(query, this, sent);
    if (text !== undefined && Array.isArray(values)) {
      const known = seen.get(text) ?? { values: [], worstMs: 0 };
      if (known.values.length < mostValues) known.values.push(values);
      seen.set(text, known);
      const told = () => {
        known.worstMs = Math.max(known.worstMs, performance.now() - began);
      };
      if (answer instanceof Promise) answer.then(told, told);
    }
    return answer;
  } as typeof query;
  return () => {
    const all = [...seen].map(([text, { values, worstMs }]) => ({ text, values, worstMs }));
    seen.clear();
    return all;
  };
}
