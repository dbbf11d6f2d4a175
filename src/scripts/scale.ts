import './production.ts';
import { parseArgs } from 'node:util';
import { allSites } from '#sites/all.ts';
import { type Combination, pairs, sample, singles } from './bench/combinations.ts';
import { largest } from './bench/data/big.ts';
import { compareEngines } from './bench/engines/compare-engines.ts';
import { printGrowth } from './bench/engines/growth.ts';
import { measureSize, type SizeReport, type SizeTask } from './bench/measure-size.ts';
import { openWorldCtx } from './bench/measured.ts';
import { compareSizes, printSize } from './bench/report.ts';
import { walkEverything } from './bench/walk.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run bench:scale [-- --size tenth|full|both]
Searches tracks at full size (1,050,000) and at a tenth of it, over HTTP, with 40 complete rows a page: every filter with every order and
kind of page, and every pair of filters.
  --singles N, --pairs N, --check N  random samples of this size
  --lists 400, --writes 200          requests for each list, and writes
  --data DIR                         stores the communities there for the next run
  --walk [--only /api/users]         only sends every request of every list and page at full size, and reports those that take too much
                                     database time
  --engines [--questions 600] [--duckdb DIR]
                                     only compares the search index with SQLite, plain SQL and, given the folder in which its package
                                     @duckdb/node-api is installed, DuckDB
  --growth                           the same without a database, with generated tracks of three sizes`;

await runCommand(usage, async (closers) => {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: 'both' },
      singles: { type: 'string' },
      pairs: { type: 'string' },
      check: { type: 'string' },
      writes: { type: 'string', default: '200' },
      lists: { type: 'string', default: '400' },
      data: { type: 'string' },
      walk: { type: 'boolean' },
      only: { type: 'string' },
      engines: { type: 'boolean' },
      growth: { type: 'boolean' },
      duckdb: { type: 'string' },
      questions: { type: 'string', default: '600' },
    },
  });
  const sites = await allSites();
  const scale = values.size === 'tenth' ? 0.1 : 1;
  const count = Number(values.questions);
  const edition = sites.find(({ code }) => code === largest);
  if (values.growth && edition)
    return printGrowth(edition, { count, ...(values.duckdb !== undefined && { duckdb: values.duckdb }) });
  if (values.engines) {
    const { plain, url, dataDir } = await openWorldCtx(sites, scale, values.data, closers);
    await compareEngines(plain, url, { count, duckdb: values.duckdb, dataDir });
    await closers.close();
    return;
  }
  if (values.walk) {
    await walkEverything(sites, { scale, givenDir: values.data, only: values.only }, closers);
    await closers.close();
    return;
  }
  const chosen = (all: Combination[], most: string | undefined) =>
    most === undefined ? all : sample(all, Number(most));
  const single = chosen(singles(), values.singles);
  const pair = chosen(pairs(), values.pairs);
  const both = [...singles(), ...pairs()];
  const task = (name: string, scale: number, checked: Combination[]): SizeTask => ({
    name,
    scale,
    singles: single,
    pairs: pair,
    checked,
    writes: Number(values.writes),
    lists: Number(values.lists),
    givenDir: values.data,
  });
  const tasks = [
    task('a tenth', 0.1, chosen(both, values.check)),
    task('full size', 1, sample(both, Number(values.check ?? 300))),
  ].filter(({ scale }) => values.size === 'both' || (values.size === 'tenth') === scale < 1);
  const reports: SizeReport[] = [];
  for (const one of tasks) reports.push(await measureSize(sites, one, closers));
  for (const report of reports) printSize(report);
  const [small, large] = reports;
  if (small && large) compareSizes(small, large);
  await closers.close();
});
