import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import type { Clock, Services } from '#platform/context.ts';
import { RotatingKey } from './rotating-key.ts';

type Secrets = Services['secrets'];

/** The names of the keys that are rows. */
export const storedSecrets = [
  'antiForgery',
  'knownBrowser',
  'unsubscribe',
  'dumps',
] as const satisfies readonly (keyof Secrets)[];

/**
 * The installation's keys, created at the first start and the same in all processes. Two processes that start at the same time
 * both offer keys; the table stores one of each name, and both read that one. `factor` is the only key that is not a row (see
 * loadFactorKey).
 */
export async function loadSecrets(db: Kysely<Database>, clock: Clock, factor: string): Promise<Secrets> {
  await db
    .insertInto('server_secret')
    .values(storedSecrets.map((name) => ({ name, value: randomBytes(32).toString('base64url') })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const rows = await db.selectFrom('server_secret').select(['name', 'value']).execute();
  const stored = new Map(rows.map((row) => [row.name, row.value]));
  const secret = (name: (typeof storedSecrets)[number]) => {
    const value = stored.get(name);
    if (!value) throw new Error(`The table server_secret has lost its row "${name}".`);
    return value;
  };
  const addressKey = await RotatingKey.load({ db, clock });
  return {
    antiForgery: secret('antiForgery'),
    knownBrowser: secret('knownBrowser'),
    unsubscribe: secret('unsubscribe'),
    dumps: secret('dumps'),
    factor,
    get address() {
      return addressKey.current;
    },
  };
}

const keyShape = /^[\w-]{43}$/;

/** The name of the file with the key of second factors. */
export const factorKeyFile = 'factor-key';

/**
 * The key of second factors, in a file of the data folder; created at the first start. If several first starts
 * run at the same time, one file stays and all read it.
 */
export async function loadFactorKey(dataDir: string): Promise<string> {
  const path = join(dataDir, factorKeyFile);
  const known = await readKey(path);
  if (known !== null) return known;
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    await link(draft, path); // unlike a rename, never replaces the file of another process
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const made = await readKey(path);
  if (made === null) throw new Error(`The file ${path} vanished while the server started.`);
  return made;
}

async function readKey(path: string): Promise<string | null> {
  try {
    const key = (await readFile(path, 'utf8')).trim();
    if (!keyShape.test(key)) throw new Error(`The file ${path} is damaged: restore it from a backup.`);
    return key;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
