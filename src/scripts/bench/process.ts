import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { FloorTask } from './floor.ts';
import type { LoadResult, LoadTask } from './load.ts';

export interface RunningProcess {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

const script = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Starts a server in a separate process and waits for its address. */
export async function startProcess(
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<RunningProcess> {
  const child = spawn(process.execPath, [script(path), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /http:\/\/\S+:(\d+)$/.exec(line)?.[1];
    if (port) return { port: Number(port), pid: child.pid ?? 0, stop: () => stop(child) };
  }
  throw new Error(`${path} ended before it listened.`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

export const startFloor = (task: FloorTask): Promise<RunningProcess> =>
  startProcess('./floor.ts', [JSON.stringify(task)]);

/** One round of load in a separate process. */
export async function runLoad(task: LoadTask): Promise<LoadResult> {
  const child = spawn(process.execPath, [script('./load.ts'), JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`The load on ${task.path} failed.`);
  return JSON.parse(Buffer.concat(chunks).toString());
}
