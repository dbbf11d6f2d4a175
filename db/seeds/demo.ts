import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DemoServices, plantDemo } from './plant.ts';

/** Where the password of the demo accounts is kept. Its presence says that this installation has the demo. */
export const demoPasswordFile = (dataDir: string) => join(dataDir, 'demo-password.txt');
const unfinishedFile = (dataDir: string) => join(dataDir, 'demo-unfinished');

/** The one password of all demo accounts: generated at first, the same ever after. */
export function demoPassword(dataDir: string): string {
  const path = demoPasswordFile(dataDir);
  if (!existsSync(path))
    writeFileSync(path, `${randomBytes(9).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  return readFileSync(path, 'utf8').trim();
}

interface Installation {
  readonly services: DemoServices;
  readonly dataDir: string;
}

/**
 * Plants the demo where it belongs: on an installation without any account, again after a first start that was cut
 * short, and in an edition that came later to an installation that has the demo. Answers whether there is a demo.
 */
export async function plantDemoAtStart({ services, dataDir }: Installation): Promise<{ hasDemo: boolean }> {
  const { db, sites } = services;
  const isNew = !(await db.selectFrom('account').select('account_id').limit(1).executeTakeFirst());
  const hasDemo = existsSync(demoPasswordFile(dataDir));
  if (isNew || existsSync(unfinishedFile(dataDir))) {
    await plantWithMark({ services, dataDir });
    return { hasDemo: true };
  }
  if (!hasDemo) return { hasDemo };
  const empty = [];
  for (const site of sites) {
    const someone = db.selectFrom('profile').select('user_id').where('site', '=', site.code).limit(1);
    if (!(await someone.executeTakeFirst())) empty.push(site);
  }
  if (empty.length > 0) await plantDemo({ services, password: demoPassword(dataDir), sites: empty });
  return { hasDemo };
}

async function plantWithMark({ services, dataDir }: Installation): Promise<void> {
  writeFileSync(unfinishedFile(dataDir), 'The demo is being planted; the next start completes it.\n');
  await plantDemo({ services, password: demoPassword(dataDir) });
  rmSync(unfinishedFile(dataDir));
}
