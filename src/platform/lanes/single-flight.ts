import { outsideAdmission } from '#platform/admission/admitted.ts';

interface Flight<T> {
  readonly result: Promise<T>;
  readonly abort: AbortController;
  /** callers that have not left */
  callers: number;
}

/**
 * Work that several callers request at the same time, done once. It is aborted when all of them have left. Requests wait for it
 * without their places: otherwise those that wait could fill all of them, and the one that does the work might need one to go on.
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /** The result of the work with this key, which is started unless it is in progress. */
  run(key: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return outsideAdmission(() => this.#board(key, signal, work));
  }

  #board(
    key: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const flight = this.#flights.get(key) ?? this.#start(key, work);
    flight.callers++;
    const leave = () => {
      flight.callers--;
      if (flight.callers > 0) return;
      if (this.#flights.get(key) === flight) this.#flights.delete(key); // a later caller needs a result
      flight.abort.abort();
    };
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
    return flight.result.finally(() => signal?.removeEventListener('abort', leave));
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const abort = new AbortController();
    const result = work(abort.signal).finally(() => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    const flight: Flight<T> = { result, abort, callers: 0 };
    this.#flights.set(key, flight);
    return flight;
  }
}
