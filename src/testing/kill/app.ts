import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

interface Options {
  /** arguments of node: the real server or the small one */
  command: readonly string[];
  dataDir: string;
  port: number;
}

/** The application as a child process with its own data folder, and ways to kill it. */
export class App {
  readonly #options: Options;
  #child: ChildProcess | undefined;
  #words = '';

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves when it is ready; returns the time that took, in ms. */
  async start(): Promise<number> {
    const { command, dataDir, port } = this.#options;
    const began = performance.now();
    const child = spawn(process.execPath, [...command], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        PORT: String(port),
        LOG_LEVEL: 'silent',
        NODE_ENV: 'production',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#words = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        this.#words = (this.#words + String(text)).slice(-20_000);
      });
    }
    while (!/^ready in /m.test(this.#words)) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`It did not start:\n${this.#words}`);
      await sleep(10);
    }
    return performance.now() - began;
  }

  /** Current memory of the process, without its database (Linux; null elsewhere). */
  residentBytes(): number | null {
    try {
      const status = readFileSync(`/proc/${this.#child?.pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024 || null;
    } catch {
      return null;
    }
  }

  async killApp(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Kills a process of the database: the whole server, the process of one connection, or the keeper. */
  killPostgres(what: 'postmaster' | 'backend' | 'keeper'): void {
    const postmaster = this.#postmaster();
    if (postmaster === null) return;
    const victims = { postmaster: () => postmaster, backend: someBackend, keeper: keeperOf };
    try {
      process.kill(victims[what](postmaster) ?? postmaster, 'SIGKILL');
    } catch {
      // it ended by itself a moment ago
    }
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  /** The server of our own data folder, never another one; null if there is none. */
  #postmaster(): number | null {
    try {
      const path = join(this.#options.dataDir, 'postgres', 'cluster', 'postmaster.pid');
      return Number(readFileSync(path, 'utf8').split('\n')[0]) || null;
    } catch {
      return null;
    }
  }
}

/** The process that started the server (Linux only). */
function keeperOf(postmaster: number): number | undefined {
  try {
    const parent = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${postmaster}/status`, 'utf8'))?.[1]);
    return parent > 1 ? parent : undefined; // 1: the keeper is already dead
  } catch {
    return undefined;
  }
}

/** A process that serves a connection (Linux only). */
function someBackend(postmaster: number): number | undefined {
  try {
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
      .trim()
      .split(' ');
    const backends = children.filter((pid) =>
      /: paddock paddock /.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
    );
    return Number(backends[Math.floor(Math.random() * backends.length)]) || undefined;
  } catch {
    return undefined;
  }
}
