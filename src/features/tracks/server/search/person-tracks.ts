import { type RawBuilder, sql } from 'kysely';
import { Bitset } from '#platform/row-index/bitset.ts';
import type { RowIndex } from '#platform/row-index/row-index.ts';
import { SparseOrder } from '#platform/row-index/sparse-order.ts';
import type { TrackOrderName } from '../orders.ts';
import type { PersonFilterName } from '../people.ts';

/** A user's activity on tracks, by the filter that names the user; downloads are visible only to the user. */
export type Activity = Exclude<PersonFilterName, 'author'> | 'indownloads';

const micros = (expression: RawBuilder<unknown>) =>
  sql`(extract(epoch from ${expression}) * 1000000)::bigint`;

interface ActivityRows {
  readonly table: 'replay' | 'comment' | 'track_download';
  readonly from: RawBuilder<unknown>;
  /** the sort keys of orders that depend on this user, by order */
  readonly keys: Readonly<Partial<Record<TrackOrderName, RawBuilder<unknown>>>>;
}

const best = (key: RawBuilder<unknown>) => sql`${key} filter (where d.is_best)`;
const commentedOn = (isAward: boolean, order: TrackOrderName): ActivityRows => ({
  table: 'comment',
  from: sql`comment d where d.is_award = ${sql.lit(isAward)} and d.deleted_at is null`,
  keys: { [order]: micros(sql`max(d.comment_at)`) },
});

/** The same as in track-sets.ts and orders.ts, as queries. */
const activities: Readonly<Record<Activity, ActivityRows>> = {
  replaysby: {
    table: 'replay',
    from: sql`replay d where d.deleted_at is null`,
    keys: {
      userRecordSet: micros(best(sql`max(d.replay_at)`)),
      userPosition: best(
        sql`max(case when d.is_best then
          coalesce(d.top_position, replay_position(d.site, d.track_id, d.result, d.replay_at, d.replay_id)) end)`,
      ),
      userTime: best(sql`max(d.replay_time_ms)`),
    },
  },
  awardedby: commentedOn(true, 'awardedByUser'),
  commentedby: commentedOn(false, 'commentedByUser'),
  indownloads: {
    table: 'track_download',
    from: sql`track_download d where true`,
    keys: { downloadedByViewer: micros(sql`max(d.downloaded_at)`) },
  },
};

const ordersOf = (activity: Activity): string[] => Object.keys(activities[activity].keys);

/** The activity that an order depends on. */
export const activityOfOrder = (order: string): Activity | undefined =>
  (Object.keys(activities) as Activity[]).find((activity) => ordersOf(activity).includes(order));

/** The table of an activity. */
export const tableOf = (activity: Activity): string => activities[activity].table;

/** Rows of user, track and keys: of these users, on these tracks or (null) on all; `apart`: grouped by user. */
export function activityRows(
  activity: Activity,
  site: string,
  users: readonly number[],
  trackIds: readonly number[] | null,
  apart: boolean,
): RawBuilder<{ row: string }> {
  const { from, keys } = activities[activity];
  const on = trackIds ? sql`and d.track_id = any(${[...trackIds]}::integer[])` : sql``;
  const user = apart ? sql`d.user_id` : sql`0`;
  const columns = [sql`u`, sql`t`, ...Object.keys(keys).map((_, at) => sql.ref(`k${at}`))];
  const named = Object.values(keys).map((key, at) => sql`${key} as ${sql.ref(`k${at}`)}`);
  return sql`select json_build_array(${sql.join(
    columns.map((column) => sql`coalesce(json_agg(${column}), '[]')`),
  )})::text as row from (select ${user} as u, d.track_id as t, ${sql.join(named)} from ${from}
    and d.site = ${sql.lit(site)} and d.user_id = any(${[...users]}::integer[]) ${on} group by 1, 2) one`;
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
    const kept: number[] = [];
    for (let at = 0; at < this.ids.length; at++) if (!ids.has(this.ids[at] as number)) kept.push(at); // indexes of ids
    const joined = (before: Float64Array, after: Float64Array) => {
      const all = new Float64Array(kept.length + after.length);
      for (const [to, at] of kept.entries()) all[to] = before[at] as number; // as long as ids
      all.set(after, kept.length);
      return all;
    };
    const all = new Int32Array(kept.length + now.ids.length);
    for (const [to, at] of kept.entries()) all[to] = this.ids[at] as number; // indexes of ids
    all.set(now.ids, kept.length);
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
