import {
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  type KyselyPlugin,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { NamesOnlyDialect } from './table-names.ts';

/** The transactions that have not ended, by connection. */
const running = new WeakMap<DatabaseConnection, { hasEnded: boolean }>();

class EagerDriver extends PostgresDriver {
  /** Sends `begin` with the first statement. Only a lost connection can refuse it, and then that statement fails, too. */
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    running.set(connection, { hasEnded: false });
    super.beginTransaction(connection, settings).catch(() => {});
  }

  override commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#end(connection);
    return super.commitTransaction(connection);
  }

  override rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    this.#end(connection);
    return super.rollbackTransaction(connection);
  }

  #end(connection: DatabaseConnection): void {
    const transaction = running.get(connection);
    if (transaction) transaction.hasEnded = true;
    running.delete(connection);
  }
}

/** The connection of a transaction without Kysely's queue, in which each statement waits for the one before. */
class SharedConnection implements ConnectionProvider {
  readonly #connection: Promise<DatabaseConnection>;
  #transaction: { readonly hasEnded: boolean } | undefined;

  constructor(provider: ConnectionProvider) {
    this.#connection = provider.provideConnection(async (connection) => connection);
  }

  /** Refuses what a failed transaction goes on to send after its rollback: it would be stored. */
  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    const connection = await this.#connection;
    this.#transaction ??= running.get(connection);
    if (this.#transaction?.hasEnded) throw new Error('A statement came after the end of its transaction.');
    return consumer(connection);
  }
}

class PipeliningExecutor extends DefaultQueryExecutor {
  /** Called for each transaction. */
  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    return super.withConnectionProvider(new SharedConnection(provider));
  }
}

/**
 * Kysely on a pool whose clients pipeline. Statements of one transaction that are not awaited one by one, as in
 * `Promise.all([lock(tx), read(tx)])`, share a round trip: PostgreSQL runs them in the order of the calls, each after the one before
 * has ended. If one fails, those after it fail as well.
 */
export function pipeliningKysely<Tables>(pool: pg.Pool, plugins: KyselyPlugin[]): Kysely<Tables> {
  const dialect = new NamesOnlyDialect({ pool });
  const driver = new EagerDriver({ pool });
  void driver.init(); // without a function for its pool it is ready at once
  const connections = new DefaultConnectionProvider(driver);
  const executor = new PipeliningExecutor(
    dialect.createQueryCompiler(),
    dialect.createAdapter(),
    connections,
    plugins,
  );
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor });
}
