import type { Generated, JSONColumnType } from 'kysely';
import { byTheCrew, table } from './table.ts';

export const replayTables = {
  replay: table({
    onPages: { by: ['track_id', 'user_id', 'replay_id'], unseen: ['flags', 'run_inputs', 'run_line'] },
    owner: 'replays',
    rows: 'by edition',
    inChanges: {
      columns: [
        'track_id',
        'user_id',
        'track_version',
        'replay_time_ms',
        'replay_score',
        'respawns',
        'replay_at',
        'validated',
        'sha256',
        'secret_until',
        'revoked_at',
        'deleted_at',
      ],
    },
    ids: 'replay',
    notPersonal: { deleted_by: byTheCrew },
  }).columns<{
    site: string;
    replay_id: number;
    track_id: number;
    track_version: number;
    /** of an older version of the track; set when the track's replays are ranked */
    is_outdated: Generated<boolean>;
    user_id: number;
    replay_time_ms: number;
    /** points in Stunts, otherwise null */
    replay_score: number | null;
    respawns: Generated<number>;
    /** rank value for the track's type: lower is better */
    result: number;
    replay_at: Date;
    /** file date of the version driven */
    track_at: Date;
    /** 0 to 9 for the first ten of the track, otherwise null; any other position is counted with the function replay_position */
    top_position: number | null;
    is_best: Generated<boolean>;
    medal: Generated<number>;
    /** its contribution to the track's value */
    contribution: Generated<number>;
    validated: Generated<boolean>;
    driver_login: string | null;
    sha256: string;
    file_size: number;
    /** hash of its inputs; '': too few to tell runs apart; null: not read yet */
    run_inputs: string | null;
    /** the same of its movement */
    run_line: string | null;
    secret_until: Date | null;
    /** when the driver's better replay, or a new version of the track, replaced it; null: not yet */
    beaten_at: Date | null;
    /** revoked replays stay listed and have no place on the board */
    revoked_at: Date | null;
    /** deleted replays are in no list, rank nowhere and can be restored */
    deleted_at: Date | null;
    deleted_by: number | null;
    deletion_reason: string | null;
    /** oddities of the file for moderators (features/replays/checks/flags.ts) */
    flags: Generated<string[]>;
    /** hidden because the account of its driver is closed */
    hidden_with_account: Generated<boolean>;
  }>(),

  /** A login of the games that drives for a user. */
  game_login: table({ onPages: { by: ['user_id'] }, owner: 'replays', rows: 'by edition' }).columns<{
    site: string;
    /** in lower case */
    login_key: string;
    login: string;
    user_id: number;
    /** the replay that proved it; null: a game server or a moderator did */
    replay_id: number | null;
    bound_at: Date;
    proof: Generated<'replay' | 'record' | 'moderator'>;
  }>(),

  /** A claim to a login. Both sides' evidence is on its page. */
  login_claim: table({ onPages: 'never', owner: 'replays', rows: 'by edition', ids: 'login_claim' }).columns<{
    site: string;
    claim_id: number;
    /** who claims it */
    user_id: number;
    login_key: string;
    /** as typed */
    login: string;
    code: string;
    state: Generated<'open' | 'disputed' | 'granted' | 'rejected' | 'withdrawn'>;
    created_at: Date;
    /** of the code */
    expires_at: Date;
    proof: 'replay' | 'record' | null;
    proof_text: string | null;
    proved_at: Date | null;
    /** whose login it was when the claim was proved */
    holder_id: number | null;
    answer: string | null;
    answered_at: Date | null;
    decided_at: Date | null;
  }>(),

  /** How a replay compares with the file of its track. */
  replay_check: table({ onPages: 'never', owner: 'replays', rows: 'by edition' }).columns<{
    site: string;
    replay_id: number;
    /** RUN_RULES_VERSION of features/replays/checks/run-rules.ts */
    version: number;
    /** 'pending': a file could not be read, and is tried again */
    outcome: 'fits' | 'unjudged' | 'contradicts' | 'pending';
    /** sentences for moderators */
    findings: Generated<string>;
    checked_at: Date;
    /** when it was held because of the findings; remains after a moderator released it */
    held_at: Date | null;
  }>(),

  /** Up to which replay those of an edition were compared with their tracks, by each version of the rules. */
  replay_check_cursor: table({ onPages: 'never', owner: 'replays', rows: 'by edition' }).columns<{
    site: string;
    version: number;
    after_id: number;
  }>(),

  /** What was measured in the file of a replay, or why it cannot be read. */
  replay_measurement: table({ onPages: { by: ['sha256'] }, owner: 'replays', rows: 'by edition' }).columns<{
    site: string;
    sha256: string;
    /** MEASUREMENT_VERSION of lib/gbx/run/run-measure.ts: other versions are measured again */
    version: number;
    measured_at: Date;
    /** game and run of platform/gbx/read-facts.ts; null: the file cannot be read */
    measured: JSONColumnType<object> | null;
    /** for the comparison with other runs; null without inputs */
    changes: Buffer | null;
    refusal_code: string | null;
    refusal: string | null;
  }>(),

  /** The line of a run in few points (lib/gbx/run/short-line.ts), made once per file. */
  replay_line: table({ onPages: 'never', owner: 'replays', rows: 'by edition' }).columns<{
    site: string;
    sha256: string;
    /** shortLineVersion: other versions are made again */
    version: number;
    /** empty: the file contains no movement */
    points: number[];
  }>(),
};
