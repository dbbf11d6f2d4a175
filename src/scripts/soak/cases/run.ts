import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from '#sites/schema.ts';
import { addReplays } from '../../bench/data/replays-with-files.ts';
import type { SoakServer } from '../server.ts';
import { Tally } from '../tally.ts';
import { visitorOf } from '../world.ts';
import { type CaseName, caseOf } from './attacks.ts';
import { endParties, startAttack, startVisitor } from './parties.ts';
import { type Prepared, prepareStage, visitsBeside } from './prepare.ts';
import type { Stage, VisitorReport } from './stage.ts';
import { type CaseResult, casesTable, missedAims } from './verdict.ts';

interface CasesTask {
  readonly names: readonly CaseName[];
  readonly site: Site;
  readonly seconds: number;
}

/**
 * One hostile client of each kind next to an ordinary visitor, compared with a quiet run of the same server. Returns true if every
 * aim was reached.
 */
export async function runCases(server: SoakServer, { names, site, seconds }: CasesTask): Promise<boolean> {
  await calm(server.port); // a large community is still being loaded
  const prepared = await prepareStage(server.port, site);
  const usual: Stage = { ...prepared, seconds };
  await measureVisitor(usual); // until usual pages are compiled and cached
  await calm(server.port);
  const quiet = await measureVisitor(usual);
  const results: CaseResult[] = [];
  const failed: string[] = [];
  for (const name of names) {
    console.log(`${name}: ${caseOf(name).title} …`);
    try {
      results.push(await runCase(server, { name, site, prepared, usual, quiet }));
    } catch (error) {
      failed.push(`${name}: ${error instanceof Error ? error.message : error}`);
    } finally {
      endParties();
    }
    if (!server.isRunning) {
      failed.push(`${name}: the server ended:\n${server.lastWords.slice(-1500)}`);
      break;
    }
    await calm(server.port);
  }
  console.log(`\n${casesTable(results)}\n`);
  const missed = results.flatMap((result) => missedAims(result).map((text) => `${result.name}: ${text}`));
  for (const text of [...failed, ...missed]) console.log(`✗ ${text}`);
  const isFine = failed.length + missed.length === 0;
  console.log(isFine ? 'Every case reached its aims.' : `${failed.length + missed.length} aims were missed.`);
  return isFine;
}

interface CaseTask {
  readonly name: CaseName;
  readonly site: Site;
  readonly prepared: Prepared;
  readonly usual: Stage;
  /** a run of the usual visits */
  readonly quiet: VisitorReport;
}

async function runCase(
  server: SoakServer,
  { name, site, prepared, usual, quiet }: CaseTask,
): Promise<CaseResult> {
  const { alsoVisits, replays, isOfMachine } = caseOf(name);
  if (replays) await addReplays(server.dataDir, site, prepared[replays.of], replays);
  const visits = (isQuiet: boolean) =>
    alsoVisits === undefined ? prepared.visits : visitsBeside(alsoVisits, prepared, isQuiet);
  const quietHere =
    alsoVisits === undefined ? quiet : await measureVisitor({ ...usual, visits: visits(true) });
  const stage = { ...usual, visits: visits(false) };
  const attacking = await startAttack(name, stage);
  const visiting = await startVisitor(stage);
  const before = logBytes(server);
  const began = performance.now();
  const [attack, visitor] = await Promise.all([attacking.begin(), visiting.begin()]);
  return {
    name,
    quiet: quietHere,
    visitor,
    attack,
    seconds: (performance.now() - began) / 1000,
    logBytes: logBytes(server) - before,
    isTimed: isOfMachine !== true,
  };
}

const measureVisitor = async (stage: Stage): Promise<VisitorReport> => (await startVisitor(stage)).begin();

/** Bytes that the server and its database have logged. */
function logBytes(server: SoakServer): number {
  const database = statSync(join(server.dataDir, 'postgres', 'server.log'), { throwIfNoEntry: false });
  return server.loggedBytes + (database?.size ?? 0);
}

const calmMs = 500;
const longestWaitMs = 120_000;

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
