import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientKey } from './clients.ts';
import type { FairQueue, Waiting } from './fair-queue.ts';

const current = new AsyncLocalStorage<Admitted>();
/** set while a transaction runs */
const keeping = new AsyncLocalStorage<true>();

/** What requests share. */
interface Queues {
  readonly requests: FairQueue<ClientKey>;
  readonly bodies: FairQueue<ClientKey>;
  readonly now: () => number;
}

/** A request that was admitted. It may give up its place for a while, and give it back early. */
export class Admitted {
  readonly client: ClientKey;
  readonly #queues: Queues;
  #since: number | undefined;
  #leave: (() => void) | null = null;
  #isOver = false;

  constructor(queues: Queues, client: ClientKey) {
    this.#queues = queues;
    this.client = client;
  }

  async enter(how: Waiting): Promise<void> {
    this.#since ??= this.#queues.now();
    const leave = await this.#queues.requests.enter(this.client, how);
    if (this.#isOver) leave();
    else this.#leave = leave;
  }

  /** Gives the place back for good: what remains is to send. */
  leave(): void {
    this.#isOver = true;
    this.#leave?.();
    this.#leave = null;
  }

  /** Waits without a place. Afterwards the request waits for one again, ahead of what its client sent later. */
  async outside<T>(wait: () => Promise<T>): Promise<T> {
    const leave = this.#leave;
    if (!leave) return wait();
    this.#leave = null;
    leave();
    try {
      return await wait();
    } finally {
      if (!this.#isOver) await this.enter({ since: this.#since ?? 0 });
    }
  }

  /** Receives a body without a place; only so many bodies arrive at once. */
  receive<T>(read: () => Promise<T>): Promise<T> {
    return this.outside(async () => {
      const leave = await this.#queues.bodies.enter(this.client);
      try {
        return await read();
      } finally {
        leave();
      }
    });
  }
}

/** Runs `work` as part of this request. */
export const whileAdmitted = <T>(admitted: Admitted, work: () => Promise<T>): Promise<T> =>
  current.run(admitted, work);

/** The client of the request that is running; of jobs and commands, the process. */
export const currentClient = (): ClientKey => current.getStore()?.client ?? 'process';

/**
 * Waits for something that needs neither this thread nor the database, such as another host or a thread for pictures: the request
 * gives up its place until then, unless a transaction runs.
 */
export const outsideAdmission = <T>(wait: () => Promise<T>): Promise<T> =>
  (keeping.getStore() ? undefined : current.getStore())?.outside(wait) ?? wait();

/** Runs a transaction, during which the request keeps its place: one that waits for a place must not hold locks. */
export const keepingPlace = <T>(work: () => Promise<T>): Promise<T> => keeping.run(true, work);

/** Reads the body of the request that is running, which arrives as slowly as the client sends it. */
export const receiveBody = <T>(read: () => Promise<T>): Promise<T> =>
  current.getStore()?.receive(read) ?? read();
