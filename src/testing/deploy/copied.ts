import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { cast } from '#demo/cast.ts';
import { demoPasswordFile } from '#demo/demo-accounts.ts';
import { seededRandom } from '#lib/gbx/tools/random.ts';
import { atMost } from '#platform/lanes/at-most.ts';
import { routes } from '#routes/routes.ts';
import { ask } from '#testing/http.ts';
import { anySite } from '../browser/tools/fixtures.ts';
import { register, Script } from '../browser/tools/people.ts';
import { startOn } from '../browser/tools/server.ts';
import { badLine } from './bad-line.ts';
import { type Community, fillInstallation } from './large-community.ts';
import type { Outcomes } from './outcomes.ts';
import { command, oneEdition } from './site.ts';

const run = promisify(execFile);
const { host, code } = anySite;
type Row = Readonly<Record<string, unknown>>;

/** What both sites must show alike: all that the mirror copies. */
const lists: readonly (readonly [path: string, fields: string])[] = [
  [
    routes.apiTracks(),
    'TrackId,TrackName,UId,AuthorTime,Uploader.UserId,Uploader.Name,Authors.User.UserId,Authors.Role,UploadedAt,UpdatedAt,Tags,Routes,Difficulty,Environment,Car,ReplayType,Awards,Comments,AuthorComments,HasThumbnail,FileHash,FileSize',
  ],
  [
    routes.apiReplays(),
    'ReplayId,Track.TrackId,User.UserId,ReplayTime,ReplayAt,ReplayRespawns,FileHash,FileSize',
  ],
  [routes.apiComments(), 'CommentId,Comment,CommentAt,UpdatedAt,User.UserId,Track.TrackId,Replies[]'],
  [routes.apiAwards(), 'CommentId,Comment,CommentAt,User.UserId,Track.TrackId'],
  [routes.apiPacks(), 'PackId,PackName,Creator.UserId,CreatedAt,UpdatedAt,Description'],
  [
    routes.apiUsers(),
    'UserId,Name,RegisteredAt,UserComments,Tracks,TrackPacks,TrackAwardsGiven,TrackCommentsGiven',
  ],
];

const idOf = (row: Row) => Number(row.TrackId ?? row.ReplayId ?? row.CommentId ?? row.PackId ?? row.UserId);

async function rowsOf(port: number, path: string, fields: string): Promise<Row[]> {
  const { status, text } = await ask(port, `${path}?fields=${fields}`, {
    host,
    headers: { accept: 'application/x-ndjson' },
  });
  if (status !== 200) throw new Error(`${path} answers ${status}: ${text.slice(0, 300)}`);
  return (
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Row => JSON.parse(line))
      // such a comment is listed for the sake of its replies, of which visitors may see none
      .filter((row) => row.Comment !== '(Deleted)' || (row.Replies as unknown[] | undefined)?.length !== 0)
      .sort((a, b) => idOf(a) - idOf(b))
  );
}

const requestsAtOnce = 8;
/** Replays whose file the source gives out. */
const givenOut = new Set<number>();

/** Rows of the source that a copy can have: of replays, those whose file it gives out. */
async function readable(port: number, path: string, fields: string): Promise<Row[]> {
  const rows = await rowsOf(port, path, fields);
  if (path !== routes.apiReplays()) return rows;
  const limited = atMost(requestsAtOnce);
  await Promise.all(
    rows.map(idOf).map((id) =>
      limited(async () => {
        if (givenOut.has(id)) return;
        if ((await ask(port, routes.recordGbx(id), { host })).status !== 403) givenOut.add(id);
      }),
    ),
  );
  return rows.filter((row) => givenOut.has(idOf(row)));
}

/** Counters follow by jobs of both servers, within seconds. */
const tries = 6;
const pauseMs = 5000;

/** Compares both sites: the rows field by field, packs with their order, and files byte by byte. */
async function compare(outcomes: Outcomes, when: string, source: number, copy: number): Promise<void> {
  const paths = new Map<string, string | null>();
  for (const [path, fields] of lists) {
    let seen = '';
    let same = 0;
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const copies = await rowsOf(copy, path, fields);
      const known = new Map(copies.map((row) => [idOf(row), JSON.stringify(row)]));
      const rows = await readable(source, path, fields);
      // users without anything are not copied
      const expected = rows.filter((row) => path !== routes.apiUsers() || known.has(idOf(row)));
      const different = expected.filter((row) => known.get(idOf(row)) !== JSON.stringify(row));
      same = expected.length;
      seen =
        different.length === 0 && copies.length === expected.length
          ? ''
          : `${copies.length} rows; ${different.slice(0, 3).map((row) => `${JSON.stringify(row)} | ${known.get(idOf(row))}`)}`;
      for (const row of expected)
        if (path === routes.apiTracks()) paths.set(routes.trackGbx(idOf(row)), String(row.FileHash));
        else if (path === routes.apiReplays()) paths.set(routes.recordGbx(idOf(row)), String(row.FileHash));
        else if (path === routes.apiPacks())
          paths.set(
            `${routes.apiTracks()}?packid=${idOf(row)}&order1=45&count=1000&fields=TrackId,Position,Status`,
            null,
          );
      if (seen === '') break;
      await sleep(pauseMs);
    }
    outcomes.check(
      `${when}: ${path} has the same ${same} rows, with ${fields.split(',').length} fields each`,
      seen === '' && same > 0,
      seen,
    );
  }
  const wrong: string[] = [];
  const limited = atMost(requestsAtOnce);
  await Promise.all(
    [...paths].map(([path, hash]) =>
      limited(async () => {
        const { bytes } = await ask(copy, path, { host });
        const there = hash === null ? (await ask(source, path, { host })).bytes : null;
        const isSame = there
          ? there.equals(bytes)
          : createHash('sha256').update(bytes).digest('hex') === hash;
        if (!isSame) wrong.push(path);
      }),
    ),
  );
  outcomes.check(
    `${when}: ${paths.size} files of tracks and replays and lists of packs are the same`,
    wrong.length === 0 && paths.size > 0,
    wrong.slice(0, 5).join(' '),
  );
}

const mirrorArgs = (origin: string) => ['--from', origin, '--site', code, '--rate', '1000'];

/** The most memory that a process has had, in KiB; 0 if the system does not say so. */
function peakKib(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Begins to copy, as an operator does. */
function begin(copyDir: string, origin: string): ChildProcess {
  const env = { ...process.env, DATA_DIR: copyDir, DATABASE_URL: '' };
  return spawn(process.execPath, ['src/scripts/mirror.ts', ...mirrorArgs(origin)], { env, stdio: 'ignore' });
}

/** Copies until a run says that it is complete. Returns what the last one printed, and how many there were. */
async function complete(copyDir: string, origin: string): Promise<{ said: string; runs: number }> {
  for (let runs = 1; ; runs += 1)
    try {
      return { said: await command('mirror', copyDir, mirrorArgs(origin)), runs };
    } catch (error) {
      if (runs === 20) throw error;
    }
}

interface Options {
  /** how often the mirror is killed */
  readonly kills: number;
  /** the first of the ports of the servers */
  readonly port: number;
  /** a data folder to copy instead of making a demo */
  readonly data: string | undefined;
  /** how many tracks and replays the source has at least */
  readonly community: Community;
}

/** Of so many requests one fails, and the mirror is killed after as many at most. */
const smallTrial = { failing: 8, killedAfter: 40 };
/** A failure costs a pause of about a second, so fewer of many requests fail. Each track and replay is about one request. */
const largeTrial = ({ tracks, replays }: Community) => ({
  failing: 60,
  killedAfter: Math.ceil((tracks + replays) / 8),
});
/** Files that a mirror asks for at the same time. */
const filesAtOnce = 8;

/**
 * Copies a community into an empty site over a line that cuts, stalls and lies, with the process killed again and again, and compares both.
 * Then follows changes and deletions, and makes the same from a dump.
 */
export async function checkCopied(
  outcomes: Outcomes,
  { kills, port, data, community }: Options,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'paddock-copied-'));
  await chmod(folder, 0o755); // started by root, the database runs as another user and must get in
  const [site, copyDir, dumps] = [join(folder, 'site'), join(folder, 'copy'), join(folder, 'dumps')];
  const ends: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
  const start = async (dataDir: string, options: string[]) => {
    ends.unshift(
      await startOn(dataDir, { firstPort: port, options, env: { ...oneEdition, DEMO_TRACKS: '60' } }),
    );
    return Number(process.env.E2E_PORT);
  };
  try {
    outcomes.part('A copy over a bad line');
    if (data !== undefined) await run('cp', ['-a', data, site]);
    const source = await start(site, []);
    await fillInstallation(site, anySite, community);
    const trial = community.tracks > 0 ? largeTrial(community) : smallTrial;
    const copy = await start(copyDir, ['--empty']);
    const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
    const random = seededRandom(seed);
    const line = await badLine(source, random, trial.failing);
    ends.unshift(() => line.close());
    const origin = `http://${host}:${line.port}`;
    const began = performance.now();
    let mostKib = 0;
    let killed = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const child = begin(copyDir, origin);
      let left = 10 + Math.floor(random() * trial.killedAfter);
      line.onRequest = () => {
        left -= 1;
        if (left % 50 === 0) mostKib = Math.max(mostKib, peakKib(child.pid));
        if (left === 0) child.kill('SIGKILL');
      };
      const [, signal] = await once(child, 'exit');
      if (signal === 'SIGKILL') killed += 1;
    }
    line.onRequest = () => {};
    const { runs, said } = await complete(copyDir, origin);
    // what was spoilt or given up is asked for again
    line.mend();
    const last = await command('mirror', copyDir, mirrorArgs(origin));
    const seconds = Math.round((performance.now() - began) / 1000);
    outcomes.note(
      `seed ${seed}; ${killed} kills, then ${runs + 1} runs, ${seconds} s, at most ${Math.round(mostKib / 1024)} MiB of memory; ${JSON.stringify(line.counts)}`,
    );
    outcomes.note(said.split('\n').slice(1).join('; '));
    outcomes.note(last.split('\n').slice(1).join('; '));
    const twice = [...Map.groupBy(line.sentFiles, (path) => path)].flatMap(([path, all]) =>
      all.slice(1).map(() => path),
    );
    // the other processes ended before, because there was little left to do
    outcomes.check(
      `of ${kills} processes at least half were killed at work`,
      killed >= kills / 2,
      `${killed}`,
    );
    // a process can be killed after the last byte and before it has stored the files
    outcomes.check(
      `of ${new Set(line.sentFiles).size} files, none was sent twice, apart from ${twice.length} under way at a kill`,
      twice.length <= kills * filesAtOnce,
      twice.join(' '),
    );
    await compare(outcomes, 'copied', source, copy);

    outcomes.part('Changes and deletions are followed');
    await changeSomething(site, source);
    const sentBefore = line.sentFiles.length;
    const followed = await command('mirror', copyDir, mirrorArgs(origin));
    outcomes.note(followed.split('\n').slice(1).join('; '));
    await compare(outcomes, 'followed', source, copy);
    outcomes.check(
      'no file was sent for it',
      line.sentFiles.length === sentBefore,
      line.sentFiles.slice(sentBefore).join(' '),
    );

    outcomes.part('A dump makes the same site');
    await command('dump', site, ['--to', dumps]);
    const fromDump = join(folder, 'from-dump');
    const third = await start(fromDump, ['--empty']);
    const { stdout: dump } = await run('ls', [
      '-d',
      join(dumps, code, (await run('ls', [join(dumps, code)])).stdout.trim()),
    ]);
    const restored = await command('mirror', fromDump, [
      '--from-dump',
      dump.trim(),
      ...mirrorArgs(`http://${host}:${source}`),
    ]);
    outcomes.note(restored.split('\n').slice(1).join('; '));
    await compare(outcomes, 'from a dump', source, third);
  } finally {
    for (const end of ends) await end();
  }
}

/** New comments, a deleted one, a changed track and a deleted one. */
async function changeSomething(dataDir: string, port: number): Promise<void> {
  const origin = `http://${host}:${port}`;
  const { script } = await register(origin);
  const rows = await rowsOf(port, routes.apiTracks(), 'TrackId,Uploader.Name');
  const commented: number[] = [];
  for (const row of rows.slice(0, 5)) {
    const answer = await script.post(`/commentupdate/${idOf(row)}/comment/0`, {
      Comment: 'A comment that will be copied.',
    });
    commented.push(JSON.parse(answer.text).CommentId);
  }
  await script.post(`/commentdelete/${commented[0]}`, {});
  const password = (await readFile(demoPasswordFile(dataDir), 'utf8')).trim();
  // members of the demo have a known password
  const members = new Set(cast.map(({ name }) => name));
  const own = rows.filter((row) => members.has((row.Uploader as { Name: string }).Name)); // requested
  for (const [at, row] of own.slice(-2).entries()) {
    const owner = new Script(origin);
    const { Name } = row.Uploader as { Name: string }; // requested
    const signedIn = await owner.post(routes.login(), { Name, Password: password });
    if (signedIn.status >= 400) throw new Error(`${Name} cannot sign in: ${signedIn.text}`);
    const answer =
      at === 0
        ? await owner.post(routes.trackDelete(idOf(row)), {})
        : await owner.post(routes.trackEdit(idOf(row)), {
            TrackName: 'Renamed',
            Difficulty: '3',
            Tags: '1',
            Routes: '0',
          });
    if (answer.status >= 400) throw new Error(`track ${idOf(row)}: ${answer.text}`);
  }
}
