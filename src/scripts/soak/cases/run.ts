import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from '#sites/schema.ts';
import type { SoakServer } from '../server.ts';
import { Tally } from '../tally.ts';
import { visitorOf } from '../world.ts';
import { type CaseName, caseOf } from './attacks.ts';
import { crowdTrack } from './crowded-track.ts';
import { startAttack, startVisitor } from './parties.ts';
import { alsoVisited, prepareStage } from './prepare.ts';
import type { Stage, VisitorReport } from './stage.ts';
import { type CaseResult, casesTable, figuresOf, missedAims } from './verdict.ts';

interface CasesTask {
  readonly names: readonly CaseName[];
  readonly site: Site;
  readonly seconds: number;
}

/**
 * One hostile client of each sort beside an ordinary visitor, compared with a quiet run of the same server. Returns true if every
 * aim was reached.
 */
export async function runCases(server: SoakServer, { names, site, seconds }: CasesTask): Promise<boolean> {
  const prepared = await prepareStage(server.port, site);
  await calm(server.port);
  const quietStage: Stage = { ...prepared, seconds, crowdedTrackId: null };
  await measureVisitor({ ...quietStage, seconds: Math.min(5, seconds) }); // until usual pages are compiled and cached
  const quiet = await measureVisitor(quietStage);
  let crowdedTrackId: number | null = null;
  const results: CaseResult[] = [];
  const failed: string[] = [];
  for (const name of names) {
    const { title, alsoVisits, needsReplays, isOfMachine } = caseOf(name);
    console.log(`${name}: ${title} …`);
    if (needsReplays && crowdedTrackId === null) {
      crowdedTrackId = prepared.ownTrackId;
      await crowdTrack(server.dataDir, site, crowdedTrackId);
    }
    const extra = alsoVisited(alsoVisits, prepared);
    const stage = { ...quietStage, crowdedTrackId, visits: interleaved(prepared.visits, extra) };
    try {
      const attack = await startAttack(name, stage);
      const visitor = await startVisitor(stage);
      const before = logBytes(server);
      const began = performance.now();
      const [attackReport, visitorReport] = await Promise.all([attack.begin(), visitor.begin()]);
      const took = (performance.now() - began) / 1000;
      results.push({
        ...{ name, visitor: visitorReport, attack: attackReport, seconds: took },
        logBytes: logBytes(server) - before,
        isTimed: isOfMachine !== true,
      });
    } catch (error) {
      failed.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
    if (!server.isRunning) {
      failed.push(`${name}: the server ended:\n${server.lastWords.slice(-1500)}`);
      break;
    }
    await calm(server.port);
  }
  console.log(`\n${casesTable(quiet, results)}\n`);
  const missed = results.flatMap((result) =>
    missedAims(result, figuresOf(quiet.visited)).map((text) => `${result.name}: ${text}`),
  );
  for (const text of [...failed, ...missed]) console.log(`✗ ${text}`);
  const isFine = failed.length + missed.length === 0;
  console.log(isFine ? 'Every case reached its aims.' : `${failed.length + missed.length} aims were missed.`);
  return isFine;
}

const measureVisitor = async (stage: Stage): Promise<VisitorReport> => (await startVisitor(stage)).begin();

/** The extra visits between the usual ones, each after a few of them. */
function interleaved<T>(usual: readonly T[], extra: readonly T[]): T[] {
  if (extra.length === 0) return [...usual];
  return usual.flatMap((one, n) =>
    n % 3 === 2 ? [one, extra[Math.floor(n / 3) % extra.length] ?? one] : [one],
  );
}

/** Bytes that the server and its database have logged. */
function logBytes(server: SoakServer): number {
  const database = statSync(join(server.dataDir, 'postgres', 'server.log'), { throwIfNoEntry: false });
  return server.loggedBytes + (database?.size ?? 0);
}

const calmMs = 500;
const longestWaitMs = 60_000;

/** Waits until the front page is quick several times in a row: what the last hostile client left behind is done. */
async function calm(port: number): Promise<void> {
  const until = performance.now() + longestWaitMs;
  for (let quick = 0; quick < 5 && performance.now() < until; ) {
    const tally = new Tally();
    const began = performance.now();
    const home = await visitorOf({ port, tally, people: [], uploads: [], comments: [], assets: [] }).ask(
      'page',
      '/',
    );
    quick = home && performance.now() - began < calmMs ? quick + 1 : 0;
    await sleep(200);
  }
}
