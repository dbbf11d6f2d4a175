import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { allSites } from '#sites/all.ts';
import type { SiteInput } from '#sites/schema.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const parts = [
  'src',
  'sites',
  'db',
  'public',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** An edition with all seven environments that is not in the repository. */
export const fifth: SiteInput = {
  code: 'fifth',
  order: 99,
  label: 'FIFTH',
  name: 'Fifth Edition',
  host: 'fifth.localhost',
  aliases: ['fifth.example'],
  environments: [7, 1, 2, 3, 4, 5, 6],
  cars: [1, 2, 3, 4, 5, 6, 7],
  formats: ['TMF', 'TMU'],
  tags: [
    { id: 0, name: 'Race' },
    { id: 40, name: 'Only here' },
  ],
  capabilities: { showsEnvironmentOverlay: true, playLink: { kind: 'tmup' }, hasReplayLogins: false },
  gameSite: 'fifth',
  texts: { tagline: 'Seven environments in one place.', about: 'Made by a test.' },
};

/**
 * A copy of the project in a temporary folder, with one of its editions and one more folder under sites/. The working tree is
 * never written to, so nothing is left in it however the test ends.
 */
export async function copyWithFifthEdition(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'paddock-fifth-'));
  await chmod(copy, 0o755); // started as root, the database runs as another user who needs access
  for (const part of parts) await cp(join(root, part), join(copy, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
  const folder = join(copy, 'sites', fifth.code);
  const [pattern, ...others] = await allSites();
  // one edition next to it is enough to show that they link to each other; each would be built and get a demo
  for (const { code } of others) await rm(join(copy, 'sites', code), { recursive: true });
  await cp(join(root, 'sites', pattern?.code ?? ''), folder, { recursive: true });
  await writeFile(join(folder, 'site.ts'), `export const site = ${JSON.stringify(fifth, null, 2)};\n`);
  const theme = await readFile(join(folder, 'theme.css'), 'utf8');
  await writeFile(join(folder, 'theme.css'), theme.replaceAll(`"${pattern?.code}"`, `"${fifth.code}"`));
  return copy;
}

export interface CopyServer {
  readonly port: number;
  /** its output during the start */
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

/** `npm start` in the copy, serving the fifth edition with its own database, files and demo. */
export async function startCopy(copy: string): Promise<CopyServer> {
  const dataDir = join(copy, 'data');
  await mkdir(dataDir);
  const child = spawn(process.execPath, ['src/scripts/start.mjs'], {
    cwd: copy,
    // npm_lifecycle_event: if this test is killed, the server notices that its parent is gone
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      SITES: fifth.code,
      DEMO_TRACKS: '24',
      NODE_ENV: 'production',
      DATABASE_URL: '',
      SMTP_URL: '',
      MAIL_FROM: '',
      npm_lifecycle_event: 'start',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    const port = /http:\/\/\S+:(\d+)$/.exec(line)?.[1];
    if (port) return { port: Number(port), lines, stop: () => stop(child) };
  }
  throw new Error(`The copy did not start:\n${lines.join('\n')}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

export const removeCopy = (copy: string): Promise<void> => rm(copy, { recursive: true, force: true });
