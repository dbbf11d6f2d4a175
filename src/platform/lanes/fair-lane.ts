import { Problem } from '#platform/http/problem.ts';

/** The sender of a piece of work. */
export interface LaneSender {
  /** whose share of the lane it takes, for example `account 5`; null: background work, such as jobs */
  readonly client: string | null;
  /** aborted when the client has left: its work then leaves the queue */
  readonly signal?: AbortSignal | undefined;
}

interface Options {
  /** how much work runs at the same time */
  readonly width: number;
  /** how much may wait, of all clients together; as much background work may wait in addition */
  readonly waiting: number;
  /** the error of work that is refused because too much is waiting */
  refusal(): Error;
}

interface Waiting {
  start(): void;
  reject(error: Error): void;
}

interface Client {
  readonly waiting: Waiting[];
  /** virtual time at which its next work is due */
  due: number;
}

/** While clients wait, one in so many starts is one of the background, so that it is not postponed for ever. */
const backgroundEvery = 8;

/**
 * Runs work a few pieces at a time and shares the places between clients, however much each of them sends: a client with one
 * piece waits for at most one that began after it arrived. When too much is waiting, the newest work of the client that has
 * most waiting is refused. Background work starts when no client waits, or when many clients were served before it.
 *
 * The order is that of start-time fair queueing: each start moves the client's due time on by 1, and the lane serves the client
 * that is due first. A new client is due at the lane's own time, which advances by less than 1 with each start.
 */
export class FairLane {
  readonly #options: Options;
  readonly #clients = new Map<string, Client>();
  readonly #background: Waiting[] = [];
  #running = 0;
  #waiting = 0;
  #time = 0;
  #startsOfClients = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Whether further work has to wait. */
  get isFull(): boolean {
    return this.#running >= this.#options.width;
  }

  /** Runs the work when it is its turn. Rejects with the refusal if too much is waiting, or when the client has left. */
  async run<T>(sender: LaneSender, work: () => Promise<T>): Promise<T> {
    await this.#turn(sender);
    try {
      return await work();
    } finally {
      this.#running--;
      this.#startNext();
    }
  }

  #turn({ client, signal }: LaneSender): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new ClientLeft());
      const leave = () => {
        if (this.#remove(client, entry)) reject(new ClientLeft());
      };
      const entry: Waiting = {
        start() {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
        reject(error) {
          signal?.removeEventListener('abort', leave);
          reject(error);
        },
      };
      if (!this.#makeRoom(client)) return reject(this.#options.refusal());
      signal?.addEventListener('abort', leave, { once: true });
      this.#add(client, entry);
      this.#startNext();
    });
  }

  /** Whether this client may add work; refuses that of a client with more of it, if need be. */
  #makeRoom(name: string | null): boolean {
    const { width, waiting } = this.#options;
    if (this.#running < width) return true;
    if (name === null) return this.#background.length < waiting;
    if (this.#waiting < waiting) return true;
    let greediest: Client | undefined;
    for (const client of this.#clients.values())
      if (client.waiting.length > (greediest?.waiting.length ?? 0)) greediest = client;
    const own = this.#clients.get(name)?.waiting.length ?? 0;
    if (!greediest || own + 1 >= greediest.waiting.length) return false;
    this.#waiting--;
    greediest.waiting.pop()?.reject(this.#options.refusal());
    return true;
  }

  #add(name: string | null, entry: Waiting): void {
    if (name === null) {
      this.#background.push(entry);
      return;
    }
    const client = this.#clients.get(name) ?? { waiting: [], due: 0 };
    this.#clients.set(name, client);
    if (client.waiting.length === 0) client.due = Math.max(client.due, this.#time);
    client.waiting.push(entry);
    this.#waiting++;
  }

  #remove(name: string | null, entry: Waiting): boolean {
    const queue = name === null ? this.#background : (this.#clients.get(name)?.waiting ?? []);
    const at = queue.indexOf(entry);
    if (at < 0) return false;
    queue.splice(at, 1);
    if (name !== null) this.#waiting--;
    return true;
  }

  #startNext(): void {
    while (this.#running < this.#options.width) {
      const next = this.#isTurnOfBackground() ? this.#background.shift() : this.#nextOfClients();
      if (!next) break;
      this.#running++;
      next.start();
    }
    if (this.#running === 0) {
      this.#clients.clear();
      this.#time = 0;
    }
  }

  #isTurnOfBackground(): boolean {
    if (this.#background.length === 0) return false;
    if (this.#waiting > 0 && this.#startsOfClients < backgroundEvery - 1) return false;
    this.#startsOfClients = 0;
    return true;
  }

  #nextOfClients(): Waiting | undefined {
    let first: Client | undefined;
    let clientsWaiting = 0;
    for (const [name, client] of this.#clients) {
      if (client.waiting.length > 0) {
        clientsWaiting++;
        if (!first || client.due < first.due) first = client;
      } else if (client.due <= this.#time) {
        this.#clients.delete(name); // it would be treated like a new one
      }
    }
    const next = first?.waiting.shift();
    if (!first || !next) return undefined;
    this.#waiting--;
    this.#startsOfClients++;
    this.#time = Math.max(this.#time, first.due) + 1 / (clientsWaiting + 1);
    first.due++;
    return next;
  }
}

/** Nobody reads this response: the client has left. */
export class ClientLeft extends Problem {
  constructor() {
    super(503, 'The request ended before its turn came.');
  }
}
