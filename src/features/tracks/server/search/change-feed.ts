import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { acrossSites } from '#db/for-site.ts';

/** Changed tracks, and the tables in which they changed. */
export interface Changed {
  readonly ids: ReadonlySet<number>;
  readonly parts: ReadonlySet<string>;
}

/** Changes by site. */
export type Changes = ReadonlyMap<string, Changed>;

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

  constructor(db: Kysely<Database>) {
    this.#db = acrossSites(db, 'one query reads the changes on every site');
  }

  /** Starts the feed: `next` returns changes committed from now on. */
  async begin(): Promise<void> {
    this.#horizon = null;
    await this.next();
    // skips what was committed since the oldest transaction that is still running on the server
    await this.next();
  }

  /** Changes committed since the last call; none on the first. */
  async next(): Promise<Changes> {
    const from = this.#horizon;
    const { rows } = await sql<{
      horizon: number;
      entries: [seq: number, site: string, trackId: number, part: string][] | null;
    }>`
      select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon,
        (select json_agg(json_build_array(c.seq, c.site, c.track_id, c.part)) from track_change c
          where c.xid >= ${from}::bigint) as entries`.execute(this.#db);
    const [look] = rows;
    if (!look) throw new Error('The query of the log of changed tracks returned nothing.');
    const entries = look.entries ?? [];
    const fresh = entries.filter(([seq]) => !this.#seen.has(seq));
    this.#horizon = look.horizon;
    this.#seen = new Set(entries.map(([seq]) => seq));
    const changes = new Map<string, { ids: Set<number>; parts: Set<string> }>();
    for (const [, site, trackId, part] of fresh) {
      const changed = changes.get(site) ?? { ids: new Set(), parts: new Set() };
      changed.ids.add(trackId);
      changed.parts.add(part);
      changes.set(site, changed);
    }
    return changes;
  }
}
