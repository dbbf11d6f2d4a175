import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDb } from '#db/client.ts';
import { startEmbedded } from '#platform/postgres/embedded.ts';
import { ask } from '#testing/http.ts';
import { exampleSettings } from './guide.ts';

const readyWithinMs = 300_000;

/** Several processes with the settings of the guide, on one PostgreSQL and one folder. */
export class Installation {
  readonly folder: string;
  readonly ports: readonly number[];
  readonly databaseUrl: string;
  readonly #endDatabase: () => Promise<void>;
  readonly #publicPort: number;
  readonly #running = new Map<number, ChildProcess>();
  #log = '';

  private constructor(
    folder: string,
    { ports, publicPort }: Ports,
    database: { url: string; stop: () => Promise<void> },
  ) {
    this.folder = folder;
    this.ports = ports;
    this.#publicPort = publicPort;
    this.databaseUrl = database.url;
    this.#endDatabase = database.stop;
  }

  static async open(ports: Ports): Promise<Installation> {
    const folder = await mkdtemp(join(tmpdir(), 'paddock-deploy-'));
    await chmod(folder, 0o755); // started by root, the database runs as another user and must get in
    await mkdir(join(folder, 'data'));
    const database = await startEmbedded({ dataDir: join(folder, 'postgres') });
    const opened = new Installation(folder, ports, database);
    for (const port of ports.ports) await opened.start(port); // the first one builds and migrates
    return opened;
  }

  /** Starts the process of this port, as the unit does, and waits until it is ready. */
  async start(port: number): Promise<void> {
    const child = spawn(process.execPath, ['src/scripts/start.mjs'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        ...exampleSettings(),
        PORT: String(port),
        DATABASE_URL: this.databaseUrl,
        DATA_DIR: join(this.folder, 'data'),
        PUBLIC_PORT: String(this.#publicPort),
        SMTP_URL: '',
        MAIL_FROM: '',
      },
    });
    this.#running.set(port, child);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        this.#log = (this.#log + chunk.toString()).slice(-20_000);
      });
    for (const end = performance.now() + readyWithinMs; performance.now() < end; await sleep(100)) {
      if (child.exitCode !== null) throw new Error(`The process on port ${port} ended:\n${this.#log}`);
      const status = await ask(port, '/readyz', { host: 'localhost' }).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 200) return;
    }
    throw new Error(`The process on port ${port} was not ready in time:\n${this.#log}`);
  }

  /** Stops it as systemd does, and returns its exit code. */
  async stop(port: number): Promise<number | null> {
    const child = this.#running.get(port);
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    this.#running.delete(port);
    return child.exitCode;
  }

  /** A connection to the database of the installation. */
  database() {
    return openDb(this.databaseUrl, { max: 1, applicationName: 'paddock test:deploy' });
  }

  async close(): Promise<void> {
    await Promise.all(this.ports.map((port) => this.stop(port)));
    await this.#endDatabase();
    await rm(this.folder, { recursive: true, force: true });
  }
}

interface Ports {
  readonly ports: readonly number[];
  /** of the proxy */
  readonly publicPort: number;
}
