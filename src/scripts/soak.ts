import './production.ts';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { allSites } from '#sites/all.ts';
import { largest } from './bench/data/big.ts';
import { openWorld } from './bench/world.ts';
import { Closers } from './run-command.ts';
import { type CaseName, cases } from './soak/cases/attacks.ts';
import { runCases } from './soak/cases/run.ts';
import { runStarts } from './soak/cases/start.ts';
import { soakMixed } from './soak/mixed.ts';
import { withServer, withServers } from './soak/with-server.ts';

const caseNames = Object.keys(cases) as CaseName[]; // the keys of this object and no others
const allNames = ['mixed', ...caseNames, 'start'] as const;
type Name = (typeof allNames)[number];

/**
 * `npm run soak [-- --case mixed,pages,start] [--minutes 10] [--seconds 15] [--data DIR] [--port 4580]`: tests the real server.
 * `mixed` runs it under mixed load, with client aborts, and kills its database and threads (mixed.ts); each of the others
 * measures an ordinary visitor next to a hostile client (cases/attacks.ts), and `start` 100 visitors right after a start. Without
 * `--case` all are run. With `--data`, cases other than `mixed` use the community of full size that is stored there, as
 * `npm run bench:scale -- --data DIR` fills it. Exits with 1 if anything was wrong or an aim was missed.
 */
async function soak(names: readonly Name[], options: Options): Promise<boolean> {
  const { minutes, seconds, port, data } = options;
  const site = (await allSites()).find(({ code }) => code === largest);
  if (!site) throw new Error(`There is no edition "${largest}".`);
  const chosen = caseNames.filter((name) => names.includes(name));
  const stored = data === undefined ? {} : await storedCommunity(data);
  let isFine = true;
  if (names.includes('mixed')) isFine = (await soakMixed(minutes, port)) && isFine;
  const choice = { port, descriptors: 4096, ...stored };
  if (chosen.length > 0)
    isFine =
      (await withServer(choice, (server) => runCases(server, { names: chosen, site, seconds }))) && isFine;
  if (names.includes('start'))
    isFine =
      (await withServers(choice, (open) => runStarts({ site, open, hasCommunity: data !== undefined }))) &&
      isFine;
  return isFine;
}

interface Options {
  readonly minutes: number;
  readonly seconds: number;
  readonly port: number;
  readonly data: string | undefined;
}

/** The community of full size in this folder, filled if it is missing. Its tracks have no files, so no jobs look for them. */
async function storedCommunity(data: string) {
  const closers = new Closers();
  await openWorld(await allSites(), 1, data, closers);
  await closers.close();
  return { dataDir: join(data, 'scale-1'), args: ['--empty'], settings: { WORKER: 'off' } };
}

const { values } = parseArgs({
  options: {
    case: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '15' },
    data: { type: 'string' },
    port: { type: 'string', default: '4580' },
  },
});
const minutes = Number(values.minutes);
const seconds = Number(values.seconds);
const names = values.case === undefined ? [...allNames] : values.case.split(',');
const unknown = names.find((name) => !allNames.some((known) => known === name));
const mistake =
  process.platform !== 'linux'
    ? 'The soak test reads /proc and sets a limit of descriptors: it runs on Linux only.'
    : unknown !== undefined
      ? `--case: there is no case "${unknown}", only ${allNames.join(', ')}.`
      : !(minutes > 0 && minutes <= 120)
        ? `--minutes must be a number of at most 120, got "${values.minutes}".`
        : !(seconds >= 1 && seconds <= 600)
          ? `--seconds must be a number from 1 to 600, got "${values.seconds}".`
          : null;
if (mistake !== null) {
  console.error(mistake);
  process.exitCode = 1;
} else {
  const options = { minutes, seconds, port: Number(values.port), data: values.data };
  process.exitCode = (await soak(names as Name[], options)) ? 0 : 1; // none of them is unknown
}
