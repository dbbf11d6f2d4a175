import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import { hashPassword, inCommands } from '#platform/auth/password.ts';
import type { Clock } from '#platform/context.ts';
import { ConfigError } from '#platform/env.ts';
import { demoAdministrator } from './cast.ts';
import { addressOf, demoDomain, seedAccount } from './people.ts';

/** File with the password of the demo accounts. It exists only if this installation has the demo. */
export const demoPasswordFile = (dataDir: string) => join(dataDir, 'demo-password.txt');
/** File with the demo administrator's own password. It exists only if the account was requested. */
export const demoAdminPasswordFile = (dataDir: string) => join(dataDir, 'demo-admin-password.txt');

/** The shared password of the cast: generated for this installation, readable by its owner only. */
export const demoPassword = (dataDir: string) => passwordIn(demoPasswordFile(dataDir));

function passwordIn(path: string): string {
  if (!existsSync(path))
    writeFileSync(path, `${randomBytes(12).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(path, 0o600); // it may have been restored from a backup
  return readFileSync(path, 'utf8').trim();
}

/** Throws unless all accounts of this database belong to the demo. */
export async function refuseAmongRealUsers(db: Kysely<Database>): Promise<void> {
  const person = db
    .selectFrom('account')
    .select('account_id')
    .where('email_key', 'not like', `%${demoDomain}`);
  if (!(await person.limit(1).executeTakeFirst())) return;
  throw new ConfigError([
    'This database has accounts of real people: the demo community is only seeded into a database without any.',
  ]);
}

/** Creates the demo administrator unless it exists. Returns its password, which differs from that of the cast. */
export async function seedDemoAdmin(
  stage: { db: Kysely<Database>; clock: Clock },
  dataDir: string,
): Promise<string> {
  const path = demoAdminPasswordFile(dataDir);
  const exists = (await accountsLike(stage.db, addressOf(demoAdministrator))).length > 0;
  if (exists && existsSync(path)) return passwordIn(path);
  await refuseAmongRealUsers(stage.db);
  const password = passwordIn(path);
  await seedAccount(stage, demoAdministrator, await hashPassword(inCommands, password));
  return password;
}

/** Closes the demo administrator of an installation that did not request one. */
export async function closeUnrequestedAdmin(db: Kysely<Database>, dataDir: string): Promise<void> {
  if (!existsSync(demoAdminPasswordFile(dataDir))) await close(db, addressOf(demoAdministrator));
}

/** Closes all demo accounts and deletes their passwords. Returns their number. */
export async function closeDemoAccounts(db: Kysely<Database>, dataDir: string): Promise<number> {
  for (const path of [demoPasswordFile(dataDir), demoAdminPasswordFile(dataDir)])
    rmSync(path, { force: true });
  return close(db, `%${demoDomain}`);
}

/** A closed account keeps what it published; it cannot sign in, and it has no role. */
async function close(db: Kysely<Database>, address: string): Promise<number> {
  const ids = await accountsLike(db, address);
  if (ids.length === 0) return 0;
  const password_hash = await hashPassword(inCommands, randomBytes(32).toString('base64url')); // never stored
  await db.updateTable('account').set({ password_hash }).where('account_id', 'in', ids).execute();
  await db.deleteFrom('session').where('account_id', 'in', ids).execute();
  await db.deleteFrom('role_grant').where('account_id', 'in', ids).execute();
  return ids.length;
}

async function accountsLike(db: Kysely<Database>, address: string): Promise<number[]> {
  const accounts = db.selectFrom('account').select('account_id').where('email_key', 'like', address);
  return (await accounts.execute()).map(({ account_id }) => account_id);
}
