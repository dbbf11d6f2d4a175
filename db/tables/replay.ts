import type { Generated, JSONColumnType } from 'kysely';
import { byTheCrew, table } from './table.ts';

export const replayTables = {
  replay: table({
    owner: 'replays',
    rows: 'by edition',
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

  leaderboard_row: table({ owner: 'leaderboards', rows: 'by edition' }).columns<{
    site: string;
    /** lbid: 0 standard, 1 classic, 2 Nadeo, 5 star, higher ones are pack ids */
    board: number;
    /** lbenv: 0 all */
    environment: number;
    user_id: number;
    score: number;
    records: Generated<number>;
    top10s: Generated<number>;
    replays: Generated<number>;
  }>(),

  /** Where each block of a track's board begins, and how many ranked replays come before it. Small boards have no blocks. */
  rank_block: table({ owner: 'replays', rows: 'by edition' }).columns<{
    site: string;
    track_id: number;
    result: number;
    replay_at: Date;
    replay_id: number;
    before: number;
  }>(),

  /** Where each block of a leaderboard began when blocks were made, and how many rows came before it. */
  board_block: table({ owner: 'leaderboards', rows: 'by edition' }).columns<{
    site: string;
    board: number;
    environment: number;
    score: number;
    records: number;
    top10s: number;
    user_id: number;
    before: number;
  }>(),

  /** Rows that entered or left a leaderboard since its blocks were made. Written only by a trigger. */
  board_change: table({ owner: 'leaderboards', rows: 'by edition' }).columns<{
    site: string;
    board: number;
    environment: number;
    score: number;
    records: number;
    top10s: number;
    user_id: number;
    n: number;
  }>(),

  /** The leaderboards at the last midnight. */
  board_snapshot: table({ owner: 'leaderboards', rows: 'by edition' }).columns<{
    site: string;
    board: number;
    environment: number;
    user_id: number;
    position: number;
    score: number;
  }>(),

  /** A replay whose points count on its driver's leaderboards of Standard tracks. */
  counting_replay: table({ owner: 'leaderboards', rows: 'by edition' }).columns<{
    site: string;
    user_id: number;
    replay_id: number;
    /** 1: of the ten of its environment, 2: also of the two that count on the overall board */
    mark: number;
    expires_at: Date;
  }>(),

  /** Tracks whose drivers' points must be recalculated by a job. */
  board_stale: table({ owner: 'leaderboards', rows: 'by edition' }).columns<{
    site: string;
    track_id: number;
    /** every driver of any version; otherwise those whose replay is ranked */
    everyone: boolean;
    noted_at: Date;
  }>(),

  online_record: table({
    owner: 'replays',
    rows: 'by edition',
    ids: 'online_record',
    notPersonal: { removed_by: byTheCrew },
  }).columns<{
    site: string;
    online_record_id: number;
    uid: string;
    /** 0 rounds, otherwise time attack */
    mode: number;
    login: string;
    time_ms: number;
    server: Generated<string>;
    /** the user whose token sent it; null: sent without one */
    sent_by: number | null;
    sent_at: Date | null;
    /** by a moderator; until it is restored, it is not shown and its login has no place on the board */
    removed_at: Date | null;
    removed_by: number | null;
    removal_reason: string | null;
    /** hidden because the account of its driver is closed */
    hidden_with_account: Generated<boolean>;
    /** sent by an approved server, or imported by the operator */
    is_trusted: Generated<boolean>;
    /** on the board of its track and mode */
    is_shown: Generated<boolean>;
    /** the decision without which it is not shown: about its server, or about an implausible time */
    waits_for: 'server' | 'time' | null;
    /** removed together with others, and restored with them */
    removal_batch: string | null;
  }>(),

  /** What the crew decided about an account that sends online records. Without a row it is not approved. */
  record_server: table({ owner: 'replays', rows: 'by edition' }).columns<{
    site: string;
    user_id: number;
    /** held: what it sends waits for a moderator */
    state: 'approved' | 'held';
    decided_at: Date;
  }>(),

  /** An analysed replay, stored for a day. */
  replay_upload: table({ owner: 'replays', otherWriters: ['platform/uploads'], rows: 'by edition' }).columns<{
    site: string;
    upload_key: string;
    user_id: number;
    sha256: string;
    file_name: string;
    file_size: number;
    /** features/replays/checks/replay-file.ts, so that posting does not read the file again */
    facts: JSONColumnType<object>;
    created_at: Date;
    replay_id: number | null;
    /** counts towards the account's staged bytes until it is posted */
    stored_bytes: Generated<number>;
  }>(),

  /** A login of the games that drives for a user. */
  game_login: table({ owner: 'replays', rows: 'by edition' }).columns<{
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
  login_claim: table({ owner: 'replays', rows: 'by edition', ids: 'login_claim' }).columns<{
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

  /** What was measured in the file of a replay, or why it cannot be read. */
  replay_measurement: table({ owner: 'replays', rows: 'by edition' }).columns<{
    site: string;
    sha256: string;
    /** MEASUREMENT_VERSION of lib/gbx/run/run-measure.ts: other versions are measured again */
    version: number;
    measured_at: Date;
    /** game and run of platform/gbx/measure-inputs.ts; null: the file cannot be read */
    measured: JSONColumnType<object> | null;
    /** for the comparison with other runs; null without inputs */
    changes: Buffer | null;
    refusal_code: string | null;
    refusal: string | null;
  }>(),

  /** How a replay compares with the file of its track. */
  replay_check: table({ owner: 'replays', rows: 'by edition' }).columns<{
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
  replay_check_cursor: table({ owner: 'replays', rows: 'by edition' }).columns<{
    site: string;
    version: number;
    after_id: number;
  }>(),
};
