import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { positionAt, type ReplicaPlace } from './position.ts';
import type { ReplicaServer } from './replica.ts';
import { lateAfterMs, Replicas } from './replicas.ts';

const log = pino({ level: 'silent' });
let now = 0;
let primaryAt: number | Error = 0;

interface FakeServer extends ReplicaServer {
  at: number | ReplicaPlace | null | Error;
  asked: number;
}

const given = <T>(value: T | Error): Promise<T> =>
  value instanceof Error ? Promise.reject(value) : Promise.resolve(value);

const placed = (at: number | ReplicaPlace): ReplicaPlace =>
  typeof at === 'number' ? { replayed: at, received: at } : at;

/** Servers that are only asked where they are. */
const serverAt = (at: FakeServer['at'], name = 'replica'): FakeServer =>
  ({
    name,
    at,
    asked: 0,
    place() {
      this.asked += 1;
      return given(this.at instanceof Error || this.at === null ? this.at : placed(this.at));
    },
  }) as FakeServer;

const replicasOf = (...servers: ReplicaServer[]) =>
  new Replicas({ primary: { position: () => given(primaryAt) }, servers, log, now: () => now });

/** Checks as the timer does, for longer than a replica may be late. */
async function forLong(replicas: Replicas, step = () => {}): Promise<void> {
  for (const end = now + lateAfterMs + 2000; now < end; now += 1000) {
    step();
    await replicas.check();
  }
}

beforeEach(() => {
  now = 0;
  primaryAt = 1000;
});

test('requests read from replicas in turn', async () => {
  const replicas = replicasOf(serverAt(1000, 'a'), serverAt(1000, 'b'));
  await replicas.check();
  const names = [];
  for (let n = 0; n < 4; n++) names.push((await replicas.choose({ atLeast: 0 }))?.server.name);
  expect(names).toEqual(['a', 'b', 'a', 'b']);
  expect(replicas.state()).toBe('ok');
});

test('a user reads what they have written: from a replica that has replayed it, otherwise from the primary server', async () => {
  const behind = serverAt(999, 'behind');
  const level = serverAt(1000, 'level');
  const replicas = replicasOf(behind, level);
  await replicas.check();
  for (let n = 0; n < 3; n++) expect((await replicas.choose({ atLeast: 1000 }))?.server.name).toBe('level');
  expect(await replicas.choose({ atLeast: 1001 })).toBeNull();
  behind.at = 1001; // it catches up between two checks
  expect((await replicas.choose({ atLeast: 1001 }))?.server.name).toBe('behind');
});

test('a replica that has what this process knows is preferred, and no reason to use the primary server', async () => {
  const [behind, level] = [serverAt(900, 'behind'), serverAt(1000, 'level')];
  const replicas = replicasOf(behind, level);
  await replicas.check();
  for (let n = 0; n < 3; n++)
    expect((await replicas.choose({ atLeast: 0, rather: 1000 }))?.server.name).toBe('level');
  expect(await replicas.choose({ atLeast: 0, rather: 2000 })).not.toBeNull();
});

test('a late replica is left out, and used again when it has caught up', async () => {
  const server = serverAt(1000);
  const replicas = replicasOf(server);
  await forLong(replicas);
  expect(await replicas.choose({ atLeast: 0 })).not.toBeNull();
  primaryAt = 5000;
  await forLong(replicas);
  expect(await replicas.choose({ atLeast: 0 })).toBeNull();
  expect(replicas.state()).toBe('none');
  server.at = 5000;
  await replicas.check();
  expect(await replicas.choose({ atLeast: 0 })).not.toBeNull();
});

test('a replica that is always some seconds behind is not late', async () => {
  const server = serverAt(1000);
  const replicas = replicasOf(server);
  let written = 1000;
  await forLong(replicas, () => {
    written += 1000;
    primaryAt = written;
    server.at = written - 9000;
  });
  expect(replicas.state()).toBe('ok');
});

test('an idle primary server makes no replica late', async () => {
  // the end of the log may lie behind the header of a page that nothing is written on yet
  const replicas = replicasOf(serverAt(960));
  await forLong(replicas);
  expect(replicas.state()).toBe('ok');
});

test('a lost replica is left out until it answers again', async () => {
  const server = serverAt(1000);
  const replicas = replicasOf(server);
  server.at = new Error('refused');
  await replicas.check();
  expect([await replicas.choose({ atLeast: 0 }), replicas.state()]).toEqual([null, 'none']);
  server.at = 1000;
  await replicas.check();
  expect(replicas.state()).toBe('none'); // it may have been the primary server
  [primaryAt, server.at] = [1100, 1100];
  await replicas.check();
  expect(await replicas.choose({ atLeast: 0 })).not.toBeNull();
  server.at = new Error('refused');
  await replicas.check();
  server.at = 1100;
  await replicas.check();
  expect(replicas.state()).toBe('ok');
});

test('while the primary server is lost, replicas are still read', async () => {
  const replicas = replicasOf(serverAt(1000));
  await replicas.check();
  primaryAt = new Error('refused');
  await forLong(replicas);
  expect(await replicas.choose({ atLeast: 0 })).not.toBeNull();
});

test('after a failover, the new primary server and one with another history are no replicas', async () => {
  const [promoted, former, third] = [serverAt(null), serverAt(3000), serverAt(1000, 'third')];
  const replicas = replicasOf(promoted, former, third);
  await replicas.check();
  for (let n = 0; n < 3; n++) expect((await replicas.choose({ atLeast: 0 }))?.server.name).toBe('third');
});

/** A replica that received 1500 bytes of the first timeline, of which the new primary server had 1300. */
async function afterFailover() {
  const server = serverAt(1000);
  primaryAt = positionAt(1, 1000);
  const replicas = replicasOf(server);
  await replicas.check();
  server.at = { replayed: 1400, received: 1500 };
  primaryAt = positionAt(2, 1350);
  return { server, replicas };
}

test('no replica has what was written after a failover because it has more of the former timeline', async () => {
  const { replicas } = await afterFailover();
  // before any check has noticed the failover
  expect(await replicas.choose({ atLeast: positionAt(2, 1350) })).toBeNull();
  const [replica] = replicas.all;
  expect(replica?.position).toBeLessThan(positionAt(2, 0)); // so nothing is cached that was made from it
});

test('after a failover, a replica is used once it has replayed more than it can have of the former timeline', async () => {
  const { server, replicas } = await afterFailover();
  await replicas.check();
  expect(replicas.state()).toBe('none');
  // the rest of the former timeline
  server.at = { replayed: 1500, received: 1500 };
  primaryAt = positionAt(2, 2000);
  await forLong(replicas);
  expect(replicas.state()).toBe('none');
  server.at = 1501;
  primaryAt = positionAt(2, 2000);
  await replicas.check();
  expect(replicas.state()).toBe('none'); // late by now
  server.at = 2000;
  await replicas.check();
  expect(await replicas.choose({ atLeast: positionAt(2, 2000) })).not.toBeNull();
});

test('a former primary server that comes back is used once it has replayed something new', async () => {
  const former = serverAt(null);
  primaryAt = positionAt(1, 1000);
  const replicas = replicasOf(former);
  await replicas.check();
  former.at = 3000;
  primaryAt = positionAt(2, 5000);
  await replicas.check();
  expect(replicas.state()).toBe('none');
  former.at = 5000;
  await replicas.check();
  expect(replicas.state()).toBe('none');
  [primaryAt, former.at] = [positionAt(2, 5001), 5001];
  await replicas.check();
  expect(replicas.state()).toBe('ok');
});

test('requests do not wait for a replica that does not answer', async () => {
  const server = serverAt(1000);
  const replicas = replicasOf(server);
  await replicas.check();
  server.place = () => new Promise(() => {});
  expect(await replicas.choose({ atLeast: 2000 })).toBeNull();
});
