import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { trackList } from '#features/tracks/list/server/list.ts';
import { allTracks } from '#features/tracks/search-index/server/all-tracks.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { readParams } from '#platform/lists/params.ts';
import { readPage } from '#platform/lists/run.ts';
import { PostgresClock } from '../pages/postgres-time.ts';
import { middle, table, timesOf } from '../times.ts';
import type { EngineAnswer, EngineTask } from './answer.ts';
import type { EngineName, Found } from './engine.ts';
import { type Asked, someQuestions, visibleTrack } from './questions.ts';

const warming = 200;
const changes = 200;

/** Times of one way to find the same pages. */
interface Row extends Pick<EngineAnswer, 'ms'> {
  readonly name: string;
  readonly answer: EngineAnswer | null;
  /** processor time of a question, on average, where it is not that of one process */
  readonly cpuMs?: number;
  readonly found: readonly (Found | null)[];
}

/** Runs one engine in a process of its own. */
export async function runEngine(
  task: Omit<EngineTask, 'folder'>,
  duckdb: string | undefined,
): Promise<EngineAnswer> {
  const own = await mkdtemp(join(tmpdir(), 'paddock-engine-'));
  try {
    const folder = task.engine === 'duckdb' ? resolve(duckdb ?? '') : own;
    const file = join(own, 'task.json');
    await writeFile(file, JSON.stringify({ ...task, folder } satisfies EngineTask));
    const script = fileURLToPath(new URL('./answer.ts', import.meta.url));
    const child = spawn(process.execPath, ['--expose-gc', script, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    const [status] = await once(child, 'close');
    if (status !== 0) throw new Error(`The engine ${task.engine} failed.`);
    return JSON.parse(Buffer.concat(chunks).toString());
  } finally {
    await rm(own, { recursive: true });
  }
}

/**
 * Asks the search index, SQLite, DuckDB and plain SQL the same questions, and prints what each takes, and whether they find the same.
 * `duckdb`: the folder in which its package is installed, if it is to be compared.
 */
export async function compareEngines(
  plain: Ctx,
  databaseUrl: string,
  { count, duckdb, dataDir }: { count: number; duckdb: string | undefined; dataDir: string },
): Promise<void> {
  const cursor = await visibleTrack(plain);
  const all = await someQuestions(plain, count + warming, { cursor, withIds: true });
  const [first, asked] = [all.slice(0, warming), all.slice(warming)];
  const { columns, query, url } = allTracks(plain.db, plain.site.code, databaseUrl);
  const names: EngineName[] = ['index', 'sqlite', ...(duckdb === undefined ? [] : ['duckdb' as const])];
  const rows: Row[] = [];
  const questionsOf = (some: readonly Asked[]) => some.map(({ question }) => question);
  for (const engine of names) {
    const task = {
      engine,
      rows: { columns, query, url },
      first: questionsOf(first),
      questions: questionsOf(asked),
      changed: Array.from({ length: changes }, (_, at) => 1 + at * 97),
    };
    const answer = await runEngine(task, duckdb);
    rows.push({ name: engine, answer, ms: answer.ms, found: answer.found });
  }
  await askPostgres(plain, first);
  const postgres = new PostgresClock(dataDir);
  postgres.sinceLastMs();
  const used = process.cpuUsage();
  const bySql = await askPostgres(plain, asked);
  const { user, system } = process.cpuUsage(used);
  const cpuMs = ((user + system) / 1000 + postgres.sinceLastMs()) / asked.length;
  rows.push({ name: 'plain SQL', answer: null, cpuMs, ...bySql });
  print(rows, asked);
}

/** Pages by the plain statement; null for those that it refuses because they take too long. */
async function askPostgres(plain: Ctx, asked: readonly Asked[]): Promise<Pick<Row, 'ms' | 'found'>> {
  const ms: number[] = [];
  const found: (Found | null)[] = [];
  for (const { path } of asked) {
    const params = readParams(new URLSearchParams(path.slice(path.indexOf('?') + 1)));
    const began = performance.now();
    const page = await readPage(plain, trackList, params).catch((error: unknown) => {
      if (error instanceof Problem && error.status === 503) return null;
      throw error;
    });
    ms.push(performance.now() - began);
    found.push(page && { ids: page.rows.map((row) => JSON.parse(row).TrackId), more: page.more });
  }
  return { ms, found };
}

export const isEqual = (one: Found | null | undefined, other: Found | null | undefined) =>
  JSON.stringify(one) === JSON.stringify(other);

function print(rows: readonly Row[], asked: readonly Asked[]): void {
  const [ours] = rows;
  if (!ours?.answer) throw new Error('The index was not measured.');
  console.log(`\n${asked.length} questions, ids only; ${changes} changes of a track`);
  console.log(table([figureNames, ...rows.map(figuresOf)]));
  for (const { name, found, answer } of rows.slice(1)) {
    const refused = found.filter((one) => one === null).length;
    const differing = asked.filter((_, at) => found[at] !== null && !isEqual(found[at], ours.found[at]));
    const later = asked.filter(
      (_, at) => answer && !isEqual(answer.foundAfter[at], ours.answer?.foundAfter[at]),
    );
    console.log(
      `${name}: ${differing.length} of ${asked.length - refused} answers differ from the index's, ` +
        `${answer ? `${later.length} after the changes` : `${refused} refused because they take too long`}`,
    );
    for (const { path } of [...differing, ...later].slice(0, 10)) console.log(`  ${path}`);
  }
  for (const { name, ms } of rows) {
    const slowest = ms.map((one, at) => ({ one, path: asked[at]?.path })).toSorted((a, b) => b.one - a.one);
    for (const { one, path } of slowest.slice(0, 5)) console.log(`${one.toFixed(1)} ms by ${name}: ${path}`);
  }
}

const average = (values: readonly number[]) =>
  values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);

export const figureNames = [
  ...['', 'load s', 'MB resident', 'MB at most', 'MB on disk', 'mean ms', 'median', 'p95', 'p99', 'worst'],
  ...['processor: mean', 'p95', 'of a change'],
];

/** A line of the table; without `answer`, the engine is no process of ours. */
export function figuresOf({
  name,
  ms,
  answer,
  cpuMs: mean,
}: Pick<Row, 'name' | 'ms' | 'answer' | 'cpuMs'>): string[] {
  const { median, p95, p99, worst } = timesOf(ms);
  const whole = (figure: number) => figure.toFixed(0);
  const short = (figure: number) => figure.toFixed(2);
  const times = [average(ms), median, p95, p99, worst].map(short);
  if (!answer) return [name, '', '', '', '', ...times, mean === undefined ? '' : short(mean), '', ''];
  const { loadSeconds, residentMegabytes, peakMegabytes, diskMegabytes, cpuMs, followMs } = answer;
  return [
    ...[name, loadSeconds.toFixed(1), ...[residentMegabytes, peakMegabytes, diskMegabytes].map(whole)],
    ...[...times, ...[average(cpuMs), timesOf(cpuMs).p95, middle(followMs)].map(short)],
  ];
}
