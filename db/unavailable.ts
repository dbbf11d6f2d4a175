/** Why the database failed: unreachable, too slow, or its disk is full. */
export type UnavailableReason = 'unreachable' | 'slow' | 'full';

/**
 * The database failed, not the query: it is down, restarting, too slow or full. The same request may succeed later. Its
 * transaction is rolled back, unless its COMMIT was already sent.
 */
export class DatabaseUnavailable extends Error {
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseUnavailable';
    this.reason = reason;
  }
}
