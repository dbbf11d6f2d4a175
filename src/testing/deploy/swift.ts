import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';

const services = ['account', 'container', 'object'] as const;
const nodes = [1, 2, 3] as const;
const user = { accessKeyId: 'paddock:files', secretAccessKey: 'secret' };
const bucket = 'paddock';

/**
 * Debian's OpenStack Swift with its S3 interface on this machine: three nodes, each with a copy of every object, and the proxy before them.
 * Needs root, because its folder takes the place of /etc/swift for its processes.
 */
export class Swift {
  readonly #folder: string;
  readonly #port: number;
  readonly #running = new Map<string, ChildProcess>();

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  /** Starts it with an empty bucket, on this port and the thirty after it. */
  static async start(folder: string, port: number): Promise<Swift> {
    const swift = new Swift(folder, port);
    await swift.#configure();
    swift.#spawn('memcached', ['memcached', '-u', 'nobody', '-l', '127.0.0.1', '-p', String(port + 1)]);
    for (const node of nodes) swift.startNode(node);
    swift.#spawn('proxy', ['swift-proxy-server', 'proxy.conf']);
    await swift.#makeBucket();
    return swift;
  }

  /** The bucket, for FILES_URL. */
  get url(): string {
    return `http://${encodeURIComponent(user.accessKeyId)}:${user.secretAccessKey}@127.0.0.1:${this.#port}/${bucket}`;
  }

  startNode(node: number): void {
    for (const service of services)
      this.#spawn(`${service}-${node}`, [`swift-${service}-server`, `${service}-${node}.conf`]);
  }

  /** As if its machine had lost power. */
  async stopNode(node: number): Promise<void> {
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
        await mkdir(join(this.#folder, `node${node}`, 'disk'), { recursive: true });
        ring(`${service}.builder`, 'add', `r1z${node}-127.0.0.1:${port}/disk`, '100');
        await conf(`${service}-${node}`, storageConf(service, port, join(this.#folder, `node${node}`)));
      }
      ring(`${service}.builder`, 'rebalance');
    }
    await conf('proxy', proxyConf(this.#port));
  }

  #spawn(name: string, command: readonly string[]): void {
    const log = openSync(join(this.#folder, `${name}.log`), 'a');
    const inFolder = `mount --bind "$0" /etc/swift && cd /etc/swift && exec "$@"`;
    const child = spawn('unshare', ['--mount', 'sh', '-c', inFolder, this.#folder, ...command], {
      stdio: ['ignore', log, log],
    });
    this.#running.set(name, child);
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
        .fetch(`http://127.0.0.1:${this.#port}/${bucket}`, { method: 'PUT' })
        .catch(() => null);
      if (made?.ok) return;
      await sleep(1000);
    }
    throw new Error(`Swift does not answer; its logs are in ${this.#folder}.`);
  }
}

const storageConf = (service: string, port: number, devices: string) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
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
const proxyConf = (port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
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
