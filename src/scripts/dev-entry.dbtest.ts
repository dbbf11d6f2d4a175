import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { decideConfig } from '#platform/config.ts';
import { readEnv } from '#platform/env.ts';
import { allSites } from '#sites/all.ts';
import { testDb } from '#testing/db.ts';
import { openDevServices } from './dev-entry.ts';
import { Closers } from './run-command.ts';

/** The demo accounts after `npm run dev` has opened its services on an empty database, without editions to fill. */
async function accountsAfterStart({ embedded, isDeclined }: { embedded: boolean; isDeclined: boolean }) {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  const dataDir = await mkdtemp(join(tmpdir(), 'paddock-dev-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  if (isDeclined) await writeFile(join(dataDir, 'no-demo'), 'Started with --empty.');
  const { db, url } = await testDb();
  const [site] = await allSites();
  if (!site) throw new Error('There is no edition.');
  const closers = new Closers();
  const config = { ...decideConfig(readEnv({ DATA_DIR: dataDir })), worker: false };
  try {
    await openDevServices({ config, databaseUrl: url, embedded, sites: [], site }, closers);
    const found = await db
      .selectFrom('account')
      .select('name')
      .where('name', 'in', ['alice', 'mo'])
      .execute();
    return found.map(({ name }) => name).toSorted();
  } finally {
    await closers.close();
  }
}

test.each([
  ['an own database shows the demo community', { embedded: true, isDeclined: false }, ['alice', 'mo']],
  ['one that was started with --empty stays empty', { embedded: true, isDeclined: true }, []],
  ['the database of an operator is left alone', { embedded: false, isDeclined: false }, []],
])('npm run dev: %s', async (_, situation, expected) => {
  expect(await accountsAfterStart(situation)).toEqual(expected);
});
