import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '#db/database.ts';
import { type Activity, activityRows, PersonTracks, tableOf } from './person-tracks.ts';

const maxEntries = 100;

interface Entry {
  readonly activity: Activity;
  readonly user: number;
  tracks: PersonTracks;
}

type Columns = readonly (readonly (number | null)[])[];

/** The activity of busy users on one site's tracks: cached while it is used, and updated together with the tracks. */
export class PersonStore {
  readonly #db: Kysely<Database>;
  readonly #site: string;
  readonly #cacheThreshold: number;
  readonly #cache = new LRUCache<string, Entry>({ max: maxEntries });
  /** number of refreshes so far: rows read before one may lack its changes */
  #refreshes = 0;

  /** Users with fewer than `cacheThreshold` activities are not cached; they are queried each time. */
  constructor(db: Kysely<Database>, site: string, cacheThreshold: number) {
    this.#db = db;
    this.#site = site;
    this.#cacheThreshold = cacheThreshold;
  }

  async tracksOf(activity: Activity, users: readonly number[]): Promise<PersonTracks> {
    const [user] = users;
    if (user === undefined) return PersonTracks.of(activity, [], []);
    const key = `${activity} ${user}`;
    const cached = users.length === 1 ? this.#cache.get(key) : undefined;
    if (cached) return cached.tracks;
    const refreshes = this.#refreshes;
    const [, ids, ...columns] = await this.#read(activity, users, null, false);
    const tracks = PersonTracks.of(activity, (ids ?? []) as number[], columns); // TrackIds are never null
    if (users.length === 1 && tracks.ids.length >= this.#cacheThreshold && refreshes === this.#refreshes)
      this.#cache.set(key, { activity, user, tracks });
    return tracks;
  }

  /** Updates the cache after changes to these tracks in these tables. */
  async refresh(ids: readonly number[], parts: ReadonlySet<string>): Promise<void> {
    this.#refreshes += 1;
    const changed = new Set(ids);
    const activities = new Set([...this.#cache.values()].map(({ activity }) => activity));
    const touched = [...activities].filter((activity) => parts.has(tableOf(activity)));
    await Promise.all(touched.map((activity) => this.#refreshActivity(activity, changed)));
  }

  async #refreshActivity(activity: Activity, changed: ReadonlySet<number>): Promise<void> {
    const entries = [...this.#cache.values()].filter((entry) => entry.activity === activity);
    const users = entries.map(({ user }) => user);
    const [of = [], tracks = [], ...columns] = await this.#read(activity, users, [...changed], true);
    for (const entry of entries) {
      const { user, tracks: before } = entry;
      const own = [...of.keys()].filter((at) => of[at] === user);
      const isKnown = before.knows(changed);
      if (own.length === 0 && !isKnown) continue;
      const pick = (column: readonly (number | null)[]) => own.map((at) => column[at] ?? null);
      const now = PersonTracks.of(activity, pick(tracks) as number[], columns.map(pick)); // TrackIds are never null
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
