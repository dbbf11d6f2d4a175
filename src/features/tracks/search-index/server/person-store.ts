import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '#db/database.ts';
import { type Activity, activityRows, PersonTracks, tableOf } from '../../list/server/person-tracks.ts';

const maxEntries = 100;

export interface PersonLimits {
  /** users with fewer activities are not cached; they are queried each time */
  readonly cacheThreshold: number;
  /** the replays and positions of users with at least this many take too long for one request, so they are read in advance */
  readonly busyFrom: number;
}
export const personLimits: PersonLimits = { cacheThreshold: 300, busyFrom: 1000 };

/** The most users who are read in advance. */
const maxBusy = 100;
/** How often the replays of a busy user are read while tracks change meanwhile. */
const maxAttempts = 5;
/** Tracks per query when positions are read in advance. */
const tracksAtOnce = 1000;

interface Entry {
  readonly activity: Activity;
  readonly user: number;
  tracks: PersonTracks;
}

/** What is read in advance. */
interface BusyEntry extends Entry {
  /** resolves when all of it is read, or could not be */
  ready: Promise<void>;
}

type Columns = readonly (readonly (number | null)[])[];

/** The activity of busy users on one site's tracks: cached while it is used, and updated together with the tracks. */
export class PersonStore {
  readonly #db: Kysely<Database>;
  readonly #site: string;
  readonly #limits: PersonLimits;
  readonly #cache = new LRUCache<string, Entry>({ max: maxEntries });
  /** like the cache, but never evicted */
  readonly #busy = new Map<string, BusyEntry>();
  /** number of refreshes so far: rows read before one may lack its changes */
  #refreshes = 0;

  constructor(db: Kysely<Database>, site: string, limits: PersonLimits) {
    this.#db = db;
    this.#site = site;
    this.#limits = limits;
  }

  async tracksOf(activity: Activity, users: readonly number[]): Promise<PersonTracks> {
    const [user] = users;
    if (user === undefined) return PersonTracks.of(activity, [], []);
    const key = keyOf(activity, user);
    const busy = users.length === 1 ? this.#busy.get(key) : undefined;
    if (busy) {
      await busy.ready;
      if (this.#busy.has(key)) return busy.tracks;
    }
    const cached = users.length === 1 ? this.#cache.get(key) : undefined;
    if (cached) return cached.tracks;
    const refreshes = this.#refreshes;
    const [ids, ...columns] = await this.#read(activity, users, null, false);
    const tracks = PersonTracks.of(activity, (ids ?? []) as number[], columns); // TrackIds are never null
    const isCached = users.length === 1 && tracks.ids.length >= this.#limits.cacheThreshold;
    if (isCached && refreshes === this.#refreshes) this.#cache.set(key, { activity, user, tracks });
    return tracks;
  }

  /**
   * Reads the replays and positions of the users with the most replays, in parts, so that no request has to. Call it again from time to time:
   * it reads only those of users who have become busy since.
   */
  async readBusy(isStopped: () => boolean): Promise<void> {
    const { rows } = await sql<{ user_id: number }>`
      select user_id from profile where site = ${this.#site} and replays >= ${this.#limits.busyFrom}::integer
      order by replays desc, user_id limit ${maxBusy}::integer`.execute(this.#db);
    let turn: Promise<void> = Promise.resolve();
    for (const { user_id: user } of rows) {
      const key = keyOf('positions', user);
      if (this.#busy.has(key)) continue;
      const entry: BusyEntry = {
        activity: 'positions',
        user,
        tracks: PersonTracks.of('positions', [], []),
        ready: Promise.resolve(),
      };
      this.#busy.set(key, entry);
      turn = turn.then(() => this.#readInParts(entry, isStopped)).catch(() => this.#forget(user));
      entry.ready = turn;
    }
    await turn;
  }

  /** If the database failed: the next request reads the user's positions, and the next call of `readBusy` tries again. */
  #forget(user: number): void {
    this.#busy.delete(keyOf('positions', user));
  }

  /** The tracks that a busy user drove; requests find them here from now on, unless tracks change during each attempt. */
  async #readDriven(user: number): Promise<Int32Array> {
    for (let attempts = 1; ; attempts++) {
      const refreshes = this.#refreshes;
      const [ids = [], ...columns] = await this.#read('replaysby', [user], null, false);
      const isStale = refreshes !== this.#refreshes;
      if (isStale && attempts < maxAttempts) continue;
      if (isStale) return Int32Array.from(ids as number[]); // TrackIds are never null
      const tracks = PersonTracks.of('replaysby', ids as number[], columns); // TrackIds are never null
      const entry: BusyEntry = { activity: 'replaysby', user, tracks, ready: Promise.resolve() };
      this.#busy.set(keyOf('replaysby', user), entry);
      return tracks.ids;
    }
  }

  /** The entry is refreshed from the beginning, so a part that was read before a refresh is read again. */
  async #readInParts(entry: BusyEntry, isStopped: () => boolean): Promise<void> {
    const left = [...(await this.#readDriven(entry.user))];
    while (left.length > 0 && !isStopped()) {
      const part = left.splice(-tracksAtOnce);
      const refreshes = this.#refreshes;
      const [ids = [], ...columns] = await this.#read('positions', [entry.user], part, false);
      if (refreshes !== this.#refreshes) {
        left.push(...part);
        continue;
      }
      const read = PersonTracks.of('positions', ids as number[], columns); // TrackIds are never null
      entry.tracks = entry.tracks.replaced(new Set(part), read);
    }
    if (left.length > 0) this.#forget(entry.user);
  }

  /** Updates the cache after changes to these tracks in these tables. */
  async refresh(ids: readonly number[], parts: ReadonlySet<string>): Promise<void> {
    this.#refreshes += 1;
    const changed = new Set(ids);
    const activities = new Set([...this.#entries()].map(({ activity }) => activity));
    const touched = [...activities].filter((activity) => parts.has(tableOf(activity)));
    await Promise.all(touched.map((activity) => this.#refreshActivity(activity, changed)));
  }

  *#entries(): Generator<Entry> {
    yield* this.#cache.values();
    yield* this.#busy.values();
  }

  async #refreshActivity(activity: Activity, changed: ReadonlySet<number>): Promise<void> {
    const entries = [...this.#entries()].filter((entry) => entry.activity === activity);
    const users = entries.map(({ user }) => user);
    const [tracks = [], ...rest] = await this.#read(activity, users, [...changed], true);
    const of = rest.pop() ?? [];
    for (const entry of entries) {
      const { user, tracks: before } = entry;
      const own = [...of.keys()].filter((at) => of[at] === user);
      const isKnown = before.knows(changed);
      if (own.length === 0 && !isKnown) continue;
      const pick = (column: readonly (number | null)[]) => own.map((at) => column[at] ?? null);
      const now = PersonTracks.of(activity, pick(tracks) as number[], rest.map(pick)); // TrackIds are never null
      entry.tracks = before.replaced(changed, now);
    }
  }

  async #read(
    activity: Activity,
    users: readonly number[],
    ids: readonly number[] | null,
    apart: boolean,
  ): Promise<Columns> {
    const { rows } = await activityRows(activity, this.#site, users, ids, apart).execute(this.#db);
    return JSON.parse(rows[0]?.row ?? '[]');
  }
}

const keyOf = (activity: Activity, user: number): string => `${activity} ${user}`;
