import { ConfigError } from '#platform/env.ts';
import { StartError } from '#platform/postgres/start-lock.ts';
import { SiteError } from '#sites/all.ts';
import { ListenError } from '../server/listen.ts';
import { BuildError } from './build-sites.ts';

/** What must be closed at the end, the newest first. */
export class Closers {
  readonly #open: (() => Promise<void>)[] = [];
  #closing: Promise<void> | undefined;

  add(close: () => Promise<void>): void {
    this.#open.push(close);
  }

  /** Once, however often it is asked for. One that fails does not keep the others open. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    for (let close = this.#open.pop(); close; close = this.#open.pop()) {
      await close().catch((error: unknown) => console.error(error));
    }
  }
}

const forPeople = [ConfigError, SiteError, ListenError, BuildError, StartError];

/**
 * npm runs its scripts through a shell, and the shell dies of the SIGTERM that npm passes on without passing it on
 * itself: under npm, losing the parent is the signal.
 */
function onOrphaned(stop: () => Promise<void>): void {
  const { npm_lifecycle_event: underNpm } = process.env;
  if (underNpm === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    void stop();
  }, 200);
  timer.unref();
}

function isForPeople(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const isWrongOption = 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return isWrongOption || forPeople.some((kind) => error instanceof kind);
}

/**
 * Runs a command that stays up. SIGINT and SIGTERM close in order what was opened, also halfway through the start; a
 * second signal ends at once. A mistake of the operator is told in sentences, a bug with its stack.
 */
export async function runCommand(run: (closers: Closers) => Promise<void>): Promise<void> {
  const closers = new Closers();
  const stop = async () => {
    process.once('SIGINT', () => process.exit(130));
    await closers.close();
    process.exit(0);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  onOrphaned(stop);
  let isUp = false;
  // A bug in one request or job must not end the others: logged, and the process stays (decision 60).
  process.on('unhandledRejection', (reason) => console.error('unhandled rejection', reason));
  process.on('uncaughtException', (error) => {
    console.error('uncaught exception', error);
    if (!isUp) void closers.close().finally(() => process.exit(1));
  });
  try {
    await run(closers);
    isUp = true;
  } catch (error) {
    console.error(isForPeople(error) ? error.message : error);
    await closers.close();
    process.exit(1);
  }
}
