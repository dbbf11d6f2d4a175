import { LRUCache } from 'lru-cache';
import { Admitted, whileAdmitted } from './admitted.ts';
import { type ClientKey, KnownClients } from './clients.ts';
import { FairQueue, QueueFull } from './fair-queue.ts';

/** What one process does at once. */
export const requestBounds = {
  /** requests that run: there is one thread for them, and they share the database's connections */
  places: 8,
  /** …of one client, so that nobody has to wait for all the long ones of another */
  placesEach: 4,
  /** more than a hundred visitors with one address send while they load a page */
  maxWaiting: 1000,
} as const;
/** Bodies that arrive at once, and those of one client: a slow sender occupies a place for as long as it sends. */
export const bodyBounds = { places: 512, placesEach: 32 } as const;
/** Clients whose refusals are counted. */
const maxCounted = 1000;

/** The load that one client causes. */
export interface ClientLoad {
  readonly client: ClientKey;
  readonly running: number;
  readonly waiting: number;
  /** requests that were refused since the last `takeRefused` */
  readonly refused: number;
}

interface Options {
  /** milliseconds on a clock that never goes back */
  readonly now?: () => number;
  readonly places?: number;
  readonly placesEach?: number;
  readonly maxWaiting?: number;
}

/**
 * Everything that is computed for a request passes through here: pages, routes and the API. A few requests run, the others wait for
 * the turn of their client.
 */
export class Admission {
  readonly clients = new KnownClients();
  readonly now: () => number;
  readonly requests: FairQueue<ClientKey>;
  readonly bodies: FairQueue<ClientKey>;
  readonly #refused = new LRUCache<ClientKey, number>({ max: maxCounted });
  #lifted: ReadonlySet<string> = new Set();
  #hashOf: (client: ClientKey) => string = String;
  /** of clients that were checked since `lift` */
  readonly #isLifted = new LRUCache<ClientKey, boolean>({ max: maxCounted });

  constructor({ now = () => performance.now(), ...limits }: Options = {}) {
    this.now = now;
    const isLifted = (client: ClientKey) => this.isLifted(client);
    this.requests = new FairQueue({ ...requestBounds, now, isLifted, ...limits });
    this.bodies = new FairQueue({ ...bodyBounds, now, isLifted });
  }

  /**
   * Runs `work` when it is the turn of this client. Before `work` has begun, it rejects as FairQueue does. `request`: its signal is
   * read only if the request has to wait.
   */
  async admit<T>(
    client: ClientKey,
    request: { readonly signal: AbortSignal },
    work: (admitted: Admitted) => Promise<T>,
  ): Promise<T> {
    const admitted = new Admitted(this, client);
    try {
      await admitted.enter(request);
    } catch (error) {
      if (error instanceof QueueFull) this.#refused.set(client, (this.#refused.get(client) ?? 0) + 1);
      throw error;
    }
    try {
      return await whileAdmitted(admitted, () => work(admitted));
    } finally {
      admitted.leave();
    }
  }

  /** The clients with these hashes, and no others, are free of the limits of each client. */
  lift(hashes: ReadonlySet<string>, hashOf: (client: ClientKey) => string): void {
    this.#lifted = hashes;
    this.#hashOf = hashOf;
    this.#isLifted.clear();
  }

  get lifted(): ReadonlySet<string> {
    return this.#lifted;
  }

  isLifted(client: ClientKey): boolean {
    if (this.#lifted.size === 0) return false;
    const known = this.#isLifted.get(client);
    if (known !== undefined) return known;
    const isLifted = this.#lifted.has(this.#hashOf(client));
    this.#isLifted.set(client, isLifted);
    return isLifted;
  }

  /** Clients whose requests wait, or were refused since the last call. */
  takeSlowed(): readonly ClientLoad[] {
    const loads = new Map<ClientKey, ClientLoad>();
    for (const [client, refused] of this.#refused.entries())
      loads.set(client, { client, running: 0, waiting: 0, refused });
    for (const { client, running, waiting } of this.requests.states())
      if (waiting > 0)
        loads.set(client, { client, running, waiting, refused: loads.get(client)?.refused ?? 0 });
    this.#refused.clear();
    return [...loads.values()];
  }
}
