import { environmentById } from '#lib/codes/environment.ts';
import { gameFormats } from '#lib/codes/game.ts';
import { below } from '#lib/gbx/tools/random.ts';
import type { ReplaySpec } from '#lib/gbx/tools/replay-spec.ts';
import { sampleRun } from '#lib/gbx/tools/sample-run.ts';
import type { ActiveTrack, Person, Scene } from './scene.ts';

/** A run that a user of the cast drove and posted. */
export interface Run {
  readonly track: ActiveTrack;
  readonly driver: Person;
  readonly at: Date;
  readonly timeMs: number;
  readonly respawns: number;
  readonly points: number;
}

const loginOf = ({ userId }: Person) => `demo_${userId}`;

/** A replay as its game would have saved it: driven along the road of the track, a few with the marks that moderators look for. */
export async function demoReplay({ tx, random }: Scene, run: Run): Promise<ReplaySpec> {
  const { track, driver, timeMs, respawns, points } = run;
  const game = gameFormats.find((format) => format === track.row.game);
  const environment = environmentById(track.row.environment)?.name;
  if (!game || !environment)
    throw new Error(`Track ${track.trackId} of ${tx.site.code} is of no known game.`);
  const seed = below(random, 1_000_000);
  const device = random() < 0.5 ? 'keys' : 'analogue';
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
