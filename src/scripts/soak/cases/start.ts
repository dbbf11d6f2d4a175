import type { Site } from '#sites/schema.ts';
import { closeConnections } from '../person.ts';
import type { SoakServer } from '../server.ts';
import { arrive } from './arrivals.ts';
import { arrivalsTable, missedArrivals } from './arrivals-verdict.ts';

interface StartTask {
  readonly site: Site;
  /** starts the server */
  readonly open: () => Promise<SoakServer>;
  /** false: the first start creates the demo community, and is not measured */
  readonly hasCommunity: boolean;
}

/**
 * 100 visitors right after a start, each with an address of their own; then the same after another start from one address, which
 * many people may share. Returns true if nobody of the first hundred was refused or waited too long: the second hundred is one
 * client, which a full server may refuse, so its figures are only printed.
 */
export async function runStarts({ site, open, hasCommunity }: StartTask): Promise<boolean> {
  if (!hasCommunity) await (await open()).stop();
  let isFine = true;
  for (const from of ['many addresses', 'one address'] as const) {
    const server = await open();
    try {
      const visited = await arrive(server.port, site.host, from);
      console.log(`\n100 visitors right after a start, from ${from}:\n${arrivalsTable(visited)}\n`);
      const missed = missedArrivals(visited);
      const isJudged = from === 'many addresses';
      for (const text of missed) console.log(`${isJudged ? '✗ ' : ''}${text}${isJudged ? '' : ' (no aim)'}`);
      if (isJudged && missed.length > 0) isFine = false;
    } finally {
      closeConnections();
      await server.stop();
    }
  }
  console.log(
    isFine ? 'Nobody was refused after a start.' : 'Visitors were refused after a start, or waited too long.',
  );
  return isFine;
}
