import { join } from 'node:path';
import { openDb } from '#db/client.ts';
import { systemClock } from '#platform/clock.ts';
import { findServer } from '#platform/postgres/embedded.ts';
import type { Site } from '#sites/schema.ts';
import { makePack, makePackManager, type PackSpec } from '#testing/make-lists.ts';

/** Creates a pack with its owner and these managers in the database of the server under test. Returns its id. */
export async function packOf(site: Site, spec: PackSpec, managers: readonly number[] = []): Promise<number> {
  const server = await findServer(join(process.env.E2E_DATA_DIR ?? '', 'postgres'));
  if (!server) throw new Error('The database of the server under test is not running.');
  const { db, close } = openDb(server.url, { max: 1 });
  try {
    const ctx = { db, site, clock: systemClock };
    const packId = await makePack(ctx, spec);
    for (const userId of managers) await makePackManager(ctx, { packId, userId });
    return packId;
  } finally {
    await close();
    await server.stop();
  }
}
