import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoPassword, demoPasswordFile, plantDemoAtStart } from '#db/seeds/demo.ts';
import type { Services } from '#platform/context.ts';

const declinedFile = (dataDir: string) => join(dataDir, 'no-demo');

/**
 * Plants the demo community on the first start, unless --empty was given then: a later start without it is not the
 * first, and leaves an empty installation empty.
 */
export async function plantUnlessDeclined(
  services: Services,
  dataDir: string,
  empty: boolean,
): Promise<void> {
  if (empty) writeFileSync(declinedFile(dataDir), 'This installation began with --empty.\n');
  if (existsSync(declinedFile(dataDir))) return;
  const { hasDemo } = await plantDemoAtStart({ services, dataDir });
  if (!hasDemo) return;
  console.log(`Sign in as alice, bob, carol, mo (moderator) or admin. Password: ${demoPassword(dataDir)}`);
  console.log(`It is kept in ${demoPasswordFile(dataDir)}.`);
}
