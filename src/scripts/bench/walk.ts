import type { Site } from '#sites/schema.ts';
import { buildSites } from '../build-sites.ts';
import type { Closers } from '../run-command.ts';
import { findCostly, listRequests, requestsOfPages } from './costly.ts';
import { largest as site } from './data/big.ts';
import { openMeasured } from './measured.ts';
import { printCosts } from './report.ts';

/** Requests every list with every filter, order and pair of filters, and every page, and reports those that cost too much. */
export async function walkEverything(
  sites: readonly Site[],
  { scale, givenDir, only }: { scale: number; givenDir: string | undefined; only: string | undefined },
  closers: Closers,
): Promise<void> {
  const doors = only?.startsWith('/api/') ? 'routes' : 'pages';
  if (doors === 'pages') await buildSites([site], { say: console.log });
  const { target, usage, services } = await openMeasured(sites, scale, givenDir, closers, doors);
  const began = performance.now();
  const parts = { lists: listRequests(scale), pages: requestsOfPages(scale) };
  for (const [name, all] of Object.entries(parts)) {
    const requests = only === undefined ? all : all.filter(({ path }) => path.startsWith(only));
    printCosts(name, await findCostly(target, requests, usage, services.db, console.log));
    console.log(`${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
}
