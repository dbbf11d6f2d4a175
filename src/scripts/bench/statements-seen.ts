import pg from 'pg';

/** A statement as it was sent, with the values of some of the times. */
export interface SeenStatement {
  readonly text: string;
  readonly values: unknown[][];
}

/** Enough to meet a busy person and a quiet one. */
const mostValues = 4;

/** Keeps every text this process sends to PostgreSQL from now on; one server measures, so nobody else is changed. */
export function rememberStatements(): () => SeenStatement[] {
  const seen = new Map<string, unknown[][]>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    const [first, values] = sent;
    const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text; // what pg takes
    if (text !== undefined && Array.isArray(values)) {
      const known = seen.get(text) ?? [];
      if (known.length < mostValues) known.push(values);
      seen.set(text, known);
    }
    return Reflect.apply(query, this, sent);
  } as typeof query;
  return () => {
    const all = [...seen].map(([text, values]) => ({ text, values }));
    seen.clear();
    return all;
  };
}
