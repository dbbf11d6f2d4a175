import type { Logger } from 'pino';
import type { Position } from './position.ts';
import { Replica, type ReplicaServer, type Standing } from './replica.ts';

/** A replica that lacks what is older than this is late. */
export const lateAfterMs = 10_000;
/** How often all servers are asked where they are. */
const checkEveryMs = 1000;
/** How long a request waits for the answer of replicas that may have caught up. */
const waitsMs = 50;
/** The primary's position may lie behind the header of the next page of the log, which is not written yet. */
const pageHeaderBytes = 64;

interface Options {
  readonly primary: { position(): Promise<Position> };
  readonly servers: readonly ReplicaServer[];
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly now?: () => number;
}

/** Which replica a request reads from. */
interface Wanted {
  /** what the user has written: replicas that lack it are not used */
  readonly atLeast: Position;
  /** what this process knows to have changed: replicas that have it are preferred */
  readonly rather?: Position;
}

/**
 * The replicas of the primary server. One that does not answer, or is late, is left out until it has recovered; nobody has to
 * tell this process.
 */
export class Replicas {
  readonly all: readonly Replica[];
  readonly #primary: Options['primary'];
  readonly #log: Options['log'];
  readonly #now: () => number;
  /** where the primary server was, oldest first */
  #primaryWas: { readonly at: number; readonly position: Position }[] = [];
  #turn = 0;
  #asking: Promise<unknown> | null = null;
  #checking: Promise<void> | null = null;

  constructor({ primary, servers, log, now = () => performance.now() }: Options) {
    this.all = servers.map((server) => new Replica(server));
    this.#primary = primary;
    this.#log = log;
    this.#now = now;
  }

  /** Checks them from now on, every second. Resolves after the first time; the returned function stops it. */
  async watch(): Promise<() => Promise<void>> {
    await this.check();
    const timer = setInterval(() => {
      this.#checking ??= this.check().finally(() => {
        this.#checking = null;
      });
    }, checkEveryMs);
    timer.unref();
    return async () => {
      clearInterval(timer);
      await this.#checking;
    };
  }

  /** Asks every server where it is, and decides which replicas can be used. */
  async check(): Promise<void> {
    const answers = await Promise.all(this.all.map((replica) => replica.ask().catch(() => 'lost' as const)));
    // after the replicas: none of the same history can be ahead
    const primary = await this.#primary.position().catch(() => null);
    const isFirst = this.#primaryWas.length === 0;
    const expected = primary === null ? this.#expected() : this.#remember(primary);
    for (const [at, replica] of this.all.entries()) {
      const isReplica = answers[at];
      if (isReplica === true && isFirst && primary !== null) replica.trust(primary);
      if (isReplica === 'lost') this.#place(replica, 'lost');
      else if (!isReplica) this.#place(replica, 'primary');
      else if (primary !== null && !replica.prove(primary)) this.#place(replica, 'unproven');
      else this.#place(replica, standingOf(replica.position, expected, primary));
    }
  }

  /** Returns the position that a replica must have passed. */
  #remember(position: Position): Position {
    const now = this.#now();
    this.#primaryWas.push({ at: now, position });
    while ((this.#primaryWas[1]?.at ?? now) <= now - lateAfterMs) this.#primaryWas.shift();
    return this.#expected();
  }

  #expected(): Position {
    const [oldest] = this.#primaryWas;
    return oldest && oldest.at <= this.#now() - lateAfterMs ? oldest.position : 0;
  }

  #place(replica: Replica, standing: Standing): void {
    const before = replica.standing;
    if (standing === 'lost') replica.lose();
    else replica.standing = standing;
    if (standing === before) return;
    const { name } = replica.server;
    if (standing === 'ok') this.#log.info({ replica: name }, 'a replica is in use');
    else this.#log.warn({ replica: name, standing }, 'a replica is left out');
  }

  /** Where the primary server is now. */
  positionOfPrimary(): Promise<Position> {
    return this.#primary.position();
  }

  /** Whether replicas are in use: all of them, apart from one that has become the primary server; some; or none. */
  state(): 'ok' | 'some' | 'none' {
    const replicas = this.all.filter(({ standing }) => standing !== 'primary');
    const used = replicas.filter(({ standing }) => standing === 'ok').length;
    if (used === 0) return 'none';
    return used === replicas.length ? 'ok' : 'some';
  }

  /** The replica for a request, in turn; null if it has to read from the primary server. */
  async choose({ atLeast, rather = atLeast }: Wanted): Promise<Replica | null> {
    const usable = this.#inTurn();
    if (usable.length === 0) return null;
    const best = usable.find(({ position }) => position >= Math.max(atLeast, rather));
    if (best) return best;
    await this.#askAgain();
    const now = usable.filter(({ standing, position }) => standing === 'ok' && position >= atLeast);
    return now.find(({ position }) => position >= rather) ?? now[0] ?? null;
  }

  #inTurn(): Replica[] {
    const usable = this.all.filter(({ standing }) => standing === 'ok');
    const first = this.#turn++ % Math.max(1, usable.length);
    return [...usable.slice(first), ...usable.slice(0, first)];
  }

  /** Requests that come meanwhile share the answer. */
  async #askAgain(): Promise<void> {
    this.#asking ??= Promise.allSettled(
      this.all.filter(({ standing }) => standing === 'ok').map((replica) => replica.ask()),
    ).finally(() => {
      this.#asking = null;
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, waitsMs);
    await Promise.race([this.#asking, promise]);
    clearTimeout(timer);
  }
}

function standingOf(position: Position, expected: Position, primary: Position | null): Standing {
  if (primary !== null && position > primary) return 'ahead';
  return position + pageHeaderBytes < expected ? 'late' : 'ok';
}
