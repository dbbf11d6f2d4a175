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
  /** opened files the program finds as /proc/self/fd/4 and up */
  extra?: number[];
}

/**
 * Runs a program on a cluster. Where its user cannot reach the folder by name (a checkout in a home closed to others),
 * it gets the opened folder instead and finds it as /proc/self/fd/3.
 */
export function runOn(
  programs: Programs,
  folder: string,
  name: 'initdb' | 'postgres',
  args: (path: string) => string[],
  { input, extra = [] }: Run = {},
): ChildProcess {
  const { user, native } = programs;
  const byName = user === null || canReach(user, folder) || process.platform !== 'linux';
  const handle = openFolder(folder);
  try {
    const child = spawn(join(native, 'bin', name), args(byName ? folder : '/proc/self/fd/3'), {
      cwd: '/',
      env: { LC_ALL: 'C.UTF-8', TZ: 'UTC', PATH: process.env.PATH ?? '/usr/bin:/bin' },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'inherit', 'inherit', handle, ...extra],
      ...(user ?? {}),
    });
    child.stdin?.end(input);
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
