import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Certificates that this machine trusts beyond Debian's, by which npm reaches its registry here. */
const trusted = ['/etc/ssl/certs/ca-certificates.crt', process.env.NODE_EXTRA_CA_CERTS ?? ''].filter(
  existsSync,
);

interface Places {
  /** of the root; an existing one is used as it is */
  readonly root: string;
  /** of Debian */
  readonly suite: string;
  readonly mirror: string;
}

/** An empty Debian that systemd-nspawn has booted, in a network of its own, from which it reaches Debian and the npm registry. */
export class Machine {
  readonly root: string;
  readonly #network: string;
  readonly #programs: ChildProcess[];
  readonly #leader: number;

  private constructor(root: string, network: string, programs: ChildProcess[], leader: number) {
    this.root = root;
    this.#network = network;
    this.#programs = programs;
    this.#leader = leader;
  }

  static async boot({ root, suite, mirror }: Places): Promise<Machine> {
    if (!existsSync(join(root, 'etc/debian_version'))) {
      const packages = 'ca-certificates,dbus,systemd,systemd-sysv';
      execFileSync('debootstrap', ['--variant=minbase', `--include=${packages}`, suite, root, mirror], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    }
    for (const path of trusted) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      copyFileSync(path, join(root, path));
    }
    writeFileSync(join(root, 'etc/resolv.conf'), 'nameserver 10.0.2.3\n');
    const network = `paddock-${process.pid}`;
    execFileSync('ip', ['netns', 'add', network]);
    const path = `/run/netns/${network}`;
    execFileSync('ip', ['-n', network, 'link', 'set', 'lo', 'up']);
    const slirp = spawn('slirp4netns', ['--configure', '--mtu=65520', '--netns-type=path', path, 'tap0'], {
      stdio: 'ignore',
    });
    const options = [
      '--quiet',
      '--register=no',
      '--keep-unit',
      '--boot',
      '--resolv-conf=off',
      '--link-journal=no',
    ];
    const container = spawn(
      'systemd-nspawn',
      [...options, `--directory=${root}`, `--network-namespace-path=${path}`, '--machine=paddock'],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let log = '';
    for (const stream of [container.stdout, container.stderr])
      stream.on('data', (chunk: Buffer) => {
        log = (log + chunk.toString()).slice(-4000);
      });
    for (let tries = 0; tries < 120; tries++) {
      await sleep(500);
      if (container.exitCode !== null) break;
      const leader = firstChild(container.pid ?? 0);
      if (leader === 0) continue;
      const machine = new Machine(root, network, [container, slirp], leader);
      const state = machine.tries('systemctl is-system-running');
      if (['running', 'degraded'].includes(state.trim())) return machine;
    }
    throw new Error(`systemd-nspawn did not boot ${root}:\n${log}`);
  }

  /** The words before a command that is to run inside, as root. */
  get entering(): readonly string[] {
    const env = [
      'HOME=/root',
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      'DEBIAN_FRONTEND=noninteractive',
    ];
    const extra = process.env.NODE_EXTRA_CA_CERTS;
    if (extra) env.push(`NODE_EXTRA_CA_CERTS=${extra}`);
    return ['nsenter', '-t', String(this.#leader), '-a', '-r', '-w', '/usr/bin/env', '-i', ...env];
  }

  /** The words before a command of this machine that is to use the other's network. */
  get beside(): readonly string[] {
    return ['nsenter', `--net=/run/netns/${this.#network}`];
  }

  /** Output of a command, whatever its exit code. */
  tries(command: string): string {
    const [first = '', ...rest] = [...this.entering, 'sh', '-c', command];
    try {
      return execFileSync(first, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string }; // of execFileSync
      return `${stdout ?? ''}${stderr ?? ''}`;
    }
  }

  /** Runs a script, whose output goes to a file; returns its exit code. */
  async run(script: string, log: string): Promise<number> {
    const [first = '', ...rest] = [...this.entering, 'bash', '-eu', '-o', 'pipefail', '-s'];
    const child = spawn(first, rest, { stdio: ['pipe', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => appendFileSync(log, chunk));
    child.stdin.end(script);
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  }

  async stop(): Promise<void> {
    for (const program of this.#programs) {
      if (program.exitCode !== null) continue;
      const ended = once(program, 'exit');
      program.kill('SIGTERM');
      await Promise.race([ended, sleep(60_000).then(() => program.kill('SIGKILL'))]);
    }
    execFileSync('ip', ['netns', 'del', this.#network]);
  }
}

function firstChild(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]) || 0;
  } catch {
    return 0;
  }
}
