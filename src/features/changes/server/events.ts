import { Readable } from 'node:stream';
import type { Ctx, Services } from '#platform/context.ts';
import { networkOf } from '#platform/http/network.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Site } from '#sites/schema.ts';
import type { ChangeRow } from '../model.ts';
import { type FoundChanges, readChanges } from './repo.ts';

/** How often the log is read while somebody listens. */
const pollMs = 1000;
/** Proxies and browsers take a connection without a byte for a lost one. */
const heartbeatMs = 20_000;
/** Listeners of one process, and those of one address. */
export const listenerBounds = { all: 5000, each: 20 } as const;
/** A client that has not read this much is disconnected, and resumes where it was. */
const mostUnread = 256 * 1024;
const page = 1000;

type Wants = (change: ChangeRow) => boolean;

interface Listener {
  readonly address: string;
  readonly stream: Readable;
  readonly wants: Wants;
  /** the number up to which it has everything */
  last: number;
}

/** Listeners of an edition that have everything up to the same number. */
interface Channel {
  readonly site: Site;
  readonly listeners: Set<Listener>;
  last: number;
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
  async listen(ctx: Ctx, { since, wants }: { since: number; wants: Wants }): Promise<Readable> {
    const address = networkOf(ctx.client?.address ?? '');
    const fromThere = [...this.#open].filter((one) => one.address === address).length;
    if (fromThere >= listenerBounds.each)
      throw new Problem(429, `At most ${listenerBounds.each} streams may be open from one address.`);
    if (this.#open.size >= listenerBounds.all || this.#services.health.isDraining)
      throw new Problem(503, 'No more streams can be opened at the moment.', { retryAfterSeconds: 30 });
    const stream = new Readable({ read: () => undefined });
    const listener: Listener = { address, stream, wants, last: since };
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

  /** Sends what was missed, until nothing is between the listener and the others. */
  async #join({ db, site }: Ctx, listener: Listener): Promise<void> {
    for (;;) {
      const found = await readChanges({ db, site }, { since: listener.last, kinds: null, count: page });
      send(listener, found);
      const channel = this.#channels.get(site.code) ?? { site, listeners: new Set(), last: listener.last };
      if (found.more || listener.last < channel.last) continue;
      channel.listeners.add(listener);
      this.#channels.set(site.code, channel);
      return;
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
    await Promise.all([...this.#channels.values()].map((channel) => this.#follow(channel)));
  }

  async #follow(channel: Channel): Promise<void> {
    try {
      const { db } = this.#services;
      const found = await readChanges(
        { db, site: channel.site },
        { since: channel.last, kinds: null, count: page },
      );
      channel.last = Math.max(channel.last, found.last);
      for (const listener of channel.listeners) send(listener, found);
    } catch (error) {
      this.#services.log.warn({ reason: String(error) }, 'changes could not be read for streams');
    }
  }

  #end(): void {
    for (const { stream } of this.#open) stream.push(null);
  }
}

function send(listener: Listener, { rows, last }: FoundChanges): void {
  const text = rows
    .filter(({ number, row }) => number > listener.last && listener.wants(JSON.parse(row) as ChangeRow)) // as it was selected
    .map(({ number, row }) => `id: ${number}\ndata: ${row}\n\n`)
    .join('');
  listener.last = Math.max(listener.last, last);
  if (text === '') return;
  if (listener.stream.readableLength + text.length > mostUnread) listener.stream.destroy();
  else listener.stream.push(text);
}

const ofProcess = new WeakMap<object, Events>();

/** The streams of this process. */
export function eventsOf(services: Pick<Services, 'db' | 'health' | 'log'>): Events {
  const events = ofProcess.get(services.health) ?? new Events(services);
  ofProcess.set(services.health, events);
  return events;
}
