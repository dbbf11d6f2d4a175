import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresDialect,
  type QueryResult,
} from 'kysely';
import type { Database } from '#db/database.ts';

/** Whether a statement only reads. */
export const isRead = (text: string): boolean =>
  /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete|share)\b/i.test(text);

const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('A redirected database has no connections of its own.')),
});

interface Redirection {
  /** gets each statement outside transactions */
  executeQuery(query: CompiledQuery): Promise<QueryResult<unknown>>;
  /** called before a transaction, or a connection of its own, begins */
  onTransaction(): void;
}

/** A database whose statements go where `executeQuery` sends them; its transactions are those of the real one. */
export class RedirectedDb extends Kysely<Database> {
  readonly #real: Kysely<Database>;
  readonly #onTransaction: () => void;

  constructor(real: Kysely<Database>, { executeQuery, onTransaction }: Redirection) {
    const connection = {
      executeQuery,
      streamQuery: () => {
        throw new Error('Results are read as a whole.');
      },
    } as DatabaseConnection; // the rows are those of the query
    const executor = real.getExecutor().withConnectionProvider({
      provideConnection: (consumer) => consumer(connection),
    });
    super({ config: { dialect }, dialect, driver: new DummyDriver(), executor });
    this.#real = real;
    this.#onTransaction = onTransaction;
  }

  override transaction() {
    this.#onTransaction();
    return this.#real.transaction();
  }

  override connection() {
    this.#onTransaction();
    return this.#real.connection();
  }
}
