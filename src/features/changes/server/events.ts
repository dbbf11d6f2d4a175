import { Readable } from 'node:stream';
import type { Ctx, Services } from '#platform/context.ts';
import { networkOf } from '#platform/http/network.ts';
import { Problem } from '#platform/http/problem.ts';
import { readChanges } from './repo.ts';
import { ChangePage, type Selection } from './selection.ts';

/** How often the log is read while somebody listens. */
const pollMs = 1000;
/** Proxies and browsers take a connection without a byte for a lost one. */
const heartbeatMs = 20_000;
/** Listeners of one process, those of one address, and different searches that listeners follow. */
export const listenerBounds = { all: 5000, each: 20, searches: 100 } as const;
/** A client that has not read this much is disconnected, and resumes where it was. */
const mostUnread = 256 * 1024;
const page = 1000;

interface Listener {
  readonly address: string;
  readonly stream: Readable;
  readonly selection: Selection;
  /** the number up to which it has everything */
  last: number;
}

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
    const stream = new Readable({ read: () => undefined });
    const listener: Listener = { address, stream, selection, last: since };
    this.#open.add(listener);
    stream.once('close', () => this.#remove(listener));
    try {
      stream.push('retry: 3000\n\n');
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

  /** Sends what was missed, until nothing is between the listener and the others. */
  async #join(ctx: Ctx, listener: Listener): Promise<void> {
    const { code } = ctx.site;
    for (;;) {
      const found = await readChanges(ctx, { since: listener.last, kinds: null, count: page });
      await send(listener, new ChangePage(ctx, found));
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
    if (beats) for (const { stream } of this.#open) stream.push(':\n\n');
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
    for (const { stream } of this.#open) stream.push(null);
  }
}

/** Sends a page of changes to a listener: at once, unless its selection has to be looked up. */
function send(listener: Listener, changes: ChangePage): Promise<void> | null {
  const text = changes.textFor(listener.last, listener.selection);
  const done = (found: string): void => {
    listener.last = Math.max(listener.last, changes.last);
    if (found === '') return;
    if (listener.stream.readableLength + found.length > mostUnread) listener.stream.destroy();
    else listener.stream.push(found);
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
