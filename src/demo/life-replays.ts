import { addToHistory, takeSnapshot } from '#features/leaderboards/server/nightly.ts';
import { expireReplays } from '#features/leaderboards/server/refresh.ts';
import type { OnReplayChange } from '#features/replays/ranking/server/rank.ts';
import { setSecret } from '#features/replays/removal/server/acts.ts';
import { mayKeepSecret } from '#features/replays/server/policy.ts';
import { lockedReplay } from '#features/replays/server/repo.ts';
import { replayFiles } from '#features/replays/upload/server/analyse.ts';
import { postReplay } from '#features/replays/upload/server/post.ts';
import { dayMs, daysAfter, daysBefore } from '#lib/codes/durations.ts';
import { environmentById } from '#lib/codes/environment.ts';
import { gameFormats } from '#lib/codes/game.ts';
import { platformType, replayTypes, stuntsType } from '#lib/codes/track.ts';
import { safeName } from '#lib/format/filename.ts';
import { below } from '#lib/gbx/tools/random.ts';
import type { ReplaySpec } from '#lib/gbx/tools/replay-spec.ts';
import { sampleRun } from '#lib/gbx/tools/sample-run.ts';
import { writeReplay } from '#lib/gbx/tools/writer.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import { analyseFile } from '#platform/uploads/upload.ts';
import type { Life } from './cast.ts';
import { type ActiveTrack, actAs, isThere, type Person, type Scene } from './scene.ts';

/** A run that a user of the cast drove and posted. */
interface Run {
  readonly track: ActiveTrack;
  readonly driver: Person;
  readonly at: Date;
  readonly timeMs: number;
  readonly respawns: number;
  readonly points: number;
}

const loginOf = ({ userId }: Person) => `demo_${userId}`;

/** A replay as its game would have saved it: driven along the road of the track, a few with the marks that moderators look for. */
async function demoReplay({ tx, random }: Scene, run: Run): Promise<ReplaySpec> {
  const { track, driver, timeMs, respawns, points } = run;
  const game = gameFormats.find((format) => format === track.row.game);
  const environment = environmentById(track.row.environment)?.name;
  if (!game || !environment)
    throw new Error(`Track ${track.trackId} of ${tx.site.code} is of no known game.`);
  const seed = below(random, 1_000_000);
  const device = driver.userId % 2 === 0 ? 'keys' : 'analogue';
  const { blocks, laps } = track;
  const driven = sampleRun({ blocks, environment, seed, timeMs, device, laps });
  // Power Up saves the times of checkpoints without that of the finish
  const ghost =
    game === 'TM Power Up' ? { ...driven, checkpoints: driven.checkpoints?.slice(0, -1) ?? [] } : driven;
  const isOnLan = random() < 0.05;
  return {
    game,
    environment,
    uid: track.row.uid,
    mapAuthor: track.authorLogin,
    map: await fileOf(tx, track),
    bestTimeMs: timeMs,
    respawns,
    stuntScore: points,
    nickname: driver.name,
    login: isOnLan ? `${loginOf(driver)}/192.168.1.20:2350` : loginOf(driver),
    ghosts: [ghost],
    ...(game === 'TMF' && markOf(random())),
  };
}

/** The file of the track, which every game saves with a replay. */
async function fileOf({ files }: Scene['tx'], { trackId, row }: ActiveTrack): Promise<Uint8Array> {
  const blob = await files.open(row.sha256);
  if (!blob) throw new Error(`The file of track ${trackId} is missing: ${row.sha256}`);
  return Buffer.concat(await blob.stream().toArray());
}

/** Some drive with the Competition Patch, and one in thirty with a tool attached. */
function markOf(chance: number): Partial<ReplaySpec> {
  if (chance < 0.1) return { exe: 'TmForeverCompPatch.2.11.26(1.5).demo' };
  return chance < 0.13 ? { exe: 'TmForever.2.11.26 ', shiftedClock: true } : {};
}

const maxDrivers = 9;
const filesAtOnce = 6;
const anywhere = { trackId: null, key: null };

/**
 * A third of the tracks have replays, popular ones many; every second replay is recent, so that boards have something to count. They
 * are posted in chronological order, as users post them, and an author keeps one time secret.
 */
export async function seedReplays(
  scene: Scene,
  onChange: readonly OnReplayChange[],
  progress: (done: string) => void,
): Promise<void> {
  const { tracks } = scene;
  const driven = tracks.filter(({ row }) => row.is_public && row.is_listed && !row.is_beta);
  const runs = driven.flatMap((track) => runsOn(scene, track));
  const inOrder = runs.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const posted: { run: Run; replayId: number }[] = [];
  let night = new Date(0);
  for (let start = 0; start < inOrder.length; start += filesAtOnce) {
    progress(`all tracks, ${start} of ${inOrder.length} replays`);
    const batch = inOrder.slice(start, start + filesAtOnce);
    const keys = await takeFiles(scene, batch);
    for (const [index, run] of batch.entries()) {
      const lastMidnight = new Date(Math.floor(run.at.getTime() / dayMs) * dayMs);
      if (lastMidnight > night) await runNightlyJob(scene, run.driver, lastMidnight);
      night = lastMidnight;
      const ctx = actAs(scene.tx, run.driver, run.at);
      const { ReplayId } = await postReplay(ctx, keys[index] ?? '', anywhere, onChange);
      posted.push({ run, replayId: ReplayId });
    }
  }
  const secret = posted.findLast(({ run }) => run.track.row.replay_type === replayTypes.indexOf('Standard'));
  if (secret) await keepSecret(scene, secret.run.track, secret.replayId);
}

/** What the nightly job does to boards: what drivers contribute to a track's value depends on the last snapshot, and users see their progress. */
async function runNightlyJob({ tx }: Scene, anyone: Person, midnight: Date): Promise<void> {
  const night = actAs(tx, anyone, midnight);
  await expireReplays(night);
  await takeSnapshot(night);
  await addToHistory(night);
}

/** How much people drive, and how far from the author's time their best run is: from, and at most so much more. */
const driving: Readonly<Record<Life, { weight: number; from: number; spread: number }>> = {
  hunter: { weight: 5, from: 0.985, spread: 0.06 },
  builder: { weight: 1.5, from: 1.01, spread: 0.12 },
  regular: { weight: 1, from: 1.03, spread: 0.25 },
  returner: { weight: 1.2, from: 1.02, spread: 0.3 },
  newcomer: { weight: 1.6, from: 1.12, spread: 0.4 },
};

function runsOn(scene: Scene, track: ActiveTrack): Run[] {
  const { random, people, tx } = scene;
  if (track.counts.awards < 3 && random() < 0.75) return [];
  const now = tx.clock.now();
  const count = Math.min(maxDrivers, 1 + below(random, 3) + Math.floor(track.counts.awards / 3));
  const there = people.filter((person) => !track.authors.has(person.userId) && isThere(person, now, now));
  const drivers = scene
    .shuffledBy(there, ({ life, interest }) => driving[life].weight * interest)
    .slice(0, count);
  const hunters = drivers.filter(({ life }) => life === 'hunter');
  const others = drivers.flatMap((driver) => runsBy(scene, track, driver));
  const rivalry = track.counts.awards >= 3 && hunters.length >= 2 ? hunt(scene, track, hunters) : [];
  return improving([...rivalry, ...others].sort((a, b) => a.at.getTime() - b.at.getTime()));
}

/** Only a run that beats the driver's own best can be posted. */
function improving(runs: readonly Run[]): Run[] {
  const bests = new Map<number, Run>();
  return runs.filter((run) => {
    const best = bests.get(run.driver.userId);
    if (best && !beats(run, best)) return false;
    bests.set(run.driver.userId, run);
    return true;
  });
}

function beats(run: Run, best: Run): boolean {
  if (run.track.row.primary_type === stuntsType) return run.points > best.points;
  return run.respawns < best.respawns || (run.respawns === best.respawns && run.timeMs < best.timeMs);
}

/** A best run and, of some drivers, a worse one before. */
function runsBy(scene: Scene, track: ActiveTrack, driver: Person): Run[] {
  const { random, tx } = scene;
  const now = tx.clock.now();
  const recently = daysBefore(now, 25);
  const start = random() < 0.5 && recently > track.uploadedAt ? recently : track.uploadedAt;
  const from = driver.since > start ? driver.since : start;
  const at = timeOf(scene, driver, from);
  const best = runOf(scene, track, driver, at);
  if (random() < 0.7) return [best];
  const worse = {
    ...best,
    timeMs: best.timeMs + 10 * (1 + below(random, 400)),
    points: Math.max(0, best.points - 10 * (1 + below(random, 20))),
    at: timeOf(scene, driver, from, at),
  };
  return [worse, best];
}

/** A time when the driver was there. */
function timeOf({ between, tx }: Scene, driver: Person, from: Date, until = tx.clock.now()): Date {
  for (let tries = 0; tries < 8; tries++) {
    const at = between(from, until);
    if (isThere(driver, at, tx.clock.now())) return at;
  }
  return until;
}

/** Hunters take the record from each other for months: every run is a little faster than the one before. */
function hunt(scene: Scene, track: ActiveTrack, hunters: readonly Person[]): Run[] {
  const { random, tx } = scene;
  const last = 3 + below(random, 3);
  const first = Math.max(track.uploadedAt.getTime(), ...hunters.map(({ since }) => since.getTime()));
  const months = tx.clock.now().getTime() - first;
  return Array.from({ length: last + 1 }, (_, index): Run => {
    const driver = hunters[index % hunters.length] as Person; // there are at least two
    const at = new Date(first + Math.floor((months * (index + random())) / (last + 1)));
    const share = 1.05 - (0.06 * (index + 0.4 * random())) / last;
    const { primary_type: type, author_time_ms: authorMs, author_score: score } = track.row;
    return {
      track,
      driver,
      at,
      timeMs: Math.round((authorMs * share) / 10) * 10,
      respawns: type === platformType ? Math.max(0, 3 - index) : 0,
      points: type === stuntsType ? Math.floor(((score ?? 0) * (1.9 - share)) / 10) * 10 : 0,
    };
  });
}

function runOf({ random }: Scene, track: ActiveTrack, driver: Person, at: Date): Run {
  const { row } = track;
  const { from, spread } = driving[driver.life];
  const timeMs = Math.round((row.author_time_ms * (from + spread * random() ** 1.5)) / 10) * 10;
  const respawns = row.primary_type === platformType ? below(random, 6) : 0;
  const points = Math.floor(((row.author_score ?? 0) * (0.4 + 0.68 * random())) / 10) * 10;
  return { track, driver, at, timeMs, respawns, points: row.primary_type === stuntsType ? points : 0 };
}

/** Reads several files at a time, as several users would send them; returns the keys of the uploads. */
async function takeFiles(scene: Scene, runs: readonly Run[]): Promise<string[]> {
  const files: { run: Run; bytes: Uint8Array }[] = [];
  for (const run of runs) files.push({ run, bytes: writeReplay(await demoReplay(scene, run)) });
  return Promise.all(files.map(({ run, bytes }) => take(scene, run, bytes)));
}

async function take(scene: Scene, run: Run, bytes: Uint8Array): Promise<string> {
  const ctx = actAs(scene.tx, run.driver, run.at);
  const fileName = `${safeName(run.driver.name, '-')}.Replay.Gbx`;
  const blob = await ctx.files.putBytes(bytes);
  const { read, uploadKey } = await analyseFile(ctx, replayFiles, { fileName, blob }, anywhere);
  if (uploadKey === null) throw new Error(`${ctx.site.code}: ${fileName}: ${read.issues[0]?.Message}`);
  return uploadKey;
}

/** The uploader of the track keeps the time of a replay secret. */
async function keepSecret({ tx, people }: Scene, track: ActiveTrack, replayId: number): Promise<void> {
  const uploader = people.find(({ userId }) => userId === track.row.uploader_id);
  if (!uploader) return;
  const ctx = actAs(tx, uploader, tx.clock.now());
  const found = await lockedReplay(ctx, replayId, null);
  assertAllowed(mayKeepSecret(ctx.viewer, found.track.relation));
  const SecretUntil = daysAfter(ctx.clock.now(), 20).toISOString().slice(0, 10);
  await setSecret(ctx, found, { replayId, key: null, SecretUntil });
}
