import { type RawBuilder, sql } from 'kysely';
import { rankedPosition } from '#db/positions.ts';
import { Bitset } from '#platform/row-index/bitset.ts';
import type { RowIndex } from '#platform/row-index/row-index.ts';
import { SparseOrder } from '#platform/row-index/sparse-order.ts';
import type { TrackOrderName } from './orders.ts';
import type { PersonFilterName } from './person-filters.ts';

/**
 * A user's activity on tracks: by the filter that names the user; positions on leaderboards, which take longer to read than all else
 * about replays; downloads, which are visible only to the user.
 */
export type Activity = Exclude<PersonFilterName, 'author'> | 'positions' | 'indownloads';

/** `date_part` returns a double, which is exact here, and takes half the time of `extract`. */
const micros = (expression: RawBuilder<unknown>) =>
  sql`(date_part('epoch', ${expression}) * 1000000)::bigint`;

/** A key of a user's tracks; `of`: the condition on the user. */
type Key = (site: RawBuilder<string>, of: RawBuilder<unknown>) => RawBuilder<unknown>;

interface ActivityRows {
  readonly table: 'replay' | 'comment' | 'track_download';
  /** the filter that names the user; otherwise it is the viewer */
  readonly by: PersonFilterName | null;
  readonly from: RawBuilder<unknown>;
  /** the sort keys of orders that depend on this user, by order */
  readonly keys: Readonly<Partial<Record<TrackOrderName, Key>>>;
}

const best = (key: RawBuilder<unknown>) => sql`${key} filter (where d.is_best)`;
const commentedOn = (isAward: boolean, order: TrackOrderName): ActivityRows => ({
  table: 'comment',
  by: isAward ? 'awardedby' : 'commentedby',
  from: sql`comment d where d.is_award = ${sql.lit(isAward)} and d.deleted_at is null`,
  keys: { [order]: () => micros(sql`max(d.comment_at)`) },
});

/** The same as in track-sets.ts and orders.ts, as queries. */
const activities: Readonly<Record<Activity, ActivityRows>> = {
  replaysby: {
    table: 'replay',
    by: 'replaysby',
    from: sql`replay d where d.deleted_at is null`,
    keys: {
      userRecordSet: () => micros(best(sql`max(d.replay_at)`)),
      // few replays are secret, and the date of being so is not in the index that is read
      userTime: (site, of) => sql`max(d.replay_time_ms) filter (where d.is_best and d.replay_id <> all(array(
        select s.replay_id from replay s where s.site = ${site} and s.secret_until is not null and s.user_id ${of})))`,
    },
  },
  positions: {
    table: 'replay',
    by: 'replaysby',
    from: sql`replay d where d.is_best and d.deleted_at is null`,
    keys: { userPosition: (site) => sql`max(coalesce(d.top_position, ${rankedPosition('d', site)}))` },
  },
  awardedby: commentedOn(true, 'awardedByUser'),
  commentedby: commentedOn(false, 'commentedByUser'),
  indownloads: {
    table: 'track_download',
    by: null,
    from: sql`track_download d where true`,
    keys: { downloadedByViewer: () => micros(sql`max(d.downloaded_at)`) },
  },
};

const ordersOf = (activity: Activity): string[] => Object.keys(activities[activity].keys);

/** The activity that an order depends on. */
export const activityOfOrder = (order: string): Activity | undefined =>
  (Object.keys(activities) as Activity[]).find((activity) => ordersOf(activity).includes(order));

/** The table of an activity. */
export const tableOf = (activity: Activity): string => activities[activity].table;

/** The filter that names the user of an activity; null: it is the viewer's own. */
export const filterOf = (activity: Activity): PersonFilterName | null => activities[activity].by;

/** Columns of track, keys and, if `apart`, user: of these users, on these tracks or (null) on all. */
export function activityRows(
  activity: Activity,
  site: string,
  users: readonly number[],
  trackIds: readonly number[] | null,
  apart: boolean,
): RawBuilder<{ row: string }> {
  const { from, keys } = activities[activity];
  const here = sql<string>`${sql.lit(site)}`;
  // with one user, index entries arrive in the order of tracks
  const [user] = users;
  const of = users.length === 1 ? sql`= ${user}::integer` : sql`= any(${[...users]}::integer[])`;
  const columns = [
    sql`t`,
    ...Object.keys(keys).map((_, at) => sql.ref(`k${at}`)),
    ...(apart ? [sql`u`] : []),
  ];
  const named = Object.values(keys).map((key, at) => sql`${key(here, of)} as ${sql.ref(`k${at}`)}`);
  const grouped = apart ? sql`d.track_id, d.user_id` : sql`d.track_id`;
  const rowsOn = (track: RawBuilder<unknown>) =>
    sql`(select d.track_id as t, ${sql.join([...named, ...(apart ? [sql`d.user_id as u`] : [])])}
      from ${from} and d.site = ${here} and d.user_id ${of} ${track} group by ${grouped}) one`;
  // by track: a plan for any user would read everything that the most active one did
  const rows = trackIds
    ? sql`unnest(${[...new Set(trackIds)]}::integer[]) as changed (track_id)
        cross join lateral ${rowsOn(sql`and d.track_id = changed.track_id`)}`
    : rowsOn(sql``);
  return sql`select json_build_array(${sql.join(
    columns.map((column) => sql`coalesce(json_agg(${column}), '[]')`),
  )})::text as row from ${rows}`;
}

/** Tracks on which users were active, with their keys; derived data for an index is created on first use. */
export class PersonTracks {
  readonly ids: Int32Array;
  readonly #keys: ReadonlyMap<string, Float64Array>;
  /** the state of the index when the derived data was created, and the ids that had no row then */
  #made = { removals: -1, additions: -1, missing: new Int32Array(0) };
  #rows: Bitset | undefined;
  readonly #orders = new Map<string, SparseOrder>();

  private constructor(ids: Int32Array, keys: ReadonlyMap<string, Float64Array>) {
    this.ids = ids;
    this.#keys = keys;
  }

  /** From the columns read by `activityRows`. */
  static of(
    activity: Activity,
    ids: readonly number[],
    columns: readonly (readonly (number | null)[])[],
  ): PersonTracks {
    const keys = ordersOf(activity).map(
      (order, at) => [order, Float64Array.from(columns[at] ?? [], (key) => key ?? Number.NaN)] as const,
    );
    return new PersonTracks(Int32Array.from(ids), new Map(keys));
  }

  /** Whether it contains one of `ids`. For few ids the engine's search is fastest; for many, each is looked up. */
  knows(ids: ReadonlySet<number>): boolean {
    if (ids.size > 8) return this.ids.some((id) => ids.has(id));
    return [...ids].some((id) => this.ids.includes(id));
  }

  /** A copy with the entries of `ids` replaced. */
  replaced(ids: ReadonlySet<number>, now: PersonTracks): PersonTracks {
    const remaining: number[] = [];
    for (let at = 0; at < this.ids.length; at++) if (!ids.has(this.ids[at] as number)) remaining.push(at); // indexes of ids
    const joined = (before: Float64Array, after: Float64Array) => {
      const all = new Float64Array(remaining.length + after.length);
      for (const [to, at] of remaining.entries()) all[to] = before[at] as number; // as long as ids
      all.set(after, remaining.length);
      return all;
    };
    const all = new Int32Array(remaining.length + now.ids.length);
    for (const [to, at] of remaining.entries()) all[to] = this.ids[at] as number; // indexes of ids
    all.set(now.ids, remaining.length);
    const none = new Float64Array(0);
    const keys = [...this.#keys].map(
      ([order, before]) => [order, joined(before, now.#keys.get(order) ?? none)] as const,
    );
    return new PersonTracks(all, new Map(keys));
  }

  /** Their rows in the index, read-only. */
  rowsIn(index: RowIndex): Bitset {
    this.#forgetOldRows(index);
    if (!this.#rows) {
      this.#rows = new Bitset(index.size);
      for (const id of this.ids) {
        const row = index.rowOf(id);
        if (row !== undefined) this.#rows.add(row);
      }
    }
    return this.#rows;
  }

  orderIn(index: RowIndex, by: string): SparseOrder {
    this.#forgetOldRows(index);
    let order = this.#orders.get(by);
    if (!order) {
      order = new SparseOrder(index, this.ids, this.#keys.get(by) ?? new Float64Array(0));
      this.#orders.set(by, order);
    }
    return order;
  }

  #forgetOldRows(index: RowIndex): void {
    const { removals, additions } = index;
    const before = this.#made;
    if (before.removals === removals && before.additions === additions) return;
    const isKnown = (id: number) => index.rowOf(id) !== undefined;
    if (before.removals === removals && !before.missing.some(isKnown)) {
      this.#made = { ...before, additions };
      return;
    }
    this.#made = { removals, additions, missing: this.ids.filter((id) => !isKnown(id)) };
    this.#rows = undefined;
    this.#orders.clear();
  }
}
