import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#db/database.ts';
import { acrossSites } from '#db/for-site.ts';
import { type EditionSwitches, settingsOf, switchesOf, usualSwitches } from '#lib/switches/model.ts';
import { listenTo } from '#platform/postgres/listen.ts';

/** What the crew has set for each edition: cached in memory, because every request reads it. */
export interface Switches {
  /** the switches of an edition; those of a new one without a row. The same object until one of them changes. */
  of(siteCode: string): EditionSwitches;
  /** Reads them again; resolves when `of` returns what was committed before the call. */
  reload(): Promise<void>;
}

/** The switches of all editions in the memory of one process. Until the first `reload` they have their default values. */
export class CachedSwitches implements Switches {
  readonly #db: Kysely<Database>;
  #bySite: ReadonlyMap<string, EditionSwitches> = new Map();
  #running: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | null = null;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  of(siteCode: string): EditionSwitches {
    return this.#bySite.get(siteCode) ?? usualSwitches;
  }

  /** One after the other, so that an older reading never replaces a newer one; calls that wait share one reading. */
  reload(): Promise<void> {
    this.#waiting ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#waiting = null;
        this.#running = this.#read();
        return this.#running;
      });
    return this.#waiting;
  }

  async #read(): Promise<void> {
    const rows = await acrossSites(this.#db, 'every process keeps the switches of all editions')
      .selectFrom('edition_setting')
      .select(['site', 'name', 'value'])
      .execute();
    const bySite = Map.groupBy(rows, ({ site }) => site);
    this.#bySite = new Map(
      [...bySite].map(([site, own]) => [
        site,
        unlessEqual(this.#bySite.get(site), switchesOf(settingsOf(own))),
      ]),
    );
  }
}

const unlessEqual = <T>(before: T | undefined, now: T): T =>
  before !== undefined && isDeepStrictEqual(before, now) ? before : now;

/** Reads the switches again in the background; a failure is logged, and the next reading follows soon. */
function reloadSoon(switches: Switches, log: Logger): void {
  switches.reload().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, 'the switches of the editions could not be read');
  });
}

interface Followed {
  readonly url: string;
  readonly log: Logger;
  /** limits the delay if a notification is lost */
  readonly everyMs?: number;
}

/**
 * Keeps the switches of this process up to date with the writes of all others: at each notification of the database, after each
 * reconnect, and from time to time. Returns a function that stops it.
 */
export function followSwitches(
  switches: Switches,
  { url, log, everyMs = 30_000 }: Followed,
): () => Promise<void> {
  const read = () => reloadSoon(switches, log);
  const timer = setInterval(read, everyMs);
  timer.unref();
  const unlisten = listenTo({ url, channel: 'edition_setting', log }, read);
  return async () => {
    clearInterval(timer);
    await unlisten();
  };
}
