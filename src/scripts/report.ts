import './production.ts';
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { ConfigError } from '#platform/env.ts';
import { summary } from './bench/pages/aims.ts';
import type { ReportPart } from './report/page.ts';
import { partNames, runPart } from './report/parts.ts';
import { reportFile, storedReport, storeReport } from './report/stored.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage: npm run report -- --to FOLDER [--parts start,suite,pages,lighthouse] [--before FOLDER] [--data DIR]
Runs what measures the project, one after the other, and writes one page with every figure beside its aim, as Markdown and as HTML.
  --parts NAMES    only these parts; all of them take hours
  --before FOLDER  an earlier report, whose figures stand beside the new ones
  --data DIR       communities of the benchmarks, stored for the next run`;

await runCommand(usage, async () => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      parts: { type: 'string' },
      before: { type: 'string' },
      data: { type: 'string' },
    },
  });
  if (values.to === undefined) throw new ConfigError(['Say where to: npm run report -- --to FOLDER']);
  const chosen = values.parts?.split(',') ?? partNames;
  const names = chosen.map((text) => {
    const name = partNames.find((one) => one === text);
    if (name === undefined)
      throw new ConfigError([`--parts: there is no part "${text}", only ${partNames.join(', ')}.`]);
    return name;
  });
  const before = values.before === undefined ? null : await storedReport(values.before);
  const folder = resolve(values.to);
  await mkdir(folder, { recursive: true });
  const { stdout } = await promisify(execFile)('git', ['describe', '--always', '--dirty']);
  const about = {
    commit: stdout.trim(),
    at: new Date().toISOString().slice(0, 16).replace('T', ' '),
    machine: `${availableParallelism()} × ${cpus()[0]?.model.trim() || 'unknown processor'}, Node ${process.version}`,
  };
  const parts: ReportPart[] = [];
  for (const name of names) {
    console.log(`== ${name}`);
    parts.push(await runPart(name, { folder, data: values.data ?? null }));
    // after each part, so that what was measured is there if a later one is interrupted
    await storeReport(folder, { ...about, parts }, before);
  }
  console.log(summary(parts.flatMap(({ aims }) => aims)));
  console.log(`Written to ${reportFile(folder, 'html')}, and as Markdown next to it.`);
});
