import type { Environment } from '../read/environment.ts';
import type { Game } from '../read/game.ts';
import type { CheckpointTime } from '../read/ghost.ts';
import type { InputEvent } from '../run/input-events.ts';
import type { SampleSpec } from './sample-writer.ts';

/** One run to write, in the terms and units of Ghost. */
export type GhostSpec = {
  readonly timeMs: number | null;
  readonly checkpoints?: readonly CheckpointTime[];
  readonly respawns?: number;
  readonly stuntScore?: number;
  readonly nickname?: string;
  readonly login?: string;
  /** Number of recorded inputs to generate; 0 for none. Not used if `inputs` are given. */
  readonly inputCount?: number;
  /** In order of time, on the clock of the race. */
  readonly inputs?: readonly InputEvent[];
  /** Ten samples a second from the start; none by default. */
  readonly samples?: readonly SampleSpec[];
};

/**
 * A replay to write, in the terms and units of Replay. Fields that the format of its game does not have are omitted: before
 * TMO there is no header, before TMU no login, and inputs are stored outside the ghosts.
 */
export type ReplaySpec = {
  readonly game: Game;
  readonly environment: Environment;
  /** Uid of the track. */
  readonly uid: string;
  readonly mapAuthor: string;
  /** The track's file; its header is removed if the game does so. Without it there is no embedded track. */
  readonly map?: Uint8Array | null;
  readonly bestTimeMs: number | null;
  readonly respawns?: number;
  readonly stuntScore?: number;
  readonly validable?: boolean;
  readonly nickname: string;
  readonly login?: string;
  readonly exe?: string;
  readonly exeVersion?: string;
  /** Default: one ghost of the time, nickname and login above. */
  readonly ghosts?: readonly GhostSpec[];
  /** Version of the header, for a benchmark run: 9999 or 0xFFFFFFFF. Default: that of the game. */
  readonly headerVersion?: number | null;
  /** Shifts the clock of the inputs as TMInterface does. TMF only. */
  readonly shiftedClock?: boolean;
};

export type FullGhostSpec = Required<Omit<GhostSpec, 'inputCount'>>;

export type FullReplaySpec = Required<Omit<ReplaySpec, 'ghosts'>> & {
  readonly ghosts: readonly FullGhostSpec[];
};

const EXES: Record<Game, readonly [exe: string, version: string]> = {
  'TM 1.0': ['', ''],
  'TM Power Up': ['TrackMania 0.1.2.5', ''],
  TMO: ['TmOriginal 0.1.4.8', '0.1.4.8'],
  TMS: ['TmSunrise 0.1.5.1', '0.1.5.0'],
  'TMN ESWC': ['TmNations', '0.1.8.0'],
  TMU: ['TmUnited.0.2.1.0', '0.2.1.0'],
  TMF: ['TmForever.2.11.26', '2.11.26'],
};

/** Fills in defaults. */
export function withReplayDefaults(spec: ReplaySpec): FullReplaySpec {
  const [exe, exeVersion] = EXES[spec.game];
  const full = {
    map: null,
    respawns: 0,
    stuntScore: 0,
    validable: true,
    login: '',
    exe,
    exeVersion,
    headerVersion: null,
    shiftedClock: false,
    ...spec,
  };
  const ghosts = spec.ghosts ?? [{ timeMs: spec.bestTimeMs }];
  return {
    ...full,
    ghosts: ghosts.map(({ inputCount = 0, ...ghost }) => ({
      checkpoints: ghost.timeMs === null ? [] : [{ timeMs: ghost.timeMs, score: 0 }],
      respawns: full.respawns,
      stuntScore: full.stuntScore,
      nickname: full.nickname,
      login: full.login,
      inputs: someInputs(inputCount),
      samples: [],
      ...ghost,
    })),
  };
}

/** The start of the race, then the same key down and up. */
function someInputs(count: number): InputEvent[] {
  return Array.from({ length: count }, (_, i) =>
    i === 0
      ? { timeMs: 0, control: 'start', value: 1 }
      : { timeMs: 100 * i, control: 'accelerate', value: i & 1 },
  );
}
