import pg from 'pg';

/** A statement as it was sent, with some of its sets of values. */
export interface SeenStatement {
  readonly text: string;
  readonly values: unknown[][];
  readonly times: number;
  /** of all runs, from sending it to its last row */
  readonly totalMs: number;
}

/** Enough to include an active and an inactive user. */
const maxValues = 4;

/** Records every statement that this process sends to PostgreSQL from now on. */
export function rememberStatements(): () => SeenStatement[] {
  const seen = new Map<string, { values: unknown[][]; times: number; totalMs: number }>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    const [first, values] = sent;
    const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text; // the parameters of pg
    const began = performance.now();
    const answer = Reflect.apply(query, this, sent);
    if (text !== undefined && Array.isArray(values)) {
      const known = seen.get(text) ?? { values: [], times: 0, totalMs: 0 };
      if (known.values.length < maxValues) known.values.push(values);
      known.times += 1;
      seen.set(text, known);
      const record = () => {
        known.totalMs += performance.now() - began;
      };
      if (answer instanceof Promise) answer.then(record, record);
    }
    return answer;
  } as typeof query;
  return () => {
    const all = [...seen].map(([text, known]) => ({ text, ...known }));
    seen.clear();
    return all;
  };
}
