import { dayMs } from '#lib/codes/durations.ts';
import { environmentByName } from '#lib/codes/environment.ts';
import type { GameFormat } from '#lib/codes/game.ts';
import { storable, wellFormed } from '#lib/codes/text.ts';
import { formatTime } from '#lib/format/time.ts';
import { withoutInvisible } from '#lib/game-text/invisible.ts';
import type { GhostFacts, ReplayFacts } from '#lib/gbx/read/replay-facts.ts';
import type { ReplayFlag } from './flags.ts';
import type { RunVerdict } from './run-rules.ts';

/** The facts of one run in the terms of the replay table. Stored with the upload, so that posting does not read the file again. */
export interface ReplayFile {
  /** UId of the track */
  uid: string;
  /** hashes of what was driven; missing in uploads of an older release */
  identity?: { readonly inputs: string; readonly line: string };
  /** the name of the track inside; '' if there is none */
  mapName: string;
  game: GameFormat;
  /** 1-based; null in files that do not name it */
  car: number | null;
  timeMs: number;
  respawns: number | null;
  /** stunt points */
  points: number | null;
  nickname: string;
  /** '' if the file names none */
  login: string;
  flags: ReplayFlag[];
  /** next to its track; missing: not compared yet */
  run?: RunVerdict;
}

export type ReplayFileRead = { ok: true; file: ReplayFile } | { ok: false; reason: string };

/** No run is shorter. */
export const minTimeMs = 500;
/** Every run takes less than a day; the longest in the real files we know takes an hour and a half. */
const maxTimeMs = dayMs;
/** Far above the 363 of the longest real run, and low enough for the rank value to stay exact. */
const maxRespawns = 100_000;
const maxPoints = 10_000_000;

interface OneRun {
  readonly facts: ReplayFacts;
  readonly ghost: GhostFacts;
  readonly timeMs: number;
}

/** A rule about the run in a file; `reason` is a sentence, or null if there is nothing to refuse. */
interface FileRule {
  readonly code: string;
  reason(run: OneRun): string | null;
}

const altered = (parts: string) => `This file was altered: ${parts}.`;

/** The rules about a run, in the order in which they apply. The reader has refused what it cannot read. */
const fileRules: readonly FileRule[] = [
  {
    code: 'time',
    reason: ({ timeMs }) =>
      timeMs >= minTimeMs && timeMs < maxTimeMs
        ? null
        : `The time of this replay is ${timeMs} ms; it must be at least ${minTimeMs} ms and less than 24 hours.`,
  },
  {
    code: 'ghost-time',
    reason: ({ timeMs, ghost }) =>
      ghost.timeMs === null || ghost.timeMs === timeMs
        ? null
        : altered(`its time is ${formatTime(timeMs)}, but the run inside takes ${formatTime(ghost.timeMs)}`),
  },
  {
    code: 'checkpoint-time',
    reason: ({ facts, timeMs, ghost: { lastCheckpoint } }) =>
      facts.game === 'TM Power Up' || lastCheckpoint === null || lastCheckpoint.timeMs === timeMs
        ? null
        : altered(
            `its time is ${formatTime(timeMs)}, but its last checkpoint was passed at ${formatTime(lastCheckpoint.timeMs)}`,
          ),
  },
  {
    code: 'inputs-time',
    reason: ({ facts: { inputsMs }, timeMs }) =>
      inputsMs === null || inputsMs === timeMs
        ? null
        : altered(
            `its time is ${formatTime(timeMs)}, but its inputs were recorded for ${formatTime(inputsMs)}`,
          ),
  },
  {
    code: 'ghost-track',
    reason: ({ facts: { uid }, ghost: { challengeUid } }) =>
      challengeUid === null || challengeUid === uid ? null : altered('its run was driven on another track'),
  },
  {
    code: 'respawns',
    reason: ({ facts: { respawns } }) =>
      (respawns ?? 0) <= maxRespawns ? null : altered(`it claims ${respawns} respawns`),
  },
  {
    code: 'points',
    reason: ({ facts: { stuntScore } }) =>
      (stuntScore ?? 0) <= maxPoints ? null : altered(`it claims ${stuntScore} points`),
  },
];

/** The run in a replay, or why it cannot be posted on any track. */
export function replayFile(facts: ReplayFacts): ReplayFileRead {
  const refuse = (reason: string) => ({ ok: false as const, reason });
  const { uid, bestTimeMs, ghosts } = facts;
  const [ghost] = ghosts;
  if (ghost === undefined) return refuse('This replay contains no run.');
  if (ghosts.length > 1) return refuse(`This replay contains ${ghosts.length} runs. Save yours on its own.`);
  if (bestTimeMs === null) return refuse('This replay doesn’t reach the finish.');
  if (uid === null) return refuse('This replay doesn’t name its track.');
  const run = { facts, ghost, timeMs: bestTimeMs };
  for (const { reason } of fileRules) {
    const found = reason(run);
    if (found !== null) return refuse(found);
  }
  return {
    ok: true,
    file: {
      uid,
      mapName: storable(facts.mapName ?? ''),
      game: facts.game,
      car: ghost.car === null ? null : (environmentByName(ghost.car)?.id ?? null),
      timeMs: bestTimeMs,
      respawns: facts.respawns,
      points: facts.stuntScore,
      nickname: storable(facts.nickname),
      login: shownLogin(facts.login),
      flags: flagsOf(run),
    },
  };
}

/** The longest login that is shown and stored. */
const maxShownLogin = 100;

/** What a file names as its login, in one line. */
const shownLogin = (inFile: string): string =>
  wellFormed(
    withoutInvisible(storable(inFile))
      .replace(/[\s\p{Cc}]/gu, ' ')
      .trim()
      .slice(0, maxShownLogin),
  );

/** A login as the games give them out. Anything else in a file is text that anyone could have written there. */
const isLogin = (text: string): boolean => /^[\w.-]{1,64}$/.test(text);

/** A name on a local network, such as `name/192.168.1.249:2350`: it identifies nobody. */
const isLocal = (login: string) => login.includes('/');

/** The login that identifies the driver, in the form in which logins are compared; null if there is none. */
export const loginKey = ({ login }: Pick<ReplayFile, 'login'>): string | null =>
  isLogin(login) ? login.toLowerCase() : null;

function flagsOf({ facts, ghost, timeMs }: OneRun): ReplayFlag[] {
  const isOldest = facts.game === 'TM 1.0' || facts.game === 'TM Power Up';
  const login = shownLogin(facts.login);
  const found: Partial<Record<ReplayFlag, boolean>> = {
    patch: facts.competitionPatch,
    'shifted-clock': facts.shiftedClock,
    'tool-name': facts.exe?.endsWith(' ') ?? false,
    unvalidable: facts.validable === false,
    'no-inputs': facts.inputCount === null || facts.inputCount === 0,
    'no-checkpoints': ghost.checkpoints === 0 && !isOldest,
    'checkpoint-order': !ghost.checkpointsAscend,
    'time-step': timeMs % 10 !== 0,
    'no-login': login === '',
    'local-login': isLocal(login),
    'odd-login': login !== '' && !isLocal(login) && !isLogin(login),
  };
  return Object.entries(found).flatMap(([flag, is]) => (is ? [flag as ReplayFlag] : [])); // the keys of `found`
}
