-- Replays: files driven on a track, the logins that prove their drivers, and what was found out about them.

create table replay (
  site text not null references site,
  replay_id integer not null check (replay_id > 0),
  track_id integer not null,
  track_version smallint not null,
  user_id integer not null,
  replay_time_ms integer not null check (replay_time_ms > 0),
  replay_score integer,                     -- points on Stunts, otherwise null
  respawns integer not null default 0,
  result bigint not null,                   -- what the track's type ranks by, as one number; lower is better
  replay_at timestamptz not null,
  track_at timestamptz not null,            -- file date of the version that was driven
  -- 0-based place among the first ten of its track; null: not among them
  top_position integer constraint replay_position_check check (top_position >= 0),
  is_best boolean not null default false,
  medal smallint not null default 0 check (medal between 0 and 4),
  contribution integer not null default 0,  -- to the track's value
  validated boolean not null default false,
  driver_login text,
  sha256 text not null references blob,
  file_size integer not null check (file_size > 0),
  secret_until timestamptz,
  is_outdated boolean not null default false, -- driven on an older version of the track
  beaten_at timestamptz,                    -- by a better replay of the driver, or by a new version; null: not yet
  deleted_at timestamptz,                   -- a deleted replay is in no list and can be restored
  deleted_by integer,
  deletion_reason text,
  flags text[] not null default '{}',       -- oddities, for moderators
  hidden_with_account boolean not null default false,
  revoked_at timestamptz,                   -- a revoked replay stays listed and has no place on the board of its track
  -- hashes of inputs and movement, by which the same run is recognised in another file; empty: too little was driven to tell runs
  -- apart; null: not read yet
  run_inputs text,
  run_line text,
  primary key (site, replay_id),
  foreign key (site, user_id) references profile (site, user_id),
  foreign key (site, track_id) references track (site, track_id) on delete cascade,
  constraint replay_best_counts check (not is_best or (beaten_at is null and deleted_at is null))
) partition by list (site);
-- serves a user's replays, the latest first, and the filters `inreplays` and `replaysby`
create index replay_user on replay (site, user_id, replay_at, replay_id);
-- serves the latest replays of an edition
create index replay_newest on replay (site, replay_at, replay_id);
-- serves the filter `driverlogin`
create index replay_login on replay (site, driver_login, replay_at, replay_id) where driver_login is not null;
-- serves the check that a blob is still needed
create index replay_blob on replay (sha256);
-- at most one best replay per driver and track
create unique index replay_best on replay (site, track_id, user_id) where is_best;
-- serves best=0: replays that are not their driver's best
create index replay_beaten on replay (site, replay_at, replay_id) where not is_best;
-- serves GET /api/replays of a track: those of the current version first, then by result; of equal ones, the older first
create index replay_track on replay (site, track_id, is_outdated, result, replay_at, replay_id);
-- serves a track's board, and positions on it: the number of entries before a replay
create index replay_ranked on replay (site, track_id, result, replay_at, replay_id) where is_best;
-- serves the board of a track on a date: replays driven by then and not yet beaten, the best first
create index replay_history on replay (site, track_id, result, replay_at, replay_id) include (beaten_at)
  where deleted_at is null;
-- serves the first boards of a track with many replays, and the dates on which a board changed
create index replay_driven on replay (site, track_id, replay_at, replay_id) include (result, beaten_at)
  where deleted_at is null;
-- serves the replays of a driver on a track, and which of them is better
create index replay_driver on replay (site, track_id, user_id, track_version, result, replay_at, replay_id);
-- serves the lists of a user that the search index loads: thousands of rows, read from the index alone
create index replay_user_track on replay (site, user_id, track_id, is_best)
  include (replay_at, replay_time_ms, top_position, result, replay_id)
  where deleted_at is null;
-- serves the value of a track: the largest contributions of its ranked drivers
create index replay_contribution on replay (site, track_id, contribution desc) where is_best and contribution > 0;
-- serves the number of first and top 10 places of a driver
create index replay_top_places on replay (site, user_id, top_position) include (track_id)
  where top_position is not null;
-- serves orders and filters of tracks, which ignore secret results, and the job that shows them at their date
create index replay_secret on replay (site, replay_id) include (user_id, secret_until) where secret_until is not null;
-- serves the deleted replays of a driver
create index replay_deleted on replay (site, user_id, deleted_at, replay_id) where deleted_at is not null;
-- serves the search for replays with the same file, also deleted ones
create index replay_file on replay (site, sha256);
-- serve the search for the same run in another file
create index replay_run_inputs on replay (track_id, run_inputs) where run_inputs <> '';
create index replay_run_line on replay (track_id, run_line) where run_line <> '';
-- serves the job that reads files without hashes, the latest first
create index replay_run_unread on replay (replay_at desc) where run_inputs is null;

-- The logins that drive for users.
create table game_login (
  site text not null references site,
  login_key text not null,                  -- in lower case: a login belongs to at most one user
  login text not null,                      -- as in the first replay
  user_id integer not null,
  replay_id integer,                        -- null: a game server or a moderator proved it
  bound_at timestamptz not null,
  proof text not null default 'replay' check (proof in ('replay', 'record', 'moderator')),
  primary key (site, login_key),
  foreign key (site, user_id) references profile (site, user_id),
  foreign key (site, replay_id) references replay (site, replay_id)
) partition by list (site);
-- serves the logins of a user
create index game_login_user on game_login (site, user_id, bound_at, login_key);

create table login_claim (
  site text not null references site,
  claim_id integer not null check (claim_id > 0),
  user_id integer not null,                 -- the claimant
  login_key text not null,
  login text not null,                      -- as typed
  code text not null,
  state text not null default 'open' check (state in ('open', 'disputed', 'granted', 'rejected', 'withdrawn')),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at), -- of the code
  proof text check (proof in ('replay', 'record')),
  proof_text text,                          -- what was received, for both sides and moderators
  proved_at timestamptz,
  holder_id integer,                        -- whose login it was when the claim was proved
  answer text,                              -- the holder's
  answered_at timestamptz,
  decided_at timestamptz,
  primary key (site, claim_id),
  foreign key (site, user_id) references profile (site, user_id),
  check ((proof is null) = (proved_at is null)),
  check (state not in ('disputed', 'granted', 'rejected') or proof is not null)
) partition by list (site);
-- serves the claims of a user
create index login_claim_user on login_claim (site, user_id, claim_id);
-- serves the claims about the logins of a user
create index login_claim_holder on login_claim (site, holder_id, claim_id) where holder_id is not null;
-- at most one undecided claim per user and login; serves files and records that prove a claim
create unique index login_claim_live on login_claim (site, login_key, user_id) where state in ('open', 'disputed');
-- serves the job that deletes claims whose code has expired
create index login_claim_expired on login_claim (site, expires_at) where state = 'open';

-- How each replay compares with the file of its track.
create table replay_check (
  site text not null references site,
  replay_id integer not null,
  version integer not null,                 -- of the rules
  outcome text not null check (outcome in ('fits', 'unjudged', 'contradicts', 'pending')),
  findings text not null default '',        -- for moderators
  checked_at timestamptz not null,
  held_at timestamptz,                      -- when it was held because of the findings; remains after its release
  primary key (site, replay_id),
  foreign key (site, replay_id) references replay (site, replay_id) on delete cascade
) partition by list (site);
-- serves the job that tries files again that could not be read
create index replay_check_pending on replay_check (checked_at) where outcome = 'pending';

-- Up to which replay a job has compared those posted before a version of the rules.
create table replay_check_cursor (
  site text not null references site,
  version integer not null,                 -- of the rules
  after_id integer not null,                -- the last replay that was compared
  primary key (site, version)
) partition by list (site);

-- Measurements of inputs, for the evidence sheet. Files never change, so each is measured once per version.
create table replay_measurement (
  site text not null references site,
  sha256 text not null,
  version integer not null,                 -- of the measurement
  measured_at timestamptz not null,
  measured jsonb,                           -- null: the file cannot be read
  changes bytea,                            -- for the comparison with other runs; null: no inputs
  refusal_code text,
  refusal text,
  primary key (site, sha256),
  check ((measured is null) = (refusal is not null)),
  check ((refusal is null) = (refusal_code is null))
) partition by list (site);

-- Several replays may have the same file: its measurement is deleted with the last of them.
create function end_replay_measurement() returns trigger language plpgsql as $$
    begin
      delete from replay_measurement m where m.site = old.site and m.sha256 = old.sha256
        and not exists (select from replay r where r.site = old.site and r.sha256 = old.sha256);
      return null;
    end $$;

create trigger replay_end_measurement after delete on replay for each row execute function end_replay_measurement();
