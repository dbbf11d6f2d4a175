import { Agent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import { send } from '#testing/browser/tools/http.ts';
import { register, type Script } from '#testing/browser/tools/people.ts';
import { trackFile } from '#testing/browser/tools/track-file.ts';
import { Member, pathOf, read, Tally } from '../load.ts';

const readers = 8;
const writers = 8;
const readEveryMs = 100;
/** below the limit of writes of an account */
const writeEveryMs = 1200;
const uploadEveryMs = 2000;
const tracksAtFirst = 6;
/** when a visitor has given up */
const patienceMs = 30_000;

/** What happened since a moment. */
export interface Round {
  requests: number;
  writes: number;
  failedReads: number;
  failedWrites: number;
  /** milliseconds of the slowest request */
  slowest: number;
  /** when the last failed request ended */
  lastFailureAt: number;
  readonly reasons: Map<string, number>;
  /** own writes that were not there when they were read back */
  readonly unseen: string[];
}

const newRound = (): Round => ({
  requests: 0,
  writes: 0,
  failedReads: 0,
  failedWrites: 0,
  slowest: 0,
  lastFailureAt: 0,
  reasons: new Map(),
  unseen: [],
});

/**
 * Visitors who read, members who write and read their own writes back, and an author who uploads tracks and downloads them, all
 * through the proxy.
 */
export class MixedLoad {
  readonly #site: Site;
  readonly #origin: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: readers, rejectUnauthorized: false });
  readonly #trackIds: number[] = [];
  readonly #files = new Map<number, Buffer>();
  /** ids that were given again: the track that had them first is lost */
  readonly #givenAgain: number[] = [];
  #members: Member[] = [];
  #round = newRound();
  #isOver = false;
  #lanes: Promise<unknown> = Promise.resolve();

  constructor(site: Site, origin: string) {
    this.#site = site;
    this.#origin = origin;
  }

  async start(): Promise<void> {
    const { script: author } = await register(this.#origin);
    for (let n = 0; n < tracksAtFirst; n += 1) await this.#upload(author);
    for (let n = 0; n < writers; n += 1)
      this.#members.push(new Member((await register(this.#origin)).script));
    this.#lanes = Promise.all([
      ...Array.from({ length: readers }, (_, at) => this.#reads(at)),
      ...this.#members.map((member) => this.#writes(member)),
      this.#uploads(author),
    ]);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#lanes;
    this.#agent.destroy();
  }

  /** Returns what has happened since the last call. */
  nextRound(): Round {
    const round = this.#round;
    this.#round = newRound();
    return round;
  }

  /** Acknowledged writes that are not there. Nothing else may fail at this time. */
  async lost(): Promise<string[]> {
    const missing = (await Promise.all(this.#members.map((member) => member.lost()))).flat();
    missing.push(...this.#givenAgain.splice(0).map((trackId) => `track ${trackId}: its id was given again`));
    for (const [trackId, bytes] of this.#files) {
      const { status, bytes: got } = await send(this.#origin, routes.trackGbx(trackId));
      if (status !== 200 || !got.equals(bytes)) missing.push(`file of track ${trackId}: ${status}`);
    }
    return missing;
  }

  async #reads(lane: number): Promise<void> {
    const reading = { agent: this.#agent, origin: this.#origin, site: this.#site };
    for (let n = lane; !this.#isOver; n += readers, await sleep(readEveryMs))
      await this.#counted('failedReads', (tally) => read(reading, pathOf(n, this.#trackIds), tally));
  }

  async #writes(member: Member): Promise<void> {
    for (await sleep(Math.random() * writeEveryMs); !this.#isOver; await sleep(writeEveryMs)) {
      const isStored = await this.#counted('failedWrites', (tally) => member.write(tally, this.#trackIds));
      if (isStored)
        await this.#counted(
          'failedReads',
          async () => void this.#round.unseen.push(...(await member.lost())),
        );
    }
  }

  async #uploads(author: Script): Promise<void> {
    for (; !this.#isOver; await sleep(uploadEveryMs)) {
      let trackId = 0;
      const isStored = await this.#counted('failedWrites', async () => {
        trackId = await this.#upload(author);
      });
      if (!isStored) continue;
      await this.#counted('failedReads', async (tally) => {
        const { status, bytes } = await author.send(routes.trackGbx(trackId));
        if (status !== 200) tally.failed(`download: ${status}`);
        else if (!this.#files.get(trackId)?.equals(bytes))
          this.#round.unseen.push(`file of track ${trackId}`);
      });
    }
  }

  async #upload(author: Script): Promise<number> {
    const file = trackFile(this.#site, `Cluster ${this.#files.size}`);
    const trackId = await author.upload(file, { TrackName: file.name });
    if (this.#files.has(trackId)) this.#givenAgain.push(trackId);
    else this.#trackIds.push(trackId);
    this.#files.set(trackId, file.buffer);
    return trackId;
  }

  /** Returns whether it succeeded before a visitor gives up. */
  async #counted(
    kind: 'failedReads' | 'failedWrites',
    work: (tally: Tally) => Promise<void>,
  ): Promise<boolean> {
    const tally = new Tally();
    const began = performance.now();
    await work(tally).catch((error: unknown) =>
      tally.failed(String(error).split('\n')[0]?.slice(0, 120) ?? ''),
    );
    const now = performance.now();
    if (now - began > patienceMs) tally.failed(`it took more than ${patienceMs / 1000} s`);
    const round = this.#round;
    round.requests += 1;
    round.slowest = Math.max(round.slowest, now - began);
    const [reason] = tally.failures;
    if (reason === undefined) {
      if (kind === 'failedWrites') round.writes += 1;
      return true;
    }
    round[kind] += 1;
    round.lastFailureAt = now;
    round.reasons.set(reason, (round.reasons.get(reason) ?? 0) + 1);
    return false;
  }
}
