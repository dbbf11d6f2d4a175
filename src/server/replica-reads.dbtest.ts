import { afterAll, beforeEach, expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { DatabaseUnavailable } from '#db/unavailable.ts';
import { cookieName } from '#platform/auth/cookies.ts';
import { signIn } from '#platform/auth/session.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import type { ReplicaServer } from '#platform/replicas/replica.ts';
import { Replicas } from '#platform/replicas/replicas.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask } from '#testing/http.ts';
import { startSmallServer } from '#testing/small-server.ts';
import { asMember } from '#testing/tracks.ts';

const primary = await testDb();
/** A replica that never receives anything: it shows which server was read. */
const stale = await testDb();
const world = await testCtx({ db: primary.db, site: 'tmnf' });
const member = await asMember(world);
const { site } = world;

let replicaAt = 1;
let primaryAt = 1;
let failsWith: Error | null = null;
const run: ReplicaServer['listReads']['run'] = async (work) => {
  if (failsWith) throw failsWith;
  return work(stale.db);
};
const server: ReplicaServer = {
  name: 'stale',
  db: stale.db,
  listReads: { run },
  pageReads: { run },
  place: async () => ({ replayed: replicaAt, received: replicaAt }),
};
const replicas = new Replicas({
  primary: { position: async () => primaryAt },
  servers: [server],
  log: world.log,
});

/** How many profiles the server has that is read, by both ways of reading. */
async function profiles(ctx: Ctx): Promise<{ people: number; listed: number }> {
  const count = (own: Ctx) =>
    forSite(own, 'profile')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
  const { n: people } = await count(ctx);
  const listed = await ctx.listReads?.run((db) => count({ ...ctx, db }), 'select 1 from profile');
  return { people, listed: listed?.n ?? -1 };
}

const rename = (ctx: Ctx) =>
  inTransaction(ctx, (tx) =>
    tx.db.updateTable('account').set({ name: 'renamed' }).where('account_id', '=', -1).execute(),
  );
const get = (read: (ctx: Ctx) => Promise<object>): Endpoint => ({
  handle: async (ctx) => json(await read(ctx)),
});
const { port, stop } = await startSmallServer({
  sites: [site],
  trustProxy: false,
  services: { ...world, replicas, listReads: { run: (work) => work(primary.db) } },
  routes: {
    'GET /people': get(profiles),
    'GET /sessions': get(async (ctx) => ({
      sessions: (await ctx.db.selectFrom('session').select('account_id').execute()).length,
    })),
    'GET /seen': get(async (ctx) => {
      await rename(ctx);
      return profiles(ctx);
    }),
    'POST /write': get(async (ctx) => {
      await rename(ctx);
      return {};
    }),
  },
});
afterAll(stop);

const { sessionId } = await signIn(member, { cookies: {}, secure: false }, member.viewer.accountId ?? 0);
const session = `${cookieName('session', site, false)}=${sessionId}`;
const onPrimary = { people: 1, listed: 1 };
const onReplica = { people: 0, listed: 0 };

async function send(path: string, { method = 'GET', cookie = '', headers = {} } = {}) {
  const answer = await ask(port, path, {
    host: site.host,
    method,
    headers: { ...headers, ...(cookie && { cookie }) },
  });
  expect(answer.status, answer.text).toBe(200);
  const [position = ''] = answer.headers['set-cookie'] ?? [];
  return { read: JSON.parse(answer.text) as object, position: position.split(';')[0] ?? '' };
}

beforeEach(async () => {
  [replicaAt, primaryAt, failsWith] = [1, 1, null];
  await replicas.check();
});

test('visitors and members read from a replica', async () => {
  expect((await send('/people')).read).toEqual(onReplica);
  expect((await send('/people', { cookie: session })).read).toEqual(onReplica);
});

test('after a write, its user reads from the primary server until the replica has it; others do not', async () => {
  primaryAt = 70;
  const { position } = await send('/write', { method: 'POST', cookie: session });
  const cookie = `${session}; ${position}`;
  expect((await send('/people', { cookie })).read).toEqual(onPrimary);
  expect((await send('/people')).read).toEqual(onReplica);
  replicaAt = 70;
  expect((await send('/people', { cookie })).read).toEqual(onReplica);
});

test('a page that writes reads from the primary server from then on, and so does the next request', async () => {
  primaryAt = 70;
  const { read, position } = await send('/seen', { cookie: session });
  expect(read).toEqual(onPrimary);
  expect((await send('/people', { cookie: `${session}; ${position}` })).read).toEqual(onPrimary);
});

test('sessions are always read from the primary server, and so is everything for programs', async () => {
  expect((await send('/sessions')).read).toEqual({ sessions: 1 });
  expect((await send('/people', { headers: { authorization: 'Bearer none' } })).read).toEqual(onPrimary);
});

test('what a replica fails to read is read from the primary server, and the replica is left out', async () => {
  failsWith = new DatabaseUnavailable('unreachable', 'refused');
  expect((await send('/people')).read).toEqual({ people: 0, listed: 1 });
  failsWith = null;
  expect((await send('/people')).read).toEqual(onPrimary);
  await replicas.check();
  expect((await send('/people')).read).toEqual(onReplica);
});

test('a replica that is lost while it runs a statement delays nothing', async () => {
  const { promise: never } = Promise.withResolvers<never>();
  const [replica] = replicas.all;
  const read = replica?.read(
    'select 1',
    () => never,
    async () => 'from the primary server',
  );
  replica?.lose();
  expect(await read).toBe('from the primary server');
});
