/** What the database could not do: nobody could reach it, it took too long, or its disk is full. */
export type UnavailableReason = 'unreachable' | 'slow' | 'full';

/**
 * The database failed through no fault of the query: it is down, restarting, too slow or full. The same request may
 * succeed later. The transaction it happened in is rolled back, unless its COMMIT was already on the way.
 */
export class DatabaseUnavailable extends Error {
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseUnavailable';
    this.reason = reason;
  }
}

/** Compares by name: the bundled pages contain their own copy of the class. */
export const isUnavailable = (error: unknown): error is DatabaseUnavailable =>
  error instanceof Error && error.name === 'DatabaseUnavailable';
