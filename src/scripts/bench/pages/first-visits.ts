import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '#lib/gbx/tools/random.ts';
import { routes } from '#routes/routes.ts';
import type { Site } from '#sites/schema.ts';
import { type Times, timesOf } from '../times.ts';
import { isRefusal, mistakeIn } from './check.ts';
import type { Community } from './community.ts';
import { somePage } from './mix.ts';
import { readOf, someVisitor } from './people.ts';
import type { BenchServer } from './server.ts';
import { Wire } from './wire.ts';

/** What the first visitors after a start get. */
export interface FirstVisits {
  /** from the start of the process */
  readonly servesAfterSeconds: number;
  readonly indexAfterSeconds: number;
  /** of pages until then */
  readonly times: Times;
  readonly refused: number;
  readonly wrong: readonly string[];
  /** of the event loop, from when it serves until then */
  readonly longestStopMs: number;
  readonly residentMegabytes: number;
}

/** The index is considered to be missing after this time. */
const patienceMs = 240_000;
const pauseMs = 100;

/**
 * Visits random pages as one visitor until the index of this edition answers. A list with an id that no track has tells whether
 * it does: only without the index, PostgreSQL is asked for it.
 */
export async function visitAfterStart(
  server: BenchServer,
  community: Community,
  site: Site,
  seed: number,
): Promise<FirstVisits> {
  const random = seededRandom(seed);
  const wire = new Wire(server.port);
  const servesAfterSeconds = (server.servedAt - server.startedAt) / 1000;
  const began = performance.now();
  const ms: number[] = [];
  const wrong: string[] = [];
  let refused = 0;
  let longestStopMs = 0;
  let residentBytes = 0;
  await server.usage(); // nobody waits for what happened before it served
  for (let number = 0; performance.now() - began < patienceMs; number++) {
    const marker = String(1_900_000_000 + number);
    const before = await server.usage(marker);
    await wire.ask(readOf(site.host, someVisitor(random), routes.apiTracks(`?id=${marker}&fields=TrackId`)));
    const { marked, longestStopMs: stop } = await server.usage();
    longestStopMs = Math.max(longestStopMs, before.longestStopMs, stop);
    residentBytes = before.residentBytes;
    if (marked === 0) break;
    const path = number % 3 === 0 ? routes.home() : somePage(random, community, 'visitor').path;
    const answer = await wire.ask(readOf(site.host, someVisitor(random), path));
    const mistake = mistakeIn(path, answer, true);
    ms.push(answer.ms);
    if (isRefusal(answer)) refused += 1;
    else if (mistake !== null) wrong.push(mistake);
    await sleep(pauseMs);
  }
  wire.close();
  return {
    servesAfterSeconds,
    indexAfterSeconds: (performance.now() - server.startedAt) / 1000,
    times: timesOf(ms),
    refused,
    wrong,
    longestStopMs,
    residentMegabytes: residentBytes / 2 ** 20,
  };
}
