import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runBlocks } from '../guide.ts';
import type { Outcomes } from '../outcomes.ts';
import { Machine } from './machine.ts';

interface Evening {
  readonly root: string;
  readonly suite: string;
  readonly mirror: string;
  /** of the load under which processes are restarted */
  readonly requests: number;
}

const repository = '/srv/paddock.git';
/** The port of the mail server of the test, inside the network of the machine. */
export const mailPort = 2525;

/** What a person types instead of the examples: the first block, and the address of the mail server after the settings were copied. */
const typed: readonly (readonly [from: RegExp, to: string])[] = [
  [/^REPOSITORY=.*$/m, `REPOSITORY=${repository}`],
  [
    /$(?![\s\S])/,
    `sed -i "s|^SMTP_URL=.*|SMTP_URL='smtp://127.0.0.1:${mailPort}'|" /etc/paddock/paddock.env\n`,
  ],
];

/** Runs the blocks of the guide in an empty Debian, and then does what its text asks a person to do. */
export async function followGuide(outcomes: Outcomes, evening: Evening): Promise<void> {
  outcomes.part(`The guide, in an empty Debian (${evening.suite})`);
  const wanted = ['/usr/sbin/debootstrap', '/usr/bin/systemd-nspawn', '/usr/bin/slirp4netns'];
  const missing = wanted.filter((path) => !existsSync(path));
  if (missing.length > 0 || process.getuid?.() !== 0) {
    outcomes.check(
      'root, debootstrap, systemd-container and slirp4netns are here',
      false,
      missing.join(', '),
    );
    return;
  }
  const machine = await Machine.boot(evening);
  try {
    rmSync(join(machine.root, repository), { recursive: true, force: true });
    execFileSync('git', [
      'clone',
      '-q',
      '--bare',
      '--depth=1',
      `file://${process.cwd()}`,
      join(machine.root, repository),
    ]);
    outcomes.note(
      'PID 1 is systemd; the machine has its own network, and trusts the certificates that this one trusts.',
    );
    outcomes.note(
      'The repository is a copy of the last commit. The certificate is the one that browsers do not trust.',
    );
    const log = join(machine.root, 'var/log/evening.log');
    rmSync(log, { force: true });
    const ran = await machine.run(scriptOf(runBlocks()), log);
    const output = readFileSync(log, 'utf8');
    const blocks = [...output.matchAll(/^evening: block (\d+) took (\d+) s$/gm)];
    for (const [, block, seconds] of blocks) outcomes.check(`block ${block} ran in ${seconds} s`, true);
    outcomes.check('every block ran', ran === 0, output.slice(-3000));
    if (ran !== 0) return;
    const score = machine.tries('systemd-analyze security --no-pager paddock@4321 | tail -1');
    outcomes.note(`inside: ${score.trim()}`);
    const program = 'src/testing/deploy/evening/visitor.ts';
    const [command = '', ...args] = [
      ...machine.beside,
      ...[process.execPath, program, JSON.stringify(machine.entering), String(evening.requests)],
    ];
    const visitor = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    const [status] = (await once(visitor, 'exit')) as [number | null];
    outcomes.check('everything was as it should be for the visitor', status === 0);
    if (status !== 0) outcomes.note(machine.tries("journalctl -u 'paddock@*' -o cat -n 30"));
  } finally {
    await machine.stop();
  }
}

/** One script, because the blocks share the variables of their shell. */
function scriptOf(blocks: readonly string[]): string {
  const lines = blocks.map((block, at) => {
    const [first, settings] = typed;
    let text = block;
    if (at === 0 && first) text = text.replace(first[0], first[1]);
    if (block.includes('> /etc/paddock/paddock.env') && settings)
      text = text.replace(settings[0], settings[1]);
    return `evening=$SECONDS\n${text}\necho "evening: block ${at + 1} took $((SECONDS - evening)) s"`;
  });
  return lines.join('\n').replace('REPOSITORY=', 'cd /\nREPOSITORY=');
}
