import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // the process has ended
  }
};

/** Number of open descriptors of a process. */
export function descriptorsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

/** Resident memory of a process, without its children. */
export const residentBytesOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;

const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');

export const isRunning = (pid: number): boolean => {
  const state = /^\d+ \(.*\) (\S)/s.exec(read(`/proc/${pid}/stat`))?.[1];
  return state !== undefined && state !== 'Z' && state !== 'X';
};

/** The process of the database server of this data folder; null if there is none. */
export const postmasterOf = (dataDir: string): number | null =>
  Number(read(join(dataDir, 'postgres', 'cluster', 'postmaster.pid')).split('\n')[0]) || null;

/** The processes of a database server that serve connections. */
export function backendsOf(postmaster: number | null): number[] {
  if (postmaster === null) return [];
  const children = read(`/proc/${postmaster}/task/${postmaster}/children`).trim().split(' ').map(Number);
  return children.filter((pid) => pid > 0 && /^postgres: \S+ paddock /.test(commandOf(pid)));
}

/** The keeper process of the database server of this data folder; null if there is none. */
export function keeperOf(dataDir: string): number | null {
  const isKeeper = (pid: number) => {
    const command = commandOf(pid);
    return command.includes('keeper.ts') && command.includes(`"${dataDir}/postgres"`);
  };
  return readdirSync('/proc').map(Number).filter(Boolean).find(isKeeper) ?? null;
}
