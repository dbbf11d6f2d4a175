import type { Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import { type Deed, deedRows, PersonTracks, tableOf } from './person-tracks.ts';

const mostKept = 100;

interface Kept {
  readonly deed: Deed;
  readonly user: number;
  readonly tracks: PersonTracks;
}

type Columns = readonly (readonly (number | null)[])[];

/** What busy people did on one site's tracks, kept while they are asked for and brought up to date with the tracks. */
export class PersonStore {
  readonly #db: Kysely<Database>;
  readonly #site: string;
  readonly #keptFrom: number;
  /** the one asked for last at the end */
  readonly #kept = new Map<string, Kept>();
  /** changes taken in so far: what was read meanwhile may lack one */
  #turn = 0;

  /** Whoever did less than `keptFrom` is asked of the database each time. */
  constructor(db: Kysely<Database>, site: string, keptFrom: number) {
    this.#db = db;
    this.#site = site;
    this.#keptFrom = keptFrom;
  }

  async tracksOf(deed: Deed, users: readonly number[]): Promise<PersonTracks> {
    const [user] = users;
    if (user === undefined) return PersonTracks.of(deed, [], []);
    const key = `${deed} ${user}`;
    const kept = users.length === 1 ? this.#kept.get(key) : undefined;
    if (kept) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept.tracks;
    }
    const turn = this.#turn;
    const [, ids, ...columns] = await this.#read(deed, users, null, false);
    const tracks = PersonTracks.of(deed, (ids ?? []) as number[], columns); // TrackIds are never null
    if (users.length === 1 && tracks.ids.length >= this.#keptFrom && turn === this.#turn)
      this.#keep(key, { deed, user, tracks });
    return tracks;
  }

  /** Takes in what changed on these tracks in these tables. */
  async refresh(ids: readonly number[], parts: ReadonlySet<string>): Promise<void> {
    this.#turn += 1;
    const changed = new Set(ids);
    const deeds = new Set([...this.#kept.values()].map(({ deed }) => deed));
    const touched = [...deeds].filter((deed) => parts.has(tableOf(deed)));
    await Promise.all(touched.map((deed) => this.#refreshDeed(deed, changed)));
  }

  async #refreshDeed(deed: Deed, changed: ReadonlySet<number>): Promise<void> {
    const kept = [...this.#kept].filter(([, one]) => one.deed === deed);
    const users = kept.map(([, { user }]) => user);
    const [of = [], tracks = [], ...columns] = await this.#read(deed, users, [...changed], true);
    for (const [key, { user, tracks: before }] of kept) {
      const own = [...of.keys()].filter((at) => of[at] === user);
      const isKnown = before.knows(changed);
      if (own.length === 0 && !isKnown) continue;
      const pick = (column: readonly (number | null)[]) => own.map((at) => column[at] ?? null);
      const now = PersonTracks.of(deed, pick(tracks) as number[], columns.map(pick)); // TrackIds are never null
      if (this.#kept.has(key)) this.#kept.set(key, { deed, user, tracks: before.replaced(changed, now) });
    }
  }

  async #read(
    deed: Deed,
    users: readonly number[],
    ids: readonly number[] | null,
    apart: boolean,
  ): Promise<Columns> {
    const { rows } = await deedRows(deed, this.#site, users, ids, apart).execute(this.#db);
    return JSON.parse(rows[0]?.row ?? '[]');
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.set(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}
