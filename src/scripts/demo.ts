import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Installation, seedDemoAtStart } from '#demo/demo.ts';
import {
  closeDemoAccounts,
  closeUnrequestedAdmin,
  demoAdminPasswordFile,
  demoPassword,
  demoPasswordFile,
  seedDemoAdmin,
} from '#demo/demo-accounts.ts';
import type { Config } from '#platform/config.ts';
import type { Services } from '#platform/context.ts';
import { ConfigError } from '#platform/env.ts';
import type { Site } from '#sites/schema.ts';

const declinedFile = (dataDir: string) => join(dataDir, 'no-demo');

/** Options of `npm start` that concern the demo community. */
export const demoOptions = {
  empty: { type: 'boolean', default: false },
  'demo-admin': { type: 'boolean', default: false },
} as const;

interface DemoChoice {
  readonly empty: boolean;
  readonly 'demo-admin': boolean;
  /** on each edition of a new demo */
  readonly tracks?: number | undefined;
}

/** Refuses impossible options before anything starts. */
export function checkDemoChoice(choice: DemoChoice, { databaseUrl }: Pick<Config, 'databaseUrl'>): void {
  if (!choice['demo-admin']) return;
  if (choice.empty)
    throw new ConfigError(['--demo-admin and --empty contradict each other: --empty has no demo accounts.']);
  if (databaseUrl !== null)
    throw new ConfigError([
      'npm start creates no demo account in DATABASE_URL: npm run seed -- --admin does, in a database without real accounts.',
    ]);
}

/**
 * Creates the demo community on the first start, unless --empty is given; later starts leave an empty installation empty. If it
 * exists, --empty closes its accounts. `seeded` is called for each edition whose demo was created, `progress` meanwhile. Refusals are
 * printed; only an explicit request that cannot be fulfilled stops the start.
 */
export async function seedUnlessDeclined(
  services: Services,
  dataDir: string,
  choice: DemoChoice,
  { seeded, progress }: Pick<Installation, 'seeded' | 'progress'> = {},
): Promise<void> {
  if (choice.empty) await decline(services, dataDir);
  let isTold = false;
  const tellPassword = () => {
    if (isTold) return;
    isTold = true;
    console.log(`Sign in as alice, bob, carol or mo (moderator). Password: ${demoPassword(dataDir)}`);
    console.log(`It is stored in ${demoPasswordFile(dataDir)}.`);
  };
  const afterEdition = (site: Site) => {
    tellPassword();
    seeded?.(site);
  };
  const declined = existsSync(declinedFile(dataDir));
  const hasDemo =
    !declined &&
    (await seedOrPrintRefusal({
      services,
      dataDir,
      tracks: choice.tracks,
      seeded: afterEdition,
      ...(progress && { progress }),
    }));
  if (!choice['demo-admin']) await closeUnrequestedAdmin(services.db, dataDir);
  else if (!hasDemo) throw new ConfigError(['--demo-admin: this installation has no demo community.']);
  if (!hasDemo) return;
  tellPassword();
  if (!choice['demo-admin']) return;
  console.log(`The administrator is admin. Password: ${await seedDemoAdmin(services, dataDir)}`);
  console.log(`It is stored in ${demoAdminPasswordFile(dataDir)}.`);
}

async function decline({ db }: Services, dataDir: string): Promise<void> {
  writeFileSync(declinedFile(dataDir), 'This installation was started with --empty.\n');
  const closed = await closeDemoAccounts(db, dataDir);
  if (closed === 0) return;
  console.log(`The ${closed} demo accounts can no longer sign in; what they published stays.`);
}

async function seedOrPrintRefusal(installation: Installation): Promise<boolean> {
  try {
    return (await seedDemoAtStart({ ...installation, say: console.log })).hasDemo;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.log(error.message);
    return existsSync(demoPasswordFile(installation.dataDir));
  }
}
