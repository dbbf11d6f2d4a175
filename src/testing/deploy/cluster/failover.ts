import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { openDb } from '#db/client.ts';
import { listenTo } from '#platform/postgres/listen.ts';
import { openReplica } from '#platform/replicas/open-replicas.ts';
import { positionOfPrimary } from '#platform/replicas/position.ts';
import { Replicas } from '#platform/replicas/replicas.ts';
import type { Closers } from '#scripts/run-command.ts';
import type { Outcomes } from '../outcomes.ts';
import { DatabaseMachines } from './database.ts';
import { Machines } from './machines.ts';

const writers = 6;
const pauseMs = 50;
/** how long a machine stays away */
const awayMs = 35_000;
const mostSeconds = 30;

/** Writes and reads as processes do, on their connections, for as long as it runs. */
class DatabaseLoad {
  readonly acknowledged = new Set<number>();
  /** own writes that were not read at once */
  readonly unseen: number[] = [];
  failedWrites = 0;
  failedReads = 0;
  reads = 0;
  /** milliseconds between two acknowledged writes, at most, since `since` */
  longestGap = 0;
  #lastAt = performance.now();
  #next = 0;
  #isOver = false;
  #lanes: Promise<unknown> = Promise.resolve();
  readonly #db: ReturnType<typeof openDb>['db'];
  readonly #replicas: Replicas;

  constructor(db: ReturnType<typeof openDb>['db'], replicas: Replicas) {
    this.#db = db;
    this.#replicas = replicas;
  }

  start(): void {
    this.#lanes = Promise.all(Array.from({ length: writers }, () => this.#lane()));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#lanes;
  }

  newRound(): void {
    this.longestGap = 0;
    this.#lastAt = performance.now();
  }

  async #lane(): Promise<void> {
    for (; !this.#isOver; await sleep(pauseMs)) {
      const n = this.#next++;
      if (await this.#writes(n)) await this.#readsOwn(n);
      await this.#reads();
    }
  }

  async #writes(n: number): Promise<boolean> {
    try {
      await this.#db
        .transaction()
        .execute((tx) => sql`insert into written values (${n}::bigint)`.execute(tx));
    } catch {
      this.failedWrites += 1;
      return false;
    }
    const now = performance.now();
    this.longestGap = Math.max(this.longestGap, now - this.#lastAt);
    this.#lastAt = now;
    this.acknowledged.add(n);
    return true;
  }

  /** From a replica that is far enough, as the browser of its author does. */
  async #readsOwn(n: number): Promise<void> {
    try {
      const atLeast = await this.#replicas.positionOfPrimary();
      const replica = await this.#replicas.choose({ atLeast });
      const { rows } = await sql`select from written where n = ${n}::bigint`.execute(
        replica?.server.db ?? this.#db,
      );
      if (rows.length === 0) this.unseen.push(n);
    } catch {
      // the primary server is gone: it would be a 503
    }
  }

  /** As a visitor: from any replica, otherwise from the primary server. */
  async #reads(): Promise<void> {
    const text = 'select count(*) from written';
    const onPrimary = () => sql.raw(text).execute(this.#db);
    try {
      const replica = await this.#replicas.choose({ atLeast: 0 });
      const onReplica = () => sql.raw(text).execute(replica?.server.db ?? this.#db);
      await (replica ? replica.read(text, onReplica, onPrimary) : onPrimary());
      this.reads += 1;
    } catch {
      this.failedReads += 1;
    }
  }
}

/** The machine of the primary server loses its power under load; a replica takes over. Needs root. */
export async function checkFailover(outcomes: Outcomes, closers: Closers, port: number): Promise<void> {
  outcomes.part('Failover with Patroni and etcd');
  if (process.getuid?.() !== 0) return outcomes.note('Network namespaces need root.');
  const folder = await mkdtemp(join(tmpdir(), 'paddock-failover-'));
  closers.add(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'logs'));
  const machines = new Machines(join(folder, 'logs'));
  closers.add(() => machines.remove());
  const add = (names: string[]) => names.map((name) => machines.add(name));
  const database = await DatabaseMachines.start(
    add(['db1', 'db2', 'db3']),
    add(['etcd1', 'etcd2', 'etcd3']),
    folder,
  );
  const proxy = await database.startProxy(port);
  closers.add(async () => {
    const ended = once(proxy, 'exit');
    proxy.kill('SIGKILL');
    await ended;
  });
  const url = database.urlAt(port);
  const { db, close } = openDb(url, { max: writers + 2, guard: false });
  closers.add(close);
  const log = pino({ level: 'silent' });
  for (const end = Date.now() + 60_000; ; )
    try {
      await sql`create table written (n bigint primary key)`.execute(db);
      break;
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(200); // the proxy has not asked Patroni yet
    }
  const opened = database.machines.map((machine) =>
    openReplica(database.urlOf(machine), 4, { guard: false }),
  );
  closers.add(async () => void (await Promise.all(opened.map((replica) => replica.close()))));
  const replicas = new Replicas({
    primary: { position: () => positionOfPrimary(db) },
    servers: opened.map(({ server }) => server),
    log,
  });
  closers.add(await replicas.watch());
  let heard = 0;
  closers.add(listenTo({ url, channel: 'failover', log, heartbeatMs: 2000 }, () => (heard += 1)));

  const load = new DatabaseLoad(db, replicas);
  load.start();
  await sleep(5000);
  const primary = await database.primary();
  const earlier = { writes: load.acknowledged.size, reads: load.reads, failed: load.failedReads };
  load.newRound();
  await primary.kill();
  await sleep(awayMs);
  const seconds = load.longestGap / 1000;
  outcomes.check(
    `writes are stored again after ${seconds.toFixed(1)} s, without a restart`,
    load.acknowledged.size > earlier.writes + writers && seconds <= mostSeconds,
  );
  outcomes.note(
    `${load.reads - earlier.reads} reads succeeded meanwhile, ${load.failedReads - earlier.failed} failed.`,
  );
  const began = performance.now();
  database.startMachine(primary);
  await database.whole();
  outcomes.note(
    `${primary.name} is a replica again after ${((performance.now() - began) / 1000).toFixed(0)} s.`,
  );
  await sleep(3000);
  await load.stop();
  const { rows } = await sql<{ n: number }>`select n from written`.execute(db);
  const stored = new Set(rows.map(({ n }) => n));
  const lost = [...load.acknowledged].filter((n) => !stored.has(n));
  outcomes.check(
    `none of ${load.acknowledged.size} acknowledged writes is lost`,
    lost.length === 0,
    lost.join(', '),
  );
  outcomes.check('authors read their own writes at once', load.unseen.length === 0, load.unseen.join(', '));
  outcomes.check('all replicas are in use again', replicas.state() === 'ok', replicas.state());
  const before = heard;
  await sql`notify failover`.execute(db);
  await sleep(1000);
  outcomes.check('notifications arrive again', heard > before);
}
