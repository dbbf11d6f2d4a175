import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { demoAdminPasswordFile, demoPasswordFile } from '#demo/demo-accounts.ts';
import { makeUser } from '#demo/make.ts';
import { seedAccounts } from '#demo/people.ts';
import { hashPassword, inCommands, verifyPassword } from '#platform/auth/password.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { checkDemoChoice, seedUnlessDeclined } from './demo.ts';

const plain = { empty: false, 'demo-admin': false };
const withAdmin = { empty: false, 'demo-admin': true };
const empty = { empty: true, 'demo-admin': false };

const folders = mkdtempSync(join(tmpdir(), 'paddock-demo-'));
afterAll(() => rmSync(folders, { recursive: true, force: true }));

let said: string[] = [];
beforeEach(() => {
  said = [];
  vi.spyOn(console, 'log').mockImplementation((line: unknown) => void said.push(String(line)));
});

/** An empty database and data folder; no editions, so that creating the demo takes no time. */
async function installation() {
  const { db } = await testDb();
  const services = { ...(await testCtx({ db })), sites: [] };
  return { db, services, dataDir: mkdtempSync(join(folders, 'data-')) };
}

const account = (db: Awaited<ReturnType<typeof installation>>['db'], name: string) =>
  db
    .selectFrom('account')
    .leftJoin('role_grant', 'role_grant.account_id', 'account.account_id')
    .select(['account.account_id', 'password_hash', 'level'])
    .where('name', '=', name)
    .executeTakeFirst();

test('without --demo-admin there is no administrator; with --demo-admin it has its own password', async () => {
  const { db, services, dataDir } = await installation();
  await seedUnlessDeclined(services, dataDir, plain);
  expect(await account(db, 'alice')).toBeDefined();
  expect(await account(db, 'admin')).toBeUndefined();
  expect(said.join(' ')).not.toContain('admin');

  await seedUnlessDeclined(services, dataDir, withAdmin);
  const path = demoAdminPasswordFile(dataDir);
  const password = readFileSync(path, 'utf8').trim();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(password).not.toBe(readFileSync(demoPasswordFile(dataDir), 'utf8').trim());
  expect(said).toContain(`The administrator is admin. Password: ${password}`);
  const admin = await account(db, 'admin');
  expect(admin?.level).toBe(6);
  expect(await verifyPassword(inCommands, admin?.password_hash ?? '', password)).toBe(true);

  await makeUser(services, { name: 'Somebody' });
  await seedUnlessDeclined(services, dataDir, withAdmin); // exists already: no demo is created among real users
  expect(await account(db, 'admin')).toEqual(admin);
});

test('--demo-admin is refused among real users, without a demo, and together with --empty or DATABASE_URL', async () => {
  const lived = await installation();
  await seedUnlessDeclined(lived.services, lived.dataDir, plain);
  await makeUser(lived.services, { name: 'Somebody' });
  await expect(seedUnlessDeclined(lived.services, lived.dataDir, withAdmin)).rejects.toThrow(/real people/);
  expect(await account(lived.db, 'admin')).toBeUndefined();
  expect(existsSync(demoAdminPasswordFile(lived.dataDir))).toBe(false);

  const declined = await installation();
  await seedUnlessDeclined(declined.services, declined.dataDir, empty);
  await expect(seedUnlessDeclined(declined.services, declined.dataDir, withAdmin)).rejects.toThrow(
    '--demo-admin: this installation has no demo community.',
  );

  const embedded = { databaseUrl: null };
  expect(() => checkDemoChoice({ empty: true, 'demo-admin': true }, embedded)).toThrow(/contradict/);
  expect(() => checkDemoChoice(withAdmin, { databaseUrl: 'postgres://localhost/x' })).toThrow(/DATABASE_URL/);
  expect(() => checkDemoChoice(withAdmin, embedded)).not.toThrow();
});

test('--empty creates no demo, and later starts do not either', async () => {
  const { db, services, dataDir } = await installation();
  await seedUnlessDeclined(services, dataDir, empty);
  await seedUnlessDeclined(services, dataDir, plain);
  expect(await db.selectFrom('account').select('account_id').execute()).toEqual([]);
  expect(existsSync(demoPasswordFile(dataDir))).toBe(false);
});

test('--empty on an installation with the demo: its accounts can no longer sign in', async () => {
  const { db, services, dataDir } = await installation();
  await seedUnlessDeclined(services, dataDir, withAdmin);
  const passwords = [demoPasswordFile, demoAdminPasswordFile].map((file) =>
    readFileSync(file(dataDir), 'utf8').trim(),
  );
  const alice = (await account(db, 'alice'))?.account_id ?? 0;
  const now = new Date();
  await db
    .insertInto('session')
    .values({
      id_hash: 'x',
      account_id: alice,
      site: 'tmnf',
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + 1e6),
    })
    .execute();
  const person = await makeUser(services, { name: 'Somebody' });
  const before = await account(db, 'Somebody');

  await seedUnlessDeclined(services, dataDir, empty);
  expect(await db.selectFrom('session').select('id_hash').execute()).toEqual([]);
  expect(await db.selectFrom('role_grant').select('level').execute()).toEqual([]);
  for (const name of ['alice', 'mo', 'admin']) {
    const hash = (await account(db, name))?.password_hash ?? '';
    for (const password of passwords) expect(await verifyPassword(inCommands, hash, password)).toBe(false);
  }
  expect(existsSync(demoPasswordFile(dataDir))).toBe(false);
  expect(existsSync(demoAdminPasswordFile(dataDir))).toBe(false);
  expect({ ...before, account_id: person.accountId }).toEqual(await account(db, 'Somebody'));
});

test('the administrator of a demo made by an earlier version is closed at the next start', async () => {
  const { db, services, dataDir } = await installation();
  await seedUnlessDeclined(services, dataDir, withAdmin);
  const password = readFileSync(demoAdminPasswordFile(dataDir), 'utf8').trim();
  rmSync(demoAdminPasswordFile(dataDir));
  await seedUnlessDeclined(services, dataDir, plain);
  const admin = await account(db, 'admin');
  expect(admin?.level).toBeNull();
  expect(await verifyPassword(inCommands, admin?.password_hash ?? '', password)).toBe(false);
});

test('an unfinished demo among real users is not completed: the start says so and continues', async () => {
  const { db, services, dataDir } = await installation();
  await seedAccounts(services, await hashPassword(inCommands, 'of an interrupted start'));
  await makeUser(services, { name: 'Somebody' });
  writeFileSync(join(dataDir, 'demo-unfinished'), '');
  await seedUnlessDeclined(services, dataDir, plain);
  expect(said).toEqual([expect.stringMatching(/real people/)]);
  expect(await account(db, 'Somebody')).toBeDefined();
});
