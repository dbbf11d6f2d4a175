import pg from 'pg';
import { DatabaseUnavailable } from './unavailable.ts';

/** Requests that may wait for a connection, per connection of the pool; the next one is refused immediately. */
export const waitingPerConnection = 50;

/**
 * A pool with limited waiting: at most `connectionTimeoutMillis` for a connection, and at most 50 waiting requests for each
 * connection it may open. Failing to get a connection is a DatabaseUnavailable.
 */
export class PatientPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super(config);
    const { connect } = pg.Pool.prototype;
    const maxWaiting = waitingPerConnection * (config.max ?? 10);
    const bounded = (callback?: Parameters<typeof connect>[0]) => {
      if (callback) return Reflect.apply(connect, this, [callback]);
      if (this.waitingCount >= maxWaiting) {
        return Promise.reject(
          new DatabaseUnavailable('slow', `${maxWaiting} requests are waiting for a connection already`),
        );
      }
      const connecting: Promise<pg.PoolClient> = Reflect.apply(connect, this, []);
      return connecting.catch((error: Error) => {
        throw new DatabaseUnavailable('unreachable', error.message, { cause: error });
      });
    };
    Object.defineProperty(this, 'connect', { value: bounded });
  }
}
