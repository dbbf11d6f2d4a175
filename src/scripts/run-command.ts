import { BackupError } from '#platform/backup/archive.ts';
import { ConfigError } from '#platform/env.ts';
import { StartError } from '#platform/postgres/start-lock.ts';
import { SiteError } from '#sites/all.ts';
import { ListenError } from '../server/listen.ts';
import { BuildError } from './build-sites.ts';

/** Resources to close at the end, newest first. */
export class Closers {
  readonly #open: (() => Promise<void>)[] = [];
  #closing: Promise<void> | undefined;

  add(close: () => Promise<void>): void {
    this.#open.push(close);
  }

  /** Closes once, however often it is called. A failure does not prevent closing the others. */
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

const operatorErrors = [BackupError, ConfigError, SiteError, ListenError, BuildError, StartError];

/**
 * npm runs scripts through a shell, and the shell dies on the SIGTERM that npm forwards, without forwarding it: under
 * npm, the loss of the parent process is the signal.
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

/** Whether the command line asks for help rather than for the command. */
export const isHelpRequested = (): boolean =>
  process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h');

const isWrongOption = (error: Error) => 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

const isOperatorError = (error: unknown): error is Error =>
  error instanceof Error && (isWrongOption(error) || operatorErrors.some((kind) => error instanceof kind));

/**
 * Runs a command, or prints its usage with `--help`, also after an unknown option. SIGINT and SIGTERM close in order what was opened,
 * even during the start; a second signal exits immediately. A mistake of the operator is printed as sentences, a bug with its stack trace.
 */
export async function runCommand(usage: string, run: (closers: Closers) => Promise<void>): Promise<void> {
  if (isHelpRequested()) return console.log(usage);
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
  // A bug in one request or job must not end the others: it is logged, and the process continues (decision 60).
  process.on('unhandledRejection', (reason) => console.error('unhandled rejection', reason));
  process.on('uncaughtException', (error) => {
    console.error('uncaught exception', error);
    if (!isUp) void closers.close().finally(() => process.exit(1));
  });
  try {
    await run(closers);
    isUp = true;
  } catch (error) {
    console.error(isOperatorError(error) ? error.message : error);
    if (error instanceof Error && isWrongOption(error)) console.error(`\n${usage}`);
    await closers.close();
    process.exit(1);
  }
}
