import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { InsideAnswer, InsideRequest } from './protocol.ts';

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const usualPatienceMs = 300_000;
/** The server's last output of a start. */
const greeting = /^ready in /;

interface ServerOptions {
  readonly port: number;
  readonly dataDir: string;
  /** maximum number of descriptors */
  readonly descriptors: number;
  /** `npm start` by default */
  readonly program?: string;
  /** arguments of the program */
  readonly args?: readonly string[];
  /** settings other than those of every soak test */
  readonly settings?: Readonly<Record<string, string>>;
  /** it must be ready within this time */
  readonly patienceMs?: number;
}

export interface LogLine {
  readonly at: number;
  readonly text: string;
}

/** `npm start` as a child process: production, embedded database, demo community, and few descriptors. */
export class SoakServer {
  readonly port: number;
  readonly dataDir: string;
  /** suspicious lines of its log with their times */
  readonly complaints: LogLine[] = [];
  readonly #child: ChildProcess;
  readonly #answers = new Map<number, (answer: InsideAnswer) => void>();
  #words = '';
  #isServing = false;
  #requested = 0;
  #loggedBytes = 0;

  private constructor({ port, dataDir, descriptors, settings, ...options }: ServerOptions) {
    const { program = path('../start.mjs'), args = [] } = options;
    this.port = port;
    this.dataDir = dataDir;
    const node = [process.execPath, '--expose-gc', '--import', path('./inside.ts'), program, ...args];
    // the limit must hold from the beginning and for all threads, so a shell sets it before node starts
    this.#child = spawn('/bin/sh', ['-c', `ulimit -n ${descriptors} && exec "$@"`, 'sh', ...node], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...process.env,
        PORT: String(port),
        BIND: '127.0.0.1',
        DATA_DIR: dataDir,
        NODE_ENV: 'production',
        TRUST_PROXY: 'on',
        LOG_LEVEL: 'info',
        WORKER: 'on',
        npm_lifecycle_event: 'start',
        DATABASE_URL: '',
        SITES: '',
        SMTP_URL: '',
        MAIL_FROM: '',
        ...settings,
      },
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => this.#hear(line));
    }
    this.#child.on('message', (answer: InsideAnswer) => this.#answers.get(answer.to)?.(answer));
  }

  /** Resolves when it is ready. Rejects with its last output otherwise. */
  static async start(options: ServerOptions): Promise<SoakServer> {
    mkdirSync(options.dataDir, { recursive: true });
    const server = new SoakServer(options);
    const { patienceMs = usualPatienceMs } = options;
    const until = Date.now() + patienceMs;
    while (!server.#isServing) {
      if (!server.isRunning) throw new Error(`The server did not start:\n${server.#words}`);
      if (Date.now() > until) {
        await server.kill();
        throw new Error(`The server was not ready within ${patienceMs / 1000} s:\n${server.#words}`);
      }
      await sleep(50);
    }
    return server;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Bytes of its output. */
  get loggedBytes(): number {
    return this.#loggedBytes;
  }

  get lastWords(): string {
    return this.#words;
  }

  #hear(line: string): void {
    this.#loggedBytes += Buffer.byteLength(line) + 1;
    const level = Number(/^\{"level":(\d+)/.exec(line)?.[1]);
    // output that bypasses the log is not expected after the start
    const isPlain = Number.isNaN(level) && this.#isServing && !greeting.test(line);
    if (isPlain || level >= 50) this.complaints.push({ at: Date.now(), text: line });
    this.#isServing ||= greeting.test(line);
    this.#words = `${this.#words}${line}\n`.slice(-8000);
  }

  /** Heap bytes after garbage collection, including external memory; null if the server does not respond. */
  async heapBytes(): Promise<number | null> {
    const answer = await this.#ask('heap');
    return answer && 'bytes' in answer ? answer.bytes : null;
  }

  /** Kills a random thread; false if there is none. */
  async killThread(): Promise<boolean> {
    const answer = await this.#ask('kill thread');
    return answer !== null && 'killed' in answer && answer.killed > 0;
  }

  async #ask(ask: InsideRequest['ask']): Promise<InsideAnswer | null> {
    if (!this.isRunning || !this.#child.connected) return null;
    const id = ++this.#requested;
    const answered = new Promise<InsideAnswer>((resolve) => this.#answers.set(id, resolve));
    this.#child.send({ id, ask } satisfies InsideRequest, () => {});
    const answer = await Promise.race([answered, sleep(20_000, null, { ref: false })]);
    this.#answers.delete(id);
    return answer;
  }

  /** Stops it as an operator would; returns its exit code and the time it took. Kills it after a minute. */
  async stop(): Promise<{ code: number | null; ms: number }> {
    const began = performance.now();
    if (this.isRunning) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      const urge = setTimeout(() => this.#child.kill('SIGKILL'), 60_000);
      await ended;
      clearTimeout(urge);
    }
    return { code: this.#child.exitCode, ms: performance.now() - began };
  }

  async kill(): Promise<void> {
    if (!this.isRunning) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}

/** Where the server stores files that arrive. */
const tempFolderOf = (dataDir: string) => join(dataDir, 'files', 'temp');

/** The number of arriving files of all processes, those of dead ones included. */
export const countTempFiles = (dataDir: string): number =>
  readdirSync(tempFolderOf(dataDir), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length;
