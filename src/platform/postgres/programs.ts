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
  /** its standard output is read by us instead of going to the log */
  captured?: boolean;
  /** it is stopped when this process dies, however it dies */
  watched?: boolean;
}

/**
 * Runs a program next to a watcher: the other end of the watcher's input is held by the keeper alone, so it ends when
 * the keeper does. The watcher then stops the program, first with SIGINT, after 20 s with SIGQUIT. The program replaces
 * this shell and keeps its number; the watcher is nobody's child.
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
 * Runs a program on a cluster. Where its user cannot reach the folder by name (a checkout in a home closed to others),
 * it gets the opened folder instead and finds it as /proc/self/fd/3.
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
  // Windows has no such shell: there, the next start stops what a killed keeper left
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
    child.stdin?.on('error', () => {}); // it ended without reading
    if (input !== undefined) child.stdin?.end(input);
    child.once('exit', () => child.stdin?.destroy());
    return child;
  } finally {
    if (typeof handle === 'number') closeSync(handle);
  }
}

/** Windows opens no folders. */
const openFolder = (folder: string) => (process.platform === 'win32' ? 'ignore' : openSync(folder, 'r'));

/** Resolves when the program has ended well. */
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
