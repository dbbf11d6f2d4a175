import pg from 'pg';

/** A statement as it was sent, with some of its sets of values. */
export interface SeenStatement {
  readonly text: string;
  readonly values: unknown[][];
  /** of the slowest run, from sending it to its last row */
  readonly worstMs: number;
}

/** Enough to include an active and an inactive user. */
const mostValues = 4;

/** Records every statement that this process sends to PostgreSQL from now on. */
export function rememberStatements(): () => SeenStatement[] {
  const seen = new Map<string, { values: unknown[][]; worstMs: number }>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    const [first, values] = sent;
    const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text; // the parameters of pg
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
