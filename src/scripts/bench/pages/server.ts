import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Site } from '#sites/schema.ts';
import type { UsageAnswer, UsageRequest } from './protocol.ts';

const inside = fileURLToPath(new URL('./inside.ts', import.meta.url));

/** What a server process used since it was last asked. */
export type Usage = Omit<UsageAnswer, 'to'>;

/** `npm start` of a build in a process of its own, with inside.ts. */
export class BenchServer {
  readonly port: number;
  readonly startedAt: number;
  /** when it served the edition */
  readonly servedAt = performance.now();
  /** resolves when every edition is served, with its demo if it has one */
  readonly ready: Promise<void>;
  readonly #child: ChildProcess;
  readonly #answers = new Map<number, (answer: UsageAnswer) => void>();
  #requested = 0;

  private constructor(child: ChildProcess, port: number, startedAt: number, ready: Promise<void>) {
    this.#child = child;
    this.ready = ready;
    this.port = port;
    this.startedAt = startedAt;
    child.on('message', (answer: UsageAnswer) => {
      this.#answers.get(answer.to)?.(answer);
      this.#answers.delete(answer.to);
    });
  }

  /**
   * Starts the server of the working tree `root` with the embedded database of `dataDir`, and resolves as soon as it serves
   * `site`. Without `isDemo` it runs no jobs: they would look for files, and generated tracks have none.
   */
  static async start(root: string, dataDir: string, site: Site, isDemo = false): Promise<BenchServer> {
    const startedAt = performance.now();
    const program = join(root, 'src/scripts/start.mjs');
    const args = ['--import', inside, program, ...(isDemo ? [] : ['--empty'])];
    // as behind a proxy, so that each client has an address of its own and all processes write the same links
    const proxied = { TRUST_PROXY: 'on', PUBLIC_PORT: '80', WORKER: 'off' };
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        ...process.env,
        PORT: '0',
        BIND: '127.0.0.1',
        DATA_DIR: dataDir,
        NODE_ENV: 'production',
        LOG_LEVEL: 'error',
        DATABASE_URL: '',
        SITES: '',
        SMTP_URL: '',
        MAIL_FROM: '',
        ...(isDemo ? {} : proxied),
      },
    });
    const { stdout } = child;
    if (!stdout) throw new Error('The server has no output.');
    const output: string[] = [];
    const lines = createInterface({ input: stdout });
    const ready = Promise.withResolvers<void>();
    const port = await new Promise<number>((resolve, reject) => {
      lines.on('line', (line) => {
        output.push(line);
        const found = new RegExp(`http://${site.host}:(\\d+)$`).exec(line)?.[1];
        if (found !== undefined) resolve(Number(found));
        if (line.startsWith('ready in ')) ready.resolve();
      });
      child.once('exit', () => reject(new Error(`The server of ${root} ended:\n${output.join('\n')}`)));
    });
    return new BenchServer(child, port, startedAt, ready.promise);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Returns what was used since the last call; `marker` is looked for in the statements that follow. */
  async usage(marker: string | null = null): Promise<Usage> {
    const id = ++this.#requested;
    const answer = new Promise<UsageAnswer>((resolve) => this.#answers.set(id, resolve));
    this.#child.send({ id, marker } satisfies UsageRequest);
    return answer;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}
