import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { canReach, type RunAs } from './run-as.ts';

export interface Programs {
  /** folder with bin, lib and share */
  readonly native: string;
  readonly user: RunAs | null;
}

interface Run {
  input?: string;
  /** its standard output is read by us instead of being logged */
  captured?: boolean;
  /** it is stopped when this process dies, for whatever reason */
  watched?: boolean;
}

/**
 * Runs a program next to a watcher: only the keeper holds the other end of the watcher's input, so the watcher is notified when
 * the keeper dies. It then stops the program, first with SIGINT, after 20 s with SIGQUIT. The program replaces this shell and
 * keeps its pid; the watcher is detached.
 */
const watch = `
exec 9<&0
( (
  while read -r _ <&9; do :; done
  kill -INT $$ 2>/dev/null || exit 0
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    sleep 1
    kill -0 $$ 2>/dev/null || exit 0
  done
  kill -QUIT $$
) & )
exec "$@" </dev/null 9<&-
`;

/**
 * Runs a program on a cluster. If its user cannot reach the folder by name (a checkout in a private home), it gets the opened
 * folder instead, as /proc/self/fd/3.
 */
export function runOn(
  programs: Programs,
  folder: string,
  name: 'initdb' | 'postgres',
  args: (path: string) => string[],
  { input, captured = false, watched = false }: Run = {},
): ChildProcess {
  const { user, native } = programs;
  const byName = user === null || canReach(user, folder) || process.platform !== 'linux';
  const handle = openFolder(folder);
  const program = [join(native, 'bin', name), ...args(byName ? folder : '/proc/self/fd/3')];
  // Windows has no such shell: there, the next start stops a server left by a killed keeper
  const withWatcher = watched && process.platform !== 'win32';
  const [command = '', ...rest] = withWatcher ? ['/bin/sh', '-c', watch, 'paddock', ...program] : program;
  try {
    const child = spawn(command, rest, {
      cwd: '/',
      env: { LC_ALL: 'C.UTF-8', TZ: 'UTC', PATH: process.env.PATH ?? '/usr/bin:/bin' },
      stdio: [
        withWatcher || input !== undefined ? 'pipe' : 'ignore',
        captured ? 'pipe' : 'inherit',
        'inherit',
        handle,
      ],
      ...(user ?? {}),
    });
    child.stdin?.on('error', () => {}); // the program ended without reading
    if (input !== undefined) child.stdin?.end(input);
    child.once('exit', () => child.stdin?.destroy());
    return child;
  } finally {
    if (typeof handle === 'number') closeSync(handle);
  }
}

/** Windows cannot open folders. */
const openFolder = (folder: string) => (process.platform === 'win32' ? 'ignore' : openSync(folder, 'r'));

/** Resolves if the program has ended successfully. */
export function succeeded(child: ChildProcess, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new Error(`${what} could not be run: ${cause.message}.`, { cause })),
    );
    child.once('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`${what} ended with ${signal ?? `code ${code}`}.`)),
    );
  });
}
