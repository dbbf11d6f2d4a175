import { resultOf } from '#features/replays/model.ts';
import { rankReplays } from '#features/replays/server/rank.ts';
import { medalsOf } from '#features/tracks/model.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { environmentById } from '#lib/codes/environment.ts';
import { gameFormats } from '#lib/codes/game.ts';
import { platformType, stuntsType } from '#lib/codes/track.ts';
import { below } from '#lib/gbx/random.ts';
import { writeReplay } from '#lib/gbx/writer.ts';
import type { TempBlob } from '#platform/files/blob-store.ts';
import { keepBlobs } from '#platform/files/keep-blobs.ts';
import { makeReplay } from './make-lists.ts';
import type { LivedTrack, Person, Scene } from './scene.ts';

interface Run {
  readonly track: LivedTrack;
  readonly driver: Person;
  readonly at: Date;
  readonly timeMs: number;
  readonly respawns: number;
  readonly score: number | null;
}

const mostDrivers = 9;

/** Two tracks in three have replays, some have many; every second replay is recent, so that boards have something to count. */
export async function plantReplays(scene: Scene): Promise<void> {
  const { tx, tracks } = scene;
  const driven = tracks.filter(({ row }) => row.is_public && row.is_listed && !row.is_beta);
  const runs = driven.flatMap((track) => runsOn(scene, track));
  const files = await Promise.all(runs.map((run) => tx.files.putBytes(fileOf(scene, run))));
  await keepBlobs(tx, files);
  for (const [index, run] of runs.entries()) await plantRun(scene, run, files[index]);
  for (const { trackId } of driven) await rankReplays(tx, trackId);
}

function runsOn(scene: Scene, track: LivedTrack): Run[] {
  const { random, people, tx } = scene;
  if (random() < 0.35) return [];
  const count = Math.min(mostDrivers, 1 + below(random, 3) + Math.floor(track.counts.awards / 4));
  const drivers = scene.shuffled(people.filter(({ userId }) => !track.authors.has(userId)));
  const lately = daysBefore(tx.clock.now(), 25);
  return drivers.slice(0, count).flatMap((driver) => {
    const from = random() < 0.5 && lately > track.uploadedAt ? lately : track.uploadedAt;
    const at = scene.between(driver.since > from ? driver.since : from, tx.clock.now());
    const run = runOf(scene, track, driver, at);
    // some drivers improved later
    const slower = {
      ...run,
      timeMs: run.timeMs + 10 * (1 + below(random, 400)),
      at: scene.between(from, at),
    };
    return random() < 0.25 && run.score === null ? [slower, run] : [run];
  });
}

function runOf({ random }: Scene, track: LivedTrack, driver: Person, at: Date): Run {
  const { row } = track;
  const timeMs = Math.round((row.author_time_ms * (0.985 + 0.45 * random() ** 2)) / 10) * 10;
  const respawns = row.primary_type === platformType ? below(random, 6) : 0;
  const share = 0.4 + 0.68 * random();
  const score =
    row.primary_type === stuntsType ? Math.floor(((row.author_score ?? 0) * share) / 10) * 10 : null;
  return { track, driver, at, timeMs, respawns, score };
}

/** The replay as its game would have saved it. */
function fileOf({ tx, random }: Scene, { track, driver, timeMs, respawns, score }: Run): Uint8Array {
  const game = gameFormats.find((format) => format === track.row.game);
  const environment = environmentById(track.row.environment)?.name;
  if (!game || !environment)
    throw new Error(`Track ${track.trackId} of ${tx.site.code} is of no known game.`);
  return writeReplay({
    game,
    environment,
    uid: track.row.uid,
    mapAuthor: 'builder',
    bestTimeMs: timeMs,
    respawns,
    stuntScore: score ?? 0,
    nickname: driver.name,
    login: loginOf(driver),
    // two drivers with the same time still have different files
    ghosts: [{ timeMs, inputCount: 1 + below(random, 50), nickname: `${driver.name} ${driver.userId}` }],
  });
}

const loginOf = ({ userId }: Person) => `demo_${userId}`;

async function plantRun(scene: Scene, run: Run, file: TempBlob | undefined): Promise<void> {
  const { tx, random } = scene;
  const { track, driver, at, ...driven } = run;
  // identical files are one replay
  const known = tx.db.selectFrom('replay').select('replay_id').where('site', '=', tx.site.code);
  if (!file || (await known.where('sha256', '=', file.sha256).executeTakeFirst())) return;
  const isSecret = track.row.replay_type === 0 && random() < 0.03;
  await makeReplay(tx, {
    ...driven,
    trackId: track.trackId,
    userId: driver.userId,
    at,
    trackAt: track.row.updated_at,
    result: resultOf(track.row.primary_type, driven),
    medal: medalOf(run),
    validated: random() < 0.3,
    driverLogin: tx.site.capabilities.hasReplayLogins ? loginOf(driver) : null,
    secretUntil: isSecret ? daysBefore(tx.clock.now(), -20) : null,
    file,
  });
}

/** 4 author … 1 bronze, 0 none. */
function medalOf({ track: { row }, timeMs, respawns, score }: Run): number {
  const { unit, author, gold, silver, bronze } = medalsOf({
    primaryType: row.primary_type,
    authorTimeMs: row.author_time_ms,
    authorScore: row.author_score,
    gold: row.gold_target,
    silver: row.silver_target,
    bronze: row.bronze_target,
  });
  const mine = { time: timeMs, respawns, points: score ?? 0 }[unit];
  const reached = (goal: number | null) => goal !== null && (unit === 'points' ? mine >= goal : mine <= goal);
  const won = [author, gold, silver, bronze].findIndex(reached);
  return won === -1 ? 0 : 4 - won;
}
