import { expect, test } from 'vitest';
import { testDb } from '#testing/db.ts';
import { checkOwnServer } from './own-server.ts';
import { oneStartAtATime } from './start-lock.ts';

const { url } = await testDb({ empty: true });

test('a server of the operator that can work is accepted', async () => {
  await expect(checkOwnServer(url)).resolves.toBeUndefined();
});

test('a database that does not exist is refused with the statements that create it', async () => {
  const missing = new URL(url);
  missing.pathname = '/my%20tracks';
  const role = decodeURIComponent(missing.username);
  await expect(oneStartAtATime(missing.href, async () => {})).rejects.toThrow(
    `create database "my tracks" owner "${role}" encoding 'UTF8' template template0;`,
  );
});

test('a wrong password is refused with the statements that create the role', async () => {
  const refused = new URL(url);
  refused.username = 'o"brien';
  await expect(oneStartAtATime(refused.href, async () => {})).rejects.toThrow(
    `create role "o""brien" login password '…';`,
  );
});
