import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Aim, atMost, StoredAims } from '../bench/pages/aims.ts';
import { measureStarts } from './starts.ts';

/** Where a part works, and with what. */
export interface Task {
  /** folder of the report, for the output of commands */
  readonly folder: string;
  /** communities of the benchmarks, kept for the next run; null: made anew */
  readonly data: string | null;
}

interface Part {
  /** the command as it is typed, and what it is called with */
  readonly command: (task: Task) => readonly string[];
  /** whether the command writes its aims to a file given with `--aims` */
  readonly writesAims?: true;
  /** what its output says, for a command that writes no aims */
  readonly aimsOf?: (run: Finished) => readonly Aim[];
}

/** A command that ended. */
export interface Finished {
  readonly output: string;
  readonly isFine: boolean;
  readonly seconds: number;
}

const withData = ({ data }: Task): string[] => (data === null ? [] : ['--data', data]);

/** Minutes that the suite may take on two cores. */
const suiteMinutes = 12;

/** The parts of a report, in the order in which they run. */
const reportParts = {
  start: { command: () => ['npm', 'start'], aimsOf: undefined },
  suite: { command: () => ['npm', 'test'], aimsOf: suiteAims },
  pages: {
    command: (task) => ['npm', 'run', 'bench:pages', '--', '--size', 'tenth', ...withData(task)],
    writesAims: true,
  },
  lighthouse: { command: () => ['npm', 'run', 'lighthouse', '--'], writesAims: true },
  bench: { command: () => ['npm', 'run', 'bench'], aimsOf: lineAims },
  scale: { command: (task) => ['npm', 'run', 'bench:scale', '--', ...withData(task)], aimsOf: lineAims },
  events: { command: () => ['npm', 'run', 'bench:events'], aimsOf: lineAims },
  soak: { command: () => ['npm', 'run', 'soak'], aimsOf: lineAims },
  browsers: { command: () => ['npm', 'run', 'test:browsers'], aimsOf: lineAims },
  deploy: { command: () => ['npm', 'run', 'test:deploy'], aimsOf: lineAims },
  cluster: { command: () => ['npm', 'run', 'cluster'], aimsOf: lineAims },
} satisfies Readonly<Record<string, Part>>;
export type PartName = keyof typeof reportParts;
export const partNames = Object.keys(reportParts) as PartName[]; // the keys of this object and no others

/** Runs a part; its output is also written to `<part>.log` in the folder of the report. */
export async function runPart(name: PartName, task: Task) {
  const part: Part = reportParts[name];
  const command = part.command(task);
  const typed = command.join(' ').replace(/ --$/, '');
  if (name === 'start') {
    const from = performance.now();
    const aims = await measureStarts();
    return { name, command: typed, seconds: (performance.now() - from) / 1000, aims };
  }
  const file = join(task.folder, `${name}.aims.json`);
  await rm(file, { force: true }); // of an earlier report: a command that fails writes none
  const finished = await run(
    [...command, ...(part.writesAims ? ['--aims', file] : [])],
    join(task.folder, `${name}.log`),
  );
  const aims = part.writesAims ? await writtenAims(file) : (part.aimsOf?.(finished) ?? []);
  return {
    name,
    command: typed,
    seconds: finished.seconds,
    aims: [...aims, atMost(`${name}: the command failed`, finished.isFine ? 0 : 1, 0, '')],
  };
}

/** A command that failed has written none. */
const writtenAims = async (file: string): Promise<readonly Aim[]> => {
  const text = await readFile(file, 'utf8').catch(() => '[]');
  return StoredAims.parse(JSON.parse(text));
};

/** What the suite says at its end: "12011 passed, 5 failed", after a line for each step. */
export function suiteAims({ output, seconds }: Finished): readonly Aim[] {
  const [, failed] = /(?:^|\n)\d+ passed, (\d+) failed[^\n]*\n*$/.exec(output) ?? [];
  return [
    atMost('suite: tests that failed', failed === undefined ? Number.NaN : Number(failed), 0, ''),
    atMost('suite: minutes', seconds / 60, suiteMinutes, 'min'),
  ];
}

/** Commands that judge themselves write a line that begins with MISSED, REFUSED or FAILED for each fault. */
export function lineAims({ output }: Finished): readonly Aim[] {
  const lines = output.split('\n').filter((line) => /^ {0,4}(MISSED|REFUSED|FAILED)\b/.test(line));
  return [atMost('lines that name something missed, refused or failed', lines.length, 0, '')];
}

function run([program = '', ...args]: readonly string[], log: string): Promise<Finished> {
  const from = performance.now();
  const written = createWriteStream(log);
  const output: string[] = [];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output.push(text);
      written.write(text);
      process.stdout.write(text);
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      written.end();
      const seconds = (performance.now() - from) / 1000;
      resolve({ output: output.join(''), isFine: code === 0, seconds });
    });
  });
}
