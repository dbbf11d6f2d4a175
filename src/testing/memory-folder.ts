import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux offers files in memory. */
const memory = '/dev/shm';
const prefix = 'paddock-tests-';
/** Several times what the tests use; the rest is for the tests themselves and the browser. */
const neededBytes = { files: 3 * 2 ** 30, memory: 6 * 2 ** 30 };

/**
 * Makes a folder in memory the temporary folder of this process and its children, if the machine has the memory and TMPDIR names
 * no other: creating and dropping the database of a test file takes a quarter of the time there. The folder is removed when the
 * process exits, or by the next run if it was killed.
 */
export function moveTempToMemory(env: NodeJS.ProcessEnv = process.env, parent = memory): void {
  if (env.TMPDIR !== undefined) return; // a choice of the user, or the folder of the process that started this one
  try {
    removeAbandoned(parent);
    if (!hasRoom(parent)) return;
    const folder = join(parent, `${prefix}${process.pid}`);
    mkdirSync(folder, { recursive: true });
    process.once('exit', () => remove(folder));
    chmodSync(folder, 0o755); // started by root, the database runs as another user who needs access
    if (runsPrograms(folder)) env.TMPDIR = folder;
  } catch {
    // no such folder here, or it is not writable: the usual one is used
  }
}

function hasRoom(parent: string): boolean {
  const { bavail, bsize } = statfsSync(parent);
  return bavail * bsize >= neededBytes.files && process.availableMemory() >= neededBytes.memory;
}

/** Folders of processes that no longer exist. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0;
    if (pid > 0 && !isAlive(pid)) remove(join(parent, name));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // kill() throws system errors only
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // it belongs to another user
  }
}

/** A container may forbid programs there, and the database is sometimes started from a copy next to its data. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  execFileSync(program);
  rmSync(program);
  return true;
}
