import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { ProcessLost, TooCostly } from './engine.ts';
import type { ToolLimits, ToolMessage, ToolName, ToolRequest } from './protocol.ts';
import type { PictureTools } from './tools.ts';

export interface ProcessOptions {
  readonly limits: ToolLimits;
  /** a process that is silent for so long hangs: a busy one sends a message four times a second */
  readonly silentMs: number;
  /** the code of the process; tests replace it */
  readonly script: URL;
}

/**
 * Decoding hostile pictures needs none of the server's settings and secrets. Two arenas instead of eight for each core: glibc
 * returns little of the memory of an arena.
 */
const environment = (): NodeJS.ProcessEnv => {
  const passed = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'LD_LIBRARY_PATH'];
  const own = Object.fromEntries(passed.map((name) => [name, process.env[name]]));
  return { ...own, NODE_ENV: 'production', MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' };
};

/** Pages come first: while both need a core, the server gets three quarters of it. */
const niceness = 5;

interface Call {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** The tools in a process of their own, which is started by the first call. */
export class ToolProcess {
  residentBytes = 0;
  /** it ended, or is to end */
  isLost = false;
  readonly #options: ProcessOptions;
  readonly #calls = new Map<number, Call>();
  #child: ChildProcess | undefined;
  #lastId = 0;
  #silence: NodeJS.Timeout | undefined;
  #tooCostly: string | undefined;

  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  readonly tools: PictureTools = {
    open: (...args) => this.#call('open', args),
    redraw: (...args) => this.#call('redraw', args),
    fitted: (...args) => this.#call('fitted', args),
    thumbnail: (...args) => this.#call('thumbnail', args),
    raster: (...args) => this.#call('raster', args),
    card: (...args) => this.#call('card', args),
  };

  /** null before the first call */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  end(): void {
    this.isLost = true;
    this.#child?.kill('SIGKILL');
  }

  /** `T` is that of the interface: the process runs the same tools. */
  #call<T>(tool: ToolName, args: readonly unknown[]): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.isLost) return reject(new ProcessLost('The process of the picture tools has ended.'));
      this.#child ??= this.#start();
      const child = this.#child;
      const id = ++this.#lastId;
      this.#calls.set(id, { resolve: resolve as Call['resolve'], reject }); // see above
      child.ref();
      child.channel?.ref();
      this.#expectMessage();
      const request: ToolRequest = { id, tool, args };
      child.send(request, (error) => error && this.#lost(error.message));
    });
  }

  #start(): ChildProcess {
    const { script, limits } = this.#options;
    const child = fork(script, [JSON.stringify(limits)], {
      env: environment(),
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (message: ToolMessage) => this.#receive(message));
    child.on('error', (error) => this.#lost(error.message));
    child.on('exit', (code, signal) => this.#lost(`It ended with ${signal ?? code}.`));
    lowerPriority(child.pid);
    return child;
  }

  #receive(message: ToolMessage): void {
    this.#expectMessage();
    if (message.is === 'alive') return;
    if (message.is === 'too-costly') {
      this.isLost = true;
      this.#tooCostly = `The picture takes too much ${message.what}.`;
      return;
    }
    this.residentBytes = message.residentBytes;
    const call = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    if (this.#calls.size === 0) this.#rest();
    if (message.is === 'result') call?.resolve(message.result);
    else call?.reject(new Error(message.reason));
  }

  #expectMessage(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.end(), this.#options.silentMs);
  }

  /** An idle process does not keep the server alive. */
  #rest(): void {
    clearTimeout(this.#silence);
    this.#child?.unref();
    this.#child?.channel?.unref();
  }

  #lost(reason: string): void {
    this.end();
    this.#rest();
    const error = this.#tooCostly ? new TooCostly(this.#tooCostly) : new ProcessLost(reason);
    for (const { reject } of this.#calls.values()) reject(error);
    this.#calls.clear();
  }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // it has ended already, which its exit reports; or the system does not allow it, and pages wait a little longer
  }
}
