import pg from 'pg';
import { onTestFinished } from 'vitest';

/** What a connection did: a statement was sent, or its answer arrived. */
interface Exchange {
  readonly what: 'send' | 'receive';
  /** the first word of the statement */
  readonly word: string;
}

/** Records what this process exchanges with PostgreSQL until the test has finished. */
export function watchExchanges(): Exchange[] {
  const exchanges: Exchange[] = [];
  const { query } = pg.Client.prototype;
  onTestFinished(() => {
    pg.Client.prototype.query = query;
  });
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    const [first] = sent;
    const text = typeof first === 'string' ? first : String(Reflect.get(Object(first), 'text'));
    const word = text.trim().split(/\W/)[0]?.toLowerCase() ?? '';
    exchanges.push({ what: 'send', word });
    const answer = Reflect.apply(query, this, sent);
    if (answer instanceof Promise)
      answer.finally(() => exchanges.push({ what: 'receive', word })).catch(() => {});
    return answer;
  } as typeof query;
  return exchanges;
}

/** How many statements were sent, and how often the process waited for answers before it sent more. */
export function costOfExchanges(exchanges: readonly Exchange[]): { statements: number; roundTrips: number } {
  const isSent = ({ what }: Exchange) => what === 'send';
  const first = (_: Exchange, at: number) => at === 0 || exchanges[at - 1]?.what === 'receive';
  return {
    statements: exchanges.filter(isSent).length,
    roundTrips: exchanges.filter((one, at) => isSent(one) && first(one, at)).length,
  };
}
