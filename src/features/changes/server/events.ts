import type { Readable } from 'node:stream';
import type { Ctx, Services } from '#platform/context.ts';
import { networkOf } from '#platform/http/network.ts';
import { Problem } from '#platform/http/problem.ts';
import { Listener } from './listener.ts';
import { readChanges } from './repo.ts';
import { ChangePage, type Selection } from './selection.ts';

/** How often the log is read while somebody listens. */
const pollMs = 1000;
/** Proxies and browsers take a connection without a byte for a lost one. */
const heartbeatMs = 20_000;
/** Listeners of one process, those of one address, and different searches that listeners follow. */
export const listenerBounds = { all: 5000, each: 20, searches: 100 } as const;
/** Changes of a page, which have less than 200 bytes each. */
const page = 1000;

/** Listeners of an edition that have everything up to the same number. */
interface Channel {
  readonly ctx: Ctx;
  readonly listeners: Set<Listener>;
  last: number;
  /** while a page is sent: those who join wait for its end */
  sending: Promise<void> | null;
}

/** Streams of changes from one process. One timer reads the log for all of them. */
class Events {
  readonly #services: Pick<Services, 'db' | 'health' | 'log'>;
  readonly #channels = new Map<string, Channel>();
  readonly #open = new Set<Listener>();
  #timer: NodeJS.Timeout | null = null;
  #lastBeat = performance.now();

  constructor({ db, health, log }: Pick<Services, 'db' | 'health' | 'log'>) {
    this.#services = { db, health, log };
  }

  get size(): number {
    return this.#open.size;
  }

  /** A stream of the changes after a number. Rejects with a Problem 410 if they are not stored any more. */
  async listen(ctx: Ctx, { since, selection }: { since: number; selection: Selection }): Promise<Readable> {
    const address = networkOf(ctx.client?.address ?? '');
    const fromThere = [...this.#open].filter((one) => one.address === address).length;
    if (fromThere >= listenerBounds.each)
      throw new Problem(429, `At most ${listenerBounds.each} streams may be open from one address.`);
    if (this.#open.size >= listenerBounds.all || this.#services.health.isDraining)
      throw new Problem(503, 'No more streams can be opened at the moment.', { retryAfterSeconds: 30 });
    this.#assertRoomFor(selection);
    const listener = new Listener(address, selection, since);
    const { stream } = listener;
    this.#open.add(listener);
    stream.once('close', () => this.#remove(listener));
    try {
      listener.send('retry: 3000\n\n');
      await this.#join(ctx, listener);
    } catch (error) {
      stream.destroy();
      throw error;
    }
    this.#timer ??= setInterval(() => void this.#tick(), pollMs).unref();
    return stream;
  }

  #assertRoomFor({ search }: Selection): void {
    if (search === null) return;
    const followed = new Set([...this.#open].map(({ selection }) => selection.search?.key));
    followed.delete(undefined);
    if (!followed.has(search.key) && followed.size >= listenerBounds.searches)
      throw new Problem(503, 'No more searches can be followed at the moment.', { retryAfterSeconds: 30 });
  }

  /** Sends what was missed, until nothing is between the listener and the others. If it missed much, that continues while it reads. */
  async #join(ctx: Ctx, listener: Listener): Promise<void> {
    const { code } = ctx.site;
    for (;;) {
      if (listener.mustRead) return void this.#joinLater(ctx, listener);
      const found = await readChanges(ctx, { since: listener.last, kinds: null, count: page });
      // a number that the log has not reached is of another log, such as that before a restore
      listener.last = Math.min(listener.last, found.last);
      await send(listener, new ChangePage(ctx, found));
      if (listener.hasEnded) return;
      const channel = this.#channels.get(code) ?? {
        ctx,
        listeners: new Set(),
        last: listener.last,
        sending: null,
      };
      if (channel.sending) await channel.sending;
      else if (!found.more && listener.last >= channel.last) {
        channel.listeners.add(listener);
        this.#channels.set(code, channel);
        return;
      }
    }
  }

  async #joinLater(ctx: Ctx, listener: Listener): Promise<void> {
    try {
      await listener.read();
      if (!listener.hasEnded) await this.#join(ctx, listener);
    } catch (error) {
      this.#services.log.warn({ reason: String(error) }, 'changes that a stream missed could not be read');
      listener.stream.destroy();
    }
  }

  #remove(listener: Listener): void {
    this.#open.delete(listener);
    for (const [code, { listeners }] of this.#channels)
      if (listeners.delete(listener) && listeners.size === 0) this.#channels.delete(code);
    if (this.#open.size > 0 || !this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  async #tick(): Promise<void> {
    if (this.#services.health.isDraining) return this.#end();
    const now = performance.now();
    const beats = now - this.#lastBeat > heartbeatMs;
    if (beats) this.#lastBeat = now;
    await this.poll();
    if (beats) for (const listener of this.#open) listener.beat();
  }

  /** Sends what happened since the last time. */
  async poll(): Promise<void> {
    await Promise.all(
      [...this.#channels.values()].map(async (channel) => {
        if (channel.sending) return; // the next time
        channel.sending = this.#follow(channel);
        await channel.sending;
        channel.sending = null;
      }),
    );
  }

  async #follow(channel: Channel): Promise<void> {
    try {
      const found = await readChanges(
        { db: this.#services.db, site: channel.ctx.site },
        { since: channel.last, kinds: null, count: page },
      );
      const changes = new ChangePage(channel.ctx, found);
      await Promise.all([...channel.listeners].flatMap((listener) => send(listener, changes) ?? []));
      channel.last = Math.max(channel.last, found.last);
    } catch (error) {
      this.#services.log.warn({ reason: String(error) }, 'changes could not be read for streams');
    }
  }

  #end(): void {
    for (const listener of this.#open) listener.end();
  }
}

/** Sends a page of changes to a listener: at once, unless its selection has to be looked up. */
function send(listener: Listener, changes: ChangePage): Promise<void> | null {
  const text = changes.textFor(listener.last, listener.selection);
  const done = (found: string): void => {
    listener.last = Math.max(listener.last, changes.last);
    if (found !== '') listener.send(found);
  };
  if (typeof text !== 'string') return text.then(done);
  done(text);
  return null;
}

const ofProcess = new WeakMap<object, Events>();

/** The streams of this process. */
export function eventsOf(services: Pick<Services, 'db' | 'health' | 'log'>): Events {
  const events = ofProcess.get(services.health) ?? new Events(services);
  ofProcess.set(services.health, events);
  return events;
}
