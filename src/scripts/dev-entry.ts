import { syncCatalogue } from '#features/achievements/server/recount.ts';
import type { Config } from '#platform/config.ts';
import { makeRouter } from '#platform/http/router.ts';
import { oneStartAtATime } from '#platform/postgres/start-lock.ts';
import { openServices } from '#platform/services.ts';
import type { Site } from '#sites/schema.ts';
import { app } from '../app.ts';
import { startTrackSearch } from '../server/track-search.ts';
import { seedUnlessDeclined } from './demo.ts';
import type { Closers } from './run-command.ts';

export { serveRequest } from '../server/dispatch.ts';

/** All server code that `npm run dev` runs. Vite loads this module, as it loads the pages, so that there is one copy of it. */
export const route = makeRouter(app.routes);

export interface DevOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  /** an own database, which shows the demo community */
  readonly embedded: boolean;
  readonly sites: readonly Site[];
  /** the edition that is served */
  readonly site: Site;
}

/** An installation that was started with --empty has no demo community here either. */
const asDeclinedBefore = { empty: false, 'demo-admin': false };

/** Opens the services of the edition, the demo community if it is missing, its jobs and its track search. */
export async function openDevServices(options: DevOptions, closers: Closers) {
  const { config, databaseUrl, embedded, sites, site } = options;
  const { services, unattended, queue, close } = await openServices({
    config,
    databaseUrl,
    sites,
    jobs: app.jobs,
  });
  closers.add(close);
  if (embedded)
    await oneStartAtATime(databaseUrl, () =>
      seedUnlessDeclined(unattended, config.dataDir, asDeclinedBefore),
    );
  for (const edition of sites) await syncCatalogue({ db: services.db, site: edition });
  if (config.worker) await queue.work(services);
  const search = startTrackSearch(services, [site], databaseUrl);
  closers.add(search.stop);
  return services;
}
