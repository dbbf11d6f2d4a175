import { LRUCache } from 'lru-cache';

/** Work that ended this long ago counts half. */
const halfLifeMs = 10_000;
/** Each millisecond of counted work puts a client this much behind clients that used nothing. */
const msBehindPerMs = 20;
/** Clients whose work is remembered after their last request. */
const maxIdle = 5000;

export interface FairQueueOptions<Key extends string> {
  /** how many run at once */
  readonly places: number;
  /** how many of them one client may use */
  readonly placesEach: number;
  /** how many may wait, all clients together; without it any number */
  readonly maxWaiting?: number;
  /** milliseconds on a clock that never goes back */
  readonly now: () => number;
  /** clients that an operator has freed of limits: they may use every place, and none of their requests is refused first */
  readonly isLifted?: (client: Key) => boolean;
}

/** Who waits, for how long already, and whether the wait may end without a place. */
export interface Waiting {
  /** since when, if it waited before; a request that had a place is never refused */
  readonly since?: number;
  /** read only if there is no free place; aborted when the client leaves */
  readonly signal?: AbortSignal;
}

/** Too many wait, and most of them are this client's. */
export class QueueFull extends Error {}

interface Entry {
  readonly since: number;
  readonly isRefusable: boolean;
  start(): void;
  refuse(): void;
}

interface Client<Key> {
  readonly key: Key;
  running: number;
  readonly line: Entry[];
  /** milliseconds of work, as of `workAt` */
  work: number;
  workAt: number;
}

/** One client, as the queue sees it now. */
export interface ClientState<Key> {
  readonly client: Key;
  readonly running: number;
  readonly waiting: number;
}

/**
 * Shares a number of places fairly among clients. The next place goes to the client that has used least recently; the wait
 * itself counts too, so that everybody gets a turn. Nobody is refused until `maxWaiting` wait; then it is the newest request of the
 * client with the most waiting.
 *
 * Work is time with a place, divided by the number of places in use: time that others use up is not a client's work. It
 * needs no knowledge of what was done, and a slow machine slows everybody without making anybody look greedy.
 */
export class FairQueue<Key extends string> {
  readonly #options: FairQueueOptions<Key>;
  readonly #clients = new Map<Key, Client<Key>>();
  readonly #idle = new LRUCache<Key, Client<Key>>({ max: maxIdle });
  #running = 0;
  #waiting = 0;
  /** milliseconds since the beginning, each divided by the number of places in use at that time */
  #shared = 0;
  #sharedAt = 0;

  constructor(options: FairQueueOptions<Key>) {
    this.#options = options;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** The clients that have a place or wait for one. */
  *states(): Generator<ClientState<Key>> {
    for (const { key, running, line } of this.#clients.values())
      yield { client: key, running, waiting: line.length };
  }

  /**
   * Resolves when this client has a place, to a function that gives it back. Rejects with QueueFull if too many wait, and with an
   * error with the code ECONNRESET if the signal is aborted.
   */
  async enter(key: Key, how: Waiting = {}): Promise<() => void> {
    const client = this.#client(key);
    if (this.#running < this.#options.places && this.#hasRoom(client)) this.#begin(client);
    else await this.#wait(client, how);
    const began = this.#share();
    let hasPlace = true;
    return () => {
      if (!hasPlace) return;
      hasPlace = false;
      this.#end(client, this.#share() - began);
    };
  }

  #client(key: Key): Client<Key> {
    const known = this.#clients.get(key) ?? this.#idle.get(key);
    const client = known ?? { key, running: 0, line: [], work: 0, workAt: this.#options.now() };
    this.#idle.delete(key);
    this.#clients.set(key, client);
    return client;
  }

  #wait(client: Client<Key>, how: Waiting): Promise<void> {
    const isRefusable = how.since === undefined;
    if (isRefusable && this.#waiting >= (this.#options.maxWaiting ?? Number.POSITIVE_INFINITY))
      this.#makeRoom(client);
    const { signal } = how;
    return new Promise<void>((resolve, reject) => {
      const finish = (done: () => void) => {
        signal?.removeEventListener('abort', leave);
        done();
      };
      const entry: Entry = {
        since: how.since ?? this.#options.now(),
        isRefusable,
        start: () => finish(resolve),
        refuse: () => finish(() => reject(new QueueFull())),
      };
      const leave = () => {
        this.#remove(client, entry);
        this.#forgetIfIdle(client);
        finish(() => reject(Object.assign(new Error('The client left.'), { code: 'ECONNRESET' })));
      };
      if (isRefusable) client.line.push(entry);
      else client.line.unshift(entry);
      this.#waiting += 1;
      if (signal?.aborted) leave();
      else signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Refuses the newest request of the client with the most waiting, which may be the one that is about to wait. */
  #makeRoom(newcomer: Client<Key>): void {
    const isSpared = ({ key }: Client<Key>) => this.#options.isLifted?.(key) === true;
    let [greediest, most] = [newcomer, isSpared(newcomer) ? 0 : newcomer.line.length + 1];
    for (const client of this.#clients.values())
      if (client.line.length > most && !isSpared(client)) [greediest, most] = [client, client.line.length];
    const refused =
      greediest === newcomer ? undefined : greediest.line.findLast((entry) => entry.isRefusable);
    if (!refused) {
      this.#forgetIfIdle(newcomer);
      throw new QueueFull();
    }
    this.#remove(greediest, refused);
    this.#forgetIfIdle(greediest);
    refused.refuse();
  }

  #remove(client: Client<Key>, entry: Entry): void {
    client.line.splice(client.line.indexOf(entry), 1);
    this.#waiting -= 1;
  }

  #hasRoom({ key, running }: Client<Key>): boolean {
    return running < this.#options.placesEach || this.#options.isLifted?.(key) === true;
  }

  #begin(client: Client<Key>): void {
    this.#share();
    this.#running += 1;
    client.running += 1;
  }

  #end(client: Client<Key>, work: number): void {
    this.#running -= 1;
    client.running -= 1;
    client.work = this.#workOf(client) + work;
    client.workAt = this.#options.now();
    this.#forgetIfIdle(client);
    this.#startNext();
  }

  #startNext(): void {
    while (this.#running < this.#options.places) {
      const client = this.#next();
      const entry = client?.line[0];
      if (!client || !entry) return;
      this.#remove(client, entry);
      this.#begin(client);
      entry.start();
    }
  }

  /** The client whose turn it is: the first to arrive, but later the more it has used. */
  #next(): Client<Key> | undefined {
    let [next, turn]: [Client<Key> | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
    for (const client of this.#clients.values()) {
      const [first] = client.line;
      if (!first || !this.#hasRoom(client)) continue;
      const at = first.since + this.#workOf(client) * msBehindPerMs;
      if (at < turn) [next, turn] = [client, at];
    }
    return next;
  }

  #workOf({ key, work, workAt }: Client<Key>): number {
    if (work === 0 || this.#options.isLifted?.(key)) return 0;
    return work * 0.5 ** ((this.#options.now() - workAt) / halfLifeMs);
  }

  #share(): number {
    const now = this.#options.now();
    if (this.#running > 0) this.#shared += (now - this.#sharedAt) / this.#running;
    this.#sharedAt = now;
    return this.#shared;
  }

  #forgetIfIdle(client: Client<Key>): void {
    if (client.running > 0 || client.line.length > 0) return;
    this.#clients.delete(client.key);
    this.#idle.set(client.key, client);
  }
}
