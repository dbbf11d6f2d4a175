import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/database.ts';
import { acrossSites } from '#db/for-site.ts';
import { minuteMs } from '#lib/codes/durations.ts';
import { defineJob } from '#platform/jobs/registry.ts';
import type { Change } from '#platform/page-cache/change.ts';
import { writtenPosition } from '#platform/replicas/position.ts';
import { type LogPart, type ReadRows, readLog } from './track-rows.ts';

/** Changed tracks, and the tables in which they changed. */
export interface Changed {
  readonly ids: ReadonlySet<number>;
  readonly parts: ReadonlySet<string>;
}

/** Changes by site. */
type Changes = ReadonlyMap<string, Changed>;

/** What the logs contain that is new. */
interface News {
  readonly changes: Changes;
  readonly read: ReadRows | null;
  /** for cached pages: changed rows of all tables */
  readonly rows: readonly Change[];
  /** of the database's log, after all of it */
  readonly position: number;
}

/** Older log entries may have been swept (sweep-changes.ts): a process that last read before must reload. */
export const retentionMinutes = 60;

/**
 * Reads the log of changed tracks from its last position. Transactions commit in any order, so the position is the oldest
 * transaction that was still running: entries of it and later ones are read again, and returned once.
 */
export class ChangeFeed {
  readonly #db: Kysely<Database>;
  #horizon: number | null = null;
  /** entries already returned that the next read sees again */
  #seen = new Set<number>();
  #seenRows = new Set<number>();

  constructor(db: Kysely<Database>) {
    this.#db = acrossSites(db, 'one query reads the changes on every site');
  }

  /** Starts the feed: `next` returns changes committed from now on. */
  async begin(): Promise<{ readonly position: number }> {
    this.#horizon = null;
    await this.next();
    // skips what was committed since the oldest transaction that is still running on the server
    return this.next();
  }

  /**
   * Changes committed since the last call; none on the first. With `site`, the rows of its changed tracks are read in the same
   * statement, so that a writer does not wait for a second one.
   */
  async next(site: string | null = null): Promise<News> {
    const from = this.#horizon;
    const withRows = site !== null && from !== null;
    const { horizon, position, entries, rows, read } = withRows
      ? await readLog(this.#db, site, from, [...this.#seen])
      : { ...(await this.#entriesSince(from)), read: null };
    const fresh = entries.filter(([seq]) => !this.#seen.has(seq));
    this.#horizon = horizon;
    this.#seen = new Set(entries.map(([seq]) => seq));
    const freshRows = rows.filter(([seq]) => !this.#seenRows.has(seq));
    this.#seenRows = new Set(rows.map(([seq]) => seq));
    const changes = new Map<string, { ids: Set<number>; parts: Set<string> }>();
    for (const [, changedSite, trackId, part] of fresh) {
      const changed = changes.get(changedSite) ?? { ids: new Set(), parts: new Set() };
      changed.ids.add(trackId);
      changed.parts.add(part);
      changes.set(changedSite, changed);
    }
    return {
      changes,
      read,
      position,
      rows: freshRows.map(([, changedIn, table, keys]) => ({ site: changedIn, table, keys })),
    };
  }

  async #entriesSince(from: number | null): Promise<Omit<LogPart, 'read'>> {
    const {
      rows: [part],
    } = await sql<Pick<LogPart, 'horizon' | 'position'> & { [K in 'entries' | 'rows']: LogPart[K] | null }>`
      select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon, ${writtenPosition} as position,
        (select json_agg(json_build_array(c.seq, c.site, c.track_id, c.part)) from track_change c
          where c.xid >= ${from}::bigint) as entries,
        (select json_agg(json_build_array(c.seq, c.site, c.name, c.keys)) from page_change c
          where c.xid >= ${from}::bigint) as rows`.execute(this.#db);
    if (!part) throw new Error('The query of the log of changed tracks returned nothing.');
    return { ...part, entries: part.entries ?? [], rows: part.rows ?? [] };
  }
}

/** Deletes old entries of the logs of changes. */
export const sweepTrackChanges = defineJob({
  name: 'track-changes-sweep',
  input: z.object({}),
  cron: '*/15 * * * *',
  run: async ({ db, clock }) => {
    const before = new Date(clock.now().getTime() - retentionMinutes * minuteMs);
    const everywhere = acrossSites(db, 'the logs are for all sites');
    for (const log of ['track_change', 'page_change'] as const)
      await everywhere.deleteFrom(log).where('changed_at', '<', before).execute();
  },
});
