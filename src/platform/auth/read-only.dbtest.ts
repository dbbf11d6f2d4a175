import { afterAll, expect, test } from 'vitest';
import { openDb } from '#db/client.ts';
import { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember } from '#testing/tracks.ts';
import { cookieName } from './cookies.ts';
import { signIn, signOut, viewerOf } from './session.ts';
import { sessionHours } from './session-life.ts';

const { db, url } = await testDb();
const address = new URL(url);
address.searchParams.set('options', '-c default_transaction_read_only=on');
/** The same database through read-only connections, as if its disk were full. */
const readOnly = openDb(address.href, { max: 2 });
afterAll(() => readOnly.close());

const world = await testCtx({ db, site: 'tmnf' });

async function signedIn() {
  const ann = await asMember(world, Level.standard);
  const { sessionId } = await signIn(ann, { cookies: {}, secure: false }, ann.viewer.accountId ?? 0);
  const sender = { cookies: { [cookieName('session', ann.site, false)]: sessionId }, secure: false };
  return { ann, sender };
}

test('connections of this test cannot write', async () => {
  await expect(readOnly.db.deleteFrom('session').execute()).rejects.toThrow(/read-only transaction/);
});

test('a session to be renewed opens pages while nothing can be written', async () => {
  const { ann, sender } = await signedIn();
  world.clock.forward({ hours: sessionHours.member.idle / 2 + 1 });
  const { viewer } = await viewerOf({ ...world, db: readOnly.db }, world.site, sender);
  expect(viewer.userId).toBe(ann.viewer.userId);
});

test('an ended session counts as a visitor while nothing can be written', async () => {
  const { sender } = await signedIn();
  world.clock.forward({ hours: sessionHours.member.idle });
  const { viewer } = await viewerOf({ ...world, db: readOnly.db }, world.site, sender);
  expect(viewer.accountId).toBeNull();
});

test('signing out reports an error if it could not be stored', async () => {
  const { ann, sender } = await signedIn();
  await expect(signOut({ ...ann, db: readOnly.db }, sender)).rejects.toThrow(/read-only/);
});
