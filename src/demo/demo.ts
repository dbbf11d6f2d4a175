import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '#sites/schema.ts';
import { demoPassword, demoPasswordFile, refuseAmongRealUsers } from './demo-accounts.ts';
import { type DemoServices, seedDemo } from './seed-demo.ts';

const unfinishedFile = (dataDir: string) => join(dataDir, 'demo-unfinished');

/** Where the demo is created. */
export interface Installation {
  readonly services: DemoServices;
  readonly dataDir: string;
  /** on each edition */
  readonly tracks?: number | undefined;
  /** called for each edition when its demo is complete */
  readonly seeded?: (site: Site) => void;
  /** called with a line about the progress */
  readonly say?: (line: string) => void;
  /** called with how much of an edition's demo exists */
  readonly progress?: (site: Site, done: string) => void;
}

/**
 * Creates the demo at a start: on an installation without accounts, again after an interrupted first start, and on an edition
 * added later to an installation with the demo. Throws a ConfigError if one of the latter two would create it among real users.
 * Returns whether the demo exists.
 */
export async function seedDemoAtStart(installation: Installation): Promise<{ hasDemo: boolean }> {
  const { services, dataDir, ...demo } = installation;
  const { db } = services;
  const isNew = !(await db.selectFrom('account').select('account_id').limit(1).executeTakeFirst());
  if (isNew || existsSync(unfinishedFile(dataDir))) {
    await seedWithMark(installation);
    return { hasDemo: true };
  }
  if (!existsSync(demoPasswordFile(dataDir))) return { hasDemo: false };
  const sites = await sitesWithoutUsers(services);
  if (sites.length > 0) await seedDemo({ ...demo, services, password: demoPassword(dataDir), sites });
  return { hasDemo: true };
}

async function sitesWithoutUsers({ db, sites }: DemoServices): Promise<Site[]> {
  const empty = [];
  for (const site of sites) {
    const someone = db.selectFrom('profile').select('user_id').where('site', '=', site.code).limit(1);
    if (!(await someone.executeTakeFirst())) empty.push(site);
  }
  return empty;
}

async function seedWithMark({ services, dataDir, ...demo }: Installation): Promise<void> {
  await refuseAmongRealUsers(services.db); // before the marker file and the password exist
  writeFileSync(unfinishedFile(dataDir), 'The demo is being seeded; the next start completes it.\n');
  await seedDemo({ ...demo, services, password: demoPassword(dataDir) });
  rmSync(unfinishedFile(dataDir));
}
