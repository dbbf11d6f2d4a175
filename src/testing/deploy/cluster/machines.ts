import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunAs } from '#platform/postgres/run-as.ts';

const network = '10.77.0';
const ip = (...args: string[]) => execFileSync('ip', args, { encoding: 'utf8' });

interface Program {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** root by default */
  readonly user?: RunAs | null;
}

/** A machine: a network namespace with an address of its own. */
class Machine {
  readonly name: string;
  readonly address: string;
  readonly #logs: string;
  readonly #namespace: string;
  readonly #running = new Map<string, ChildProcess>();

  constructor(name: string, number: number, logs: string) {
    this.name = name;
    this.address = `${network}.${number}`;
    this.#logs = logs;
    this.#namespace = `paddock-${name}`;
    const end = `pd-${name}`;
    ip('netns', 'add', this.#namespace);
    ip('link', 'add', end, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', this.#namespace);
    ip('link', 'set', end, 'master', bridge, 'up');
    ip('-n', this.#namespace, 'addr', 'add', `${this.address}/24`, 'dev', 'eth0');
    for (const device of ['eth0', 'lo']) ip('-n', this.#namespace, 'link', 'set', device, 'up');
  }

  start({ name, command, env = process.env, cwd, user }: Program): ChildProcess {
    const log = openSync(this.log(name), 'a');
    const as = user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];
    const child = spawn('ip', ['netns', 'exec', this.#namespace, ...as, ...command], {
      stdio: ['ignore', log, log],
      env,
      cwd,
    });
    this.#running.set(name, child);
    return child;
  }

  /** The file with the output of a program. */
  log(program: string): string {
    return join(this.#logs, `${this.name}-${program}.log`);
  }

  /** As if it had lost power. */
  async kill(): Promise<void> {
    const ended = [...this.#running.values()]
      .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
      .map((child) => once(child, 'exit'));
    // what was just being started appears late
    for (let pids = this.#pids(); pids.length > 0; pids = this.#pids()) {
      for (const pid of pids)
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // its parent ended before it
        }
      await sleep(50);
    }
    await Promise.all(ended);
    this.#running.clear();
  }

  /** As if its cable had been pulled: nobody is told that its connections are gone. */
  cutLink(): void {
    ip('link', 'set', `pd-${this.name}`, 'down');
  }

  restoreLink(): void {
    ip('link', 'set', `pd-${this.name}`, 'up');
  }

  #pids(): number[] {
    return ip('netns', 'pids', this.#namespace).split(/\s+/).filter(Boolean).map(Number);
  }

  async remove(): Promise<void> {
    await this.kill();
    ip('link', 'delete', `pd-${this.name}`);
    ip('netns', 'delete', this.#namespace);
  }
}

export type { Machine };

const bridge = 'paddock';

/** Machines on one network. Needs root. */
export class Machines {
  /** of the machine that this runs on */
  readonly address = `${network}.1`;
  readonly #all: Machine[] = [];
  readonly #logs: string;

  constructor(logs: string) {
    this.#logs = logs;
    ip('link', 'add', bridge, 'type', 'bridge');
    ip('addr', 'add', `${network}.1/24`, 'dev', bridge);
    ip('link', 'set', bridge, 'up');
  }

  add(name: string): Machine {
    const machine = new Machine(name, 11 + this.#all.length, this.#logs);
    this.#all.push(machine);
    return machine;
  }

  async remove(): Promise<void> {
    for (const machine of this.#all) await machine.remove();
    ip('link', 'delete', bridge);
  }
}
