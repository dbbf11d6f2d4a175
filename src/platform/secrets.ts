import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import type { Services } from '#platform/context.ts';

type Secrets = Services['secrets'];

const names = ['antiForgery', 'address'] as const satisfies readonly (keyof Secrets)[];

/**
 * The installation's keys, made at the first start and the same in every process after it. Two processes starting
 * at once both offer keys; the table keeps one of each name, and both read that one back.
 */
export async function loadSecrets(db: Kysely<Database>): Promise<Secrets> {
  await db
    .insertInto('server_secret')
    .values(names.map((name) => ({ name, value: randomBytes(32).toString('base64url') })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const rows = await db.selectFrom('server_secret').select(['name', 'value']).execute();
  const kept = new Map(rows.map((row) => [row.name, row.value]));
  const secret = (name: keyof Secrets) => {
    const value = kept.get(name);
    if (!value) throw new Error(`The table server_secret has lost its row "${name}".`);
    return value;
  };
  return { antiForgery: secret('antiForgery'), address: secret('address') };
}
