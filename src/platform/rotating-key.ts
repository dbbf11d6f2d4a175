import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import { dayMs } from '#lib/codes/durations.ts';
import type { Clock } from '#platform/context.ts';
import { beginsWith } from '#platform/lists/search-text.ts';

/** A key is used this long and then deleted, so that its hashes can no longer be linked to an address. */
export const addressKeyDays = 30;

const periodOf = (now: Date) => Math.floor(now.getTime() / (addressKeyDays * dayMs));
const nameOf = (period: number) => `address ${period}`;

type Needs = { readonly db: Kysely<Database>; readonly clock: Clock };

/**
 * The key that hashes visitors' addresses. All processes of the installation use the same one. The key of the next period is
 * created ahead, so that `current` need not wait for the database when a period begins.
 */
export class RotatingKey {
  readonly #needs: Needs;
  #keys: ReadonlyMap<string, string> = new Map();
  #refreshing = false;

  private constructor(needs: Needs) {
    this.#needs = needs;
  }

  static async load(needs: Needs): Promise<RotatingKey> {
    const key = new RotatingKey(needs);
    await key.#load();
    return key;
  }

  get current(): string {
    const period = periodOf(this.#needs.clock.now());
    if (!this.#keys.has(nameOf(period + 1))) void this.#refresh();
    // a process that was suspended for a whole period uses its last key until the new one has arrived
    const key = this.#keys.get(nameOf(period)) ?? [...this.#keys.values()].at(-1);
    if (key === undefined) throw new Error('The key of addresses was used before it was loaded.');
    return key;
  }

  async #refresh(): Promise<void> {
    if (this.#refreshing) return;
    this.#refreshing = true;
    try {
      await this.#load();
    } catch {
      // the database is unavailable: the next use of the key tries again
    } finally {
      this.#refreshing = false;
    }
  }

  async #load(): Promise<void> {
    const { db, clock } = this.#needs;
    const period = periodOf(clock.now());
    const names = [nameOf(period), nameOf(period + 1)];
    await db
      .insertInto('server_secret')
      .values(names.map((name) => ({ name, value: randomBytes(32).toString('base64url') })))
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const rows = await db.selectFrom('server_secret').selectAll().where('name', 'in', names).execute();
    this.#keys = new Map(
      rows.sort((a, b) => a.name.localeCompare(b.name)).map((row) => [row.name, row.value]),
    );
  }
}

/** Deletes the keys of past periods. */
export async function sweepAddressKeys({ db, clock }: Needs): Promise<void> {
  const period = periodOf(clock.now());
  await db
    .deleteFrom('server_secret')
    .where((eb) => beginsWith(eb.ref('name'), 'address '))
    .where('name', 'not in', [nameOf(period), nameOf(period + 1)])
    .execute();
}
