import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { example } from './guide.ts';
import type { Outcomes } from './outcomes.ts';

const run = (command: string, args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return { status, text: `${stdout}${stderr}` };
};

/** The unit, as systemd reads it. */
export async function checkUnit(outcomes: Outcomes): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'paddock-unit-'));
  const path = join(folder, 'paddock@4321.service');
  await copyFile('src/deploy/paddock@.service', path);
  const verified = run('systemd-analyze', ['verify', path]);
  // it is not installed on this machine
  const mistakes = verified.text
    .split('\n')
    .filter((line) => line.includes('paddock') && !line.includes('/node is not executable'));
  outcomes.check('systemd-analyze verify finds no mistake', mistakes.length === 0, mistakes.join('; '));
  const security = run('systemd-analyze', ['security', '--offline=yes', '--no-pager', path]);
  const [, score] = /Overall exposure level for \S+: ([\d.]+)/.exec(security.text) ?? [];
  outcomes.check(
    `systemd-analyze security rates it ${score}, as the guide says`,
    score !== undefined && example('README.md').includes(`rates its exposure ${score} of 10`),
  );
  await rm(folder, { recursive: true });
}

/** The firewall and the containers. */
export function checkOthers(outcomes: Outcomes): void {
  if (process.getuid?.() === 0) {
    // the user of the service need not exist here
    const rules = example('nftables.conf').replace('"paddock"', '"root"');
    const { status, stderr } = spawnSync('nft', ['-c', '-f', '-'], { input: rules, encoding: 'utf8' });
    outcomes.check('nft accepts the rules', status === 0, stderr);
  } else outcomes.note('nft checks rules only for root.');
  const engine = ['podman', 'docker'].find((name) => existsSync(`/usr/bin/${name}`));
  if (!engine) {
    outcomes.note(
      'There is no container engine here: Containerfile and compose.yaml are read by the unit tests only.',
    );
    return;
  }
  const { status, text } = run(engine, ['build', '-q', '-f', 'src/deploy/Containerfile', '.']);
  outcomes.check(`${engine} builds the image`, status === 0, text.slice(-500));
}
