import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { openSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { serverUser } from '#platform/postgres/run-as.ts';
import { example } from '../guide.ts';
import type { Machine } from './machines.ts';

const addresses = ['192.0.2.11', '192.0.2.12', '192.0.2.13'];
const addressesOfEtcd = ['192.0.2.21', '192.0.2.22', '192.0.2.23'];
const password = randomBytes(12).toString('hex');

/** A server as Patroni sees it. */
interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

/** PostgreSQL on three machines with Patroni, and etcd on three others, from the examples of the guide. */
export class DatabaseMachines {
  readonly machines: readonly Machine[];
  readonly #withEtcd: readonly Machine[];
  readonly #folder: string;

  private constructor(machines: readonly Machine[], withEtcd: readonly Machine[], folder: string) {
    this.machines = machines;
    this.#withEtcd = withEtcd;
    this.#folder = folder;
  }

  /** Resolves when there are a primary server and two replicas, and an empty database. */
  static async start(
    machines: readonly Machine[],
    withEtcd: readonly Machine[],
    folder: string,
  ): Promise<DatabaseMachines> {
    const database = new DatabaseMachines(machines, withEtcd, folder);
    for (const machine of withEtcd) await database.#prepareEtcd(machine);
    for (const machine of withEtcd) database.startEtcd(machine);
    for (const machine of machines) await database.#prepare(machine);
    for (const machine of machines) database.startMachine(machine);
    await database.whole();
    const client = await database.#connect(await database.primary(), 'postgres', 'postgres');
    await client.query(`create role paddock login password '${password}'`);
    await client.query(`create database paddock owner paddock encoding 'UTF8' template template0`);
    await client.end();
    return database;
  }

  async #prepare(machine: Machine): Promise<void> {
    const home = join(this.#folder, machine.name);
    await mkdir(home, { mode: 0o700 });
    const user = serverUser(home);
    if (user) await chown(home, user.uid, user.gid);
    const [newest = '15'] = readdirSync('/usr/lib/postgresql').toSorted((a, b) => Number(b) - Number(a));
    const text = this.#placed(
      example('patroni.yml')
        .replaceAll('listen: 192.0.2.11', `listen: ${machine.address}`)
        .replaceAll('connect_address: 192.0.2.11', `connect_address: ${machine.address}`)
        .replace('name: db1', `name: ${machine.name}`)
        .replaceAll('/var/lib/postgresql/15', home)
        .replace('/usr/lib/postgresql/15', `/usr/lib/postgresql/${newest}`)
        // a setting of each machine
        .replace('\npostgresql:\n', `\npostgresql:\n  parameters:\n    unix_socket_directories: ${home}\n`)
        .replaceAll(/[A-Z]+_PASSWORD/g, password),
    );
    await writeFile(join(home, 'patroni.yml'), text);
    await chmod(join(home, 'patroni.yml'), 0o644);
  }

  /** An example with the addresses of these machines. */
  #placed(text: string): string {
    const places = [...this.machines, ...this.#withEtcd].map(({ address }) => address);
    return [...addresses, ...addressesOfEtcd].reduce(
      (sum, address, at) => sum.replaceAll(address, places[at] ?? ''),
      text.replaceAll('192.0.2.0/24', '10.77.0.0/24'),
    );
  }

  #etcdOf({ name }: Machine): string {
    return join(this.#folder, `${name}-etcd`);
  }

  async #prepareEtcd(machine: Machine): Promise<void> {
    const home = this.#etcdOf(machine);
    await mkdir(home, { mode: 0o700 });
    const user = serverUser(home);
    if (user) await chown(home, user.uid, user.gid);
  }

  startEtcd(machine: Machine): void {
    const home = this.#etcdOf(machine);
    const peers = this.#withEtcd.map(({ name, address }) => `${name}=http://${address}:2380`).join(',');
    const own = `http://${machine.address}`;
    machine.start({
      name: 'etcd',
      user: serverUser(home),
      command: [
        ...['etcd', '--name', machine.name, '--data-dir', home, '--initial-cluster', peers],
        ...['--listen-peer-urls', `${own}:2380`, '--initial-advertise-peer-urls', `${own}:2380`],
        ...['--listen-client-urls', `${own}:2379`, '--advertise-client-urls', `${own}:2379`],
        ...['--heartbeat-interval', '300', '--election-timeout', '3000'],
      ],
    });
  }

  startMachine(machine: Machine): void {
    const home = join(this.#folder, machine.name);
    const user = serverUser(home);
    machine.start({
      name: 'patroni',
      user,
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: home },
      command: ['/usr/bin/patroni', join(home, 'patroni.yml')],
    });
  }

  /** The members as Patroni sees them, from whichever answers. */
  async members(): Promise<Member[]> {
    for (const { address } of this.machines) {
      const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1000) })
        .then((response) => (response.ok ? response.json() : null))
        .catch(() => null);
      if (answer !== null) return (answer as { members: Member[] }).members; // Patroni's own form
    }
    return [];
  }

  async primary(): Promise<Machine> {
    for (;;) {
      for (const machine of this.machines) {
        const found = await fetch(`http://${machine.address}:8008/primary`, {
          signal: AbortSignal.timeout(1000),
        }).catch(() => null);
        if (found?.status === 200) return machine;
      }
      await sleep(200);
    }
  }

  /** Resolves when a primary server, a synchronous and another replica run; throws if they do not within three minutes. */
  async whole(): Promise<void> {
    let members: Member[] = [];
    for (const end = Date.now() + 180_000; Date.now() < end; await sleep(500)) {
      members = await this.members();
      if (this.isComplete(members)) return;
    }
    throw new Error(
      `Patroni has no complete cluster: ${JSON.stringify(members)}. Logs are in ${this.#folder}.`,
    );
  }

  /** Whether there are a primary server, a synchronous and another replica. */
  isComplete(members: readonly Member[]): boolean {
    const roles = members
      .filter(({ state }) => ['running', 'streaming'].includes(state))
      .map(({ role }) => role);
    return roles.length === 3 && roles.includes('leader') && roles.includes('sync_standby');
  }

  async #connect({ address }: Machine, user: string, name: string): Promise<pg.Client> {
    const client = new pg.Client({ host: address, port: 5432, user, password, database: name });
    await client.connect();
    return client;
  }

  /** Through the HAProxy of the guide, on a port of this machine. */
  urlAt(port: number): string {
    return `postgres://paddock:${password}@127.0.0.1:${port}/paddock`;
  }

  urlOf({ address }: Machine): string {
    return `postgres://paddock:${password}@${address}:5432/paddock`;
  }

  /** The HAProxy of the guide, which leads from a port of its machine to the primary server. */
  async proxyCommand(port: number): Promise<string[]> {
    const file = join(this.#folder, `haproxy-${port}.cfg`);
    await writeFile(
      file,
      this.#placed(example('haproxy.cfg')).replaceAll('127.0.0.1:5432', `127.0.0.1:${port}`),
    );
    return ['/usr/sbin/haproxy', '-db', '-f', file];
  }

  /** Starts it on this machine, for programs outside of the network of the others. */
  async startProxy(port: number): Promise<ChildProcess> {
    const [program = '', ...options] = await this.proxyCommand(port);
    const log = openSync(join(this.#folder, 'logs', 'haproxy.log'), 'a');
    return spawn(program, options, { stdio: ['ignore', log, log] });
  }
}
