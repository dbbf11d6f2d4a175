import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { Machine } from './cluster/machines.ts';

const services = ['account', 'container', 'object'] as const;
const nodes = [1, 2, 3] as const;
const user = { accessKeyId: 'paddock:files', secretAccessKey: 'secret' };
const bucket = 'paddock';

interface Network {
  /** of this machine */
  readonly address: string;
  /** those of the nodes, in their order */
  readonly nodes?: readonly Machine[];
}

/**
 * Debian's OpenStack Swift with its S3 interface on this machine: three nodes, each with a copy of every object, and the proxy before them.
 * Needs root, because its folder takes the place of /etc/swift for its processes. The nodes may be machines of their own, which reach this one
 * at `address`.
 */
export class Swift {
  readonly #folder: string;
  readonly #port: number;
  readonly #network: Network;
  readonly #running = new Map<string, ChildProcess>();

  private constructor(folder: string, port: number, network: Network) {
    this.#folder = folder;
    this.#port = port;
    this.#network = network;
  }

  /** Starts it with an empty bucket, on this port and the thirty after it. */
  static async start(
    folder: string,
    port: number,
    network: Network = { address: '127.0.0.1' },
  ): Promise<Swift> {
    const swift = new Swift(folder, port, network);
    await swift.#configure();
    swift.#spawn('memcached', ['memcached', '-u', 'nobody', '-l', '127.0.0.1', '-p', String(port + 1)]);
    for (const node of nodes) swift.startNode(node);
    swift.#spawn('proxy', ['swift-proxy-server', 'proxy.conf']);
    await swift.#makeBucket();
    return swift;
  }

  /** The bucket, for FILES_URL. */
  get url(): string {
    return `http://${encodeURIComponent(user.accessKeyId)}:${user.secretAccessKey}@${this.#network.address}:${this.#port}/${bucket}`;
  }

  startNode(node: number): void {
    for (const service of services)
      this.#spawn(
        `${service}-${node}`,
        [`swift-${service}-server`, `${service}-${node}.conf`],
        this.#network.nodes?.[node - 1],
      );
  }

  /** As if its machine had lost power. */
  async stopNode(node: number): Promise<void> {
    await this.#network.nodes?.[node - 1]?.kill();
    await Promise.all(services.map((service) => this.#kill(`${service}-${node}`)));
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((name) => this.#kill(name)));
  }

  async #configure(): Promise<void> {
    const conf = (name: string, text: string) => writeFile(join(this.#folder, `${name}.conf`), text);
    await mkdir(this.#folder, { recursive: true });
    await conf('swift', `[swift-hash]\nswift_hash_path_prefix = paddock\nswift_hash_path_suffix = paddock\n`);
    for (const [at, service] of services.entries()) {
      const ring = (...args: string[]) =>
        // 1 means that it has warned of something
        execFileSync('sh', ['-c', '"$@" > ring.log || [ $? = 1 ]', 'sh', 'swift-ring-builder', ...args], {
          cwd: this.#folder,
        });
      ring(`${service}.builder`, 'create', '4', '3', '0');
      for (const node of nodes) {
        const port = this.#port + 10 * node + at;
        const address = this.#network.nodes?.[node - 1]?.address ?? this.#network.address;
        await mkdir(join(this.#folder, `node${node}`, 'disk'), { recursive: true });
        ring(`${service}.builder`, 'add', `r1z${node}-${address}:${port}/disk`, '100');
        await conf(
          `${service}-${node}`,
          storageConf(
            service,
            `bind_ip = ${address}\nbind_port = ${port}`,
            join(this.#folder, `node${node}`),
          ),
        );
      }
      ring(`${service}.builder`, 'rebalance');
    }
    await conf('proxy', proxyConf(this.#network.address, this.#port));
  }

  #spawn(name: string, command: readonly string[], machine?: Machine): void {
    const inFolder = `mount --bind "$0" /etc/swift && cd /etc/swift && exec "$@"`;
    const all = ['unshare', '--mount', 'sh', '-c', inFolder, this.#folder, ...command];
    if (machine) {
      this.#running.set(name, machine.start({ name, command: all }));
      return;
    }
    const [program = '', ...options] = all;
    const log = openSync(join(this.#folder, `${name}.log`), 'a');
    this.#running.set(name, spawn(program, options, { stdio: ['ignore', log, log] }));
  }

  async #kill(name: string): Promise<void> {
    const child = this.#running.get(name);
    this.#running.delete(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async #makeBucket(): Promise<void> {
    const client = new AwsClient({ ...user, service: 's3', region: 'us-east-1', retries: 0 });
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const made = await client
        .fetch(`http://${this.#network.address}:${this.#port}/${bucket}`, { method: 'PUT' })
        .catch(() => null);
      if (made?.ok) return;
      await sleep(1000);
    }
    throw new Error(`Swift does not answer; its logs are in ${this.#folder}.`);
  }
}

const storageConf = (service: string, bind: string, devices: string) => `[DEFAULT]
${bind}
user = root
workers = 0
devices = ${devices}
mount_check = false
[pipeline:main]
pipeline = ${service}-server
[app:${service}-server]
use = egg:swift#${service}
`;

const filters = ['catch_errors', 'gatekeeper', 'listing_formats', 's3api', 'copy', 'slo'];
const proxyConf = (address: string, port: number) => `[DEFAULT]
bind_ip = ${address}
bind_port = ${port}
user = root
workers = 0
[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth copy slo proxy-logging proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${port + 1}
[filter:tempauth]
use = egg:swift#tempauth
user_${user.accessKeyId.replace(':', '_')} = ${user.secretAccessKey} .admin
[filter:proxy-logging]
use = egg:swift#proxy_logging
${filters.map((filter) => `[filter:${filter}]\nuse = egg:swift#${filter}\n`).join('')}`;
