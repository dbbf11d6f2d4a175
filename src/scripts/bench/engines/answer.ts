import '../../production.ts';
import { readFile } from 'node:fs/promises';
import { indexOrder } from '#features/tracks/list/server/track-keys.ts';
import { copyOut } from '#platform/postgres/copy-out.ts';
import { copiedRow } from '#platform/row-index/copied-rows.ts';
import type { LoadTask } from '#platform/row-index/index-loader.ts';
import type { IndexedRow } from '#platform/row-index/row-index.ts';
import { DuckDbEngine } from './duckdb-engine.ts';
import type { Engine, EngineName, Found, Question } from './engine.ts';
import { generatedRows } from './generated-rows.ts';
import { IndexEngine } from './index-engine.ts';
import { SqliteEngine } from './sqlite-engine.ts';

/**
 * One engine in a process of its own, so that its memory can be told: `answer.ts <task file>` loads all rows, answers the questions,
 * takes over changes, and prints what it took.
 */
export interface EngineTask {
  readonly engine: EngineName;
  /** where DuckDB's package is installed, and where SQLite's file belongs */
  readonly folder: string;
  /** copied from a database, or so many generated ones */
  readonly rows: Pick<LoadTask, 'url' | 'query' | 'columns'> | number;
  /** not measured */
  readonly first: readonly Question[];
  readonly questions: readonly Question[];
  /** ids of tracks to which a change is made */
  readonly changed: readonly number[];
}

export interface EngineAnswer {
  readonly loadSeconds: number;
  readonly residentMegabytes: number;
  readonly peakMegabytes: number;
  readonly diskMegabytes: number;
  readonly ms: readonly number[];
  /** processor time of all threads, which other work on the machine changes less */
  readonly cpuMs: readonly number[];
  readonly found: readonly Found[];
  /** processor time of each change */
  readonly followMs: readonly number[];
  /** the same questions after the changes */
  readonly foundAfter: readonly Found[];
}

const task: EngineTask = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8'));

function open(): Engine | Promise<Engine> {
  switch (task.engine) {
    case 'index':
      return new IndexEngine();
    case 'sqlite':
      return new SqliteEngine(`${task.folder}/tracks.sqlite`);
    case 'duckdb':
      return DuckDbEngine.open(task.folder);
    default:
      return task.engine satisfies never;
  }
}

const megabyte = 2 ** 20;
const resident = () => {
  globalThis.gc?.();
  return process.memoryUsage.rss();
};
const before = resident();
const began = performance.now();
const engine = await open();
const wanted = new Set(task.changed);
const rows: IndexedRow[] = [];
const add = (row: IndexedRow) => {
  engine.add(row);
  if (wanted.has(row.id)) rows.push(row);
};
if (typeof task.rows === 'number') for (const row of generatedRows(task.rows)) add(row);
else {
  const { columns } = task.rows;
  await copyOut(task.rows, (bytes, offset) => {
    const row = copiedRow(bytes, offset, columns);
    if (row) add(row);
  });
}
await engine.finish();
const loadSeconds = (performance.now() - began) / 1000;
const { maxRSS } = process.resourceUsage();

function usedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function answer(questions: readonly Question[]) {
  const ms: number[] = [];
  const cpuMs: number[] = [];
  const found: Found[] = [];
  for (const question of questions) {
    const used = usedMs();
    const start = performance.now();
    found.push(await engine.find(question));
    ms.push(performance.now() - start);
    cpuMs.push(usedMs() - used);
  }
  return { ms, cpuMs, found };
}

await answer(task.first);
const { ms, cpuMs, found } = await answer(task.questions);
const residentMegabytes = (resident() - before) / megabyte;

/** An award: other counts, and the newest activity. */
const counts = [indexOrder('awards'), indexOrder('comments')];
const times = [indexOrder('activity'), indexOrder('lastAwarded')];
const followMs: number[] = [];
for (const [at, row] of rows.entries()) {
  const keys = row.keys.map((key, order) => {
    if (counts.includes(order)) return Number(key) + 1;
    return times.includes(order) ? Date.UTC(2026, 0, 1) * 1000 + at : key;
  });
  const used = usedMs();
  await engine.set({ ...row, keys });
  followMs.push(usedMs() - used);
}
const { found: foundAfter } = await answer(task.questions);
const result: EngineAnswer = {
  loadSeconds,
  residentMegabytes,
  peakMegabytes: (maxRSS * 1024 - before) / megabyte,
  diskMegabytes: engine.diskBytes() / megabyte,
  ms,
  cpuMs,
  found,
  followMs,
  foundAfter,
};
engine.close();
process.stdout.write(JSON.stringify(result), () => process.exit(0));
