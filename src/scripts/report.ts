import './production.ts';
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { z } from 'zod';
import { ConfigError } from '#platform/env.ts';
import { StoredAims, summary } from './bench/pages/aims.ts';
import { htmlOf, markdownOf, type ReportPart, type StoredReport } from './report/page.ts';
import { partNames, runPart } from './report/parts.ts';
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
  const before = values.before === undefined ? null : await storedIn(values.before);
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
    await store(folder, { ...about, parts }, before);
  }
  console.log(summary(parts.flatMap(({ aims }) => aims)));
  console.log(`Written to ${fileIn(folder, 'html')}, and as Markdown next to it.`);
});

const Stored = z.object({
  commit: z.string(),
  at: z.string(),
  machine: z.string(),
  parts: z.array(z.object({ name: z.string(), command: z.string(), seconds: z.number(), aims: StoredAims })),
});

const fileIn = (folder: string, ending: 'md' | 'html' | 'json') => join(folder, `report.${ending}`);

async function store(folder: string, report: StoredReport, before: StoredReport | null): Promise<void> {
  await writeFile(fileIn(folder, 'md'), markdownOf(report, before));
  await writeFile(fileIn(folder, 'html'), htmlOf(report, before));
  await writeFile(fileIn(folder, 'json'), `${JSON.stringify(report, null, 2)}\n`);
}

async function storedIn(folder: string): Promise<StoredReport> {
  const text = await readFile(fileIn(folder, 'json'), 'utf8').catch(() => {
    throw new ConfigError([`--before: there is no report in ${folder}.`]);
  });
  try {
    return Stored.parse(JSON.parse(text));
  } catch {
    throw new ConfigError([`--before: ${fileIn(folder, 'json')} is damaged, or no report.`]);
  }
}
