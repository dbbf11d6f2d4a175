-- The boards of tracks and of drivers. Positions are counted instead of stored, so that a new replay does not rewrite the rows behind it:
-- blocks contain the number of entries before them, and the rest is counted in an index. Positions are 0-based, as on the wire.

create table rank_block (
  site text not null references site,
  track_id integer not null,
  -- the first entry of the block; entries before the first block have no row
  result bigint not null,
  replay_at timestamptz not null,
  replay_id integer not null,
  before integer not null check (before >= 0), -- ranked replays of the track that come before it
  primary key (site, track_id, result, replay_at, replay_id),
  foreign key (site, track_id) references track (site, track_id) on delete cascade
) partition by list (site);

-- The position of a replay on the board of its track: from the last block that begins at or before it.
create function replay_position(s text, t integer, res bigint, ra timestamptz, id integer)
    returns integer language plpgsql stable as $$
    declare b record;
    begin
      select k.result, k.replay_at, k.replay_id, k.before into b from rank_block k
      where k.site = s and k.track_id = t and (k.result, k.replay_at, k.replay_id) <= (res, ra, id)
      order by k.result desc, k.replay_at desc, k.replay_id desc limit 1;
      if found then
        return b.before + (select count(*) from replay r where r.site = s and r.track_id = t and r.is_best
          and (r.result, r.replay_at, r.replay_id) >= (b.result, b.replay_at, b.replay_id)
          and (r.result, r.replay_at, r.replay_id) < (res, ra, id));
      end if;
      return (select count(*) from replay r where r.site = s and r.track_id = t and r.is_best
        and (r.result, r.replay_at, r.replay_id) < (res, ra, id));
    end $$;

create table leaderboard_row (
  site text not null references site,
  -- lbid: 0 standard, 1 classic, 2 Nadeo, 5 star, otherwise the id of a pack
  board integer not null check (board in (0, 1, 2) or board >= 5),
  environment smallint not null check (environment between 0 and 7), -- lbenv; 0: all
  user_id integer not null,
  score integer not null,
  records integer not null default 0,
  top10s integer not null default 0,
  replays integer not null default 0,
  primary key (site, board, environment, user_id),
  foreign key (site, user_id) references profile (site, user_id)
) partition by list (site);
-- serves orders 1 and 2, and positions: the number of rows with a higher rank; of equal ones, the lower user id comes first
create index leaderboard_rank on leaderboard_row (site, board, environment, score, records, top10s, (-user_id))
  include (user_id);
-- serve orders 3 to 8
create index leaderboard_replays on leaderboard_row
  (site, board, environment, replays, score, records, top10s, (-user_id));
create index leaderboard_records on leaderboard_row
  (site, board, environment, records, score, records, top10s, (-user_id));
create index leaderboard_top10s on leaderboard_row
  (site, board, environment, top10s, score, records, top10s, (-user_id));
-- serves the board rows of a driver
create index leaderboard_user on leaderboard_row (site, user_id);

create table board_block (
  site text not null references site,
  board integer not null,
  environment smallint not null,
  score integer not null,
  records integer not null,
  top10s integer not null,
  user_id integer not null,
  before integer not null check (before >= 0) -- rows that came before it when blocks were made
) partition by list (site);
-- serves positions: the block of a rank
create index board_block_rank on board_block (site, board, environment, score, records, top10s, (-user_id))
  include (user_id, before);

create table board_change (
  site text not null references site,
  board integer not null,
  environment smallint not null,
  score integer not null,
  records integer not null,
  top10s integer not null,
  user_id integer not null,
  n smallint not null                       -- rows that entered (1) or left (-1) this rank since blocks were made
) partition by list (site);
-- serves positions: the changes before a block
create index board_change_rank on board_change (site, board, environment, score, records, top10s, (-user_id))
  include (user_id, n);

-- Fills board_change.
create function log_board_changes() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        insert into board_change (site, board, environment, score, records, top10s, user_id, n)
        select site, board, environment, score, records, top10s, user_id, -1 from changed_from;
      end if;
      if tg_op <> 'DELETE' then
        insert into board_change (site, board, environment, score, records, top10s, user_id, n)
        select site, board, environment, score, records, top10s, user_id, 1 from changed_to;
      end if;
      return null;
    end $$;

create trigger leaderboard_row_log_insert after insert on leaderboard_row referencing new table as changed_to
  for each statement execute function log_board_changes();
create trigger leaderboard_row_log_update after update on leaderboard_row
  referencing old table as changed_from new table as changed_to
  for each statement execute function log_board_changes();
create trigger leaderboard_row_log_delete after delete on leaderboard_row referencing old table as changed_from
  for each statement execute function log_board_changes();

-- The position of a rank on a leaderboard: from the last block that begins at or before it.
create function board_position(s text, b integer, e integer, sc integer, re integer, tt integer, u integer)
    returns integer language plpgsql stable as $$
    declare k record;
    begin
      select x.score, x.records, x.top10s, x.user_id, x.before into k from board_block x
      where x.site = s and x.board = b and x.environment = e
        and (x.score, x.records, x.top10s, -x.user_id) >= (sc, re, tt, -u)
      order by x.score, x.records, x.top10s, -x.user_id limit 1;
      if found then
        return k.before
          + (select coalesce(sum(c.n), 0) from board_change c where c.site = s and c.board = b and c.environment = e
            and (c.score, c.records, c.top10s, -c.user_id) > (k.score, k.records, k.top10s, -k.user_id))
          + (select count(*) from leaderboard_row l where l.site = s and l.board = b and l.environment = e
            and (l.score, l.records, l.top10s, -l.user_id) <= (k.score, k.records, k.top10s, -k.user_id)
            and (l.score, l.records, l.top10s, -l.user_id) > (sc, re, tt, -u));
      end if;
      return (select count(*) from leaderboard_row l where l.site = s and l.board = b and l.environment = e
        and (l.score, l.records, l.top10s, -l.user_id) > (sc, re, tt, -u));
    end $$;

-- The user at a position, null if there is none: counts from the last block that starts at or before it.
create function board_user_at(s text, b integer, e integer, p integer)
    returns integer language plpgsql stable as $$
    declare k record;
    begin
      select m.score, m.records, m.top10s, m.user_id, m.before into k from (
        select x.score, x.records, x.top10s, x.user_id, x.is_block,
          x.before + sum(x.n) over (order by x.score desc, x.records desc, x.top10s desc, x.user_id, x.is_block desc) as before
        from (
          select score, records, top10s, user_id, before, 0 as n, true as is_block from board_block
          where site = s and board = b and environment = e
          union all
          select score, records, top10s, user_id, 0, n, false from board_change
          where site = s and board = b and environment = e
        ) x
      ) m where m.is_block and m.before <= p order by m.before desc, m.score limit 1;
      if not found then
        return (select l.user_id from leaderboard_row l where l.site = s and l.board = b and l.environment = e
          order by l.score desc, l.records desc, l.top10s desc, -l.user_id desc offset p limit 1);
      end if;
      return (select l.user_id from leaderboard_row l where l.site = s and l.board = b and l.environment = e
        and (l.score, l.records, l.top10s, -l.user_id) <= (k.score, k.records, k.top10s, -k.user_id)
        order by l.score desc, l.records desc, l.top10s desc, -l.user_id desc offset (p - k.before) limit 1);
    end $$;

-- The boards of the last snapshot, with which places are compared.
create table board_snapshot (
  site text not null references site,
  board integer not null,
  environment smallint not null,
  user_id integer not null,
  position integer not null check (position >= 0),
  score integer not null,
  primary key (site, board, environment, user_id)
) partition by list (site);
-- serves the score of the leader, by which contributions are measured
create index board_snapshot_leader on board_snapshot (site, board, environment, position);

-- The replays whose points count for their driver.
create table counting_replay (
  site text not null references site,
  user_id integer not null,
  replay_id integer not null,
  mark smallint not null check (mark in (1, 2)), -- 1: among the driver's ten of the environment, 2: also among the two
  expires_at timestamptz not null,
  primary key (site, user_id, replay_id)
) partition by list (site);
-- serves the expiry of points
create index counting_replay_end on counting_replay (site, expires_at);

-- Tracks whose drivers' points a job has to recalculate.
create table board_stale (
  site text not null references site,
  track_id integer not null,
  everyone boolean not null,                -- all drivers of any version; otherwise those whose replay is ranked
  noted_at timestamptz not null,
  primary key (site, track_id)
) partition by list (site);

-- A track changed whether or how it counts.
create function note_stale_boards() returns trigger language plpgsql as $$
    begin
      insert into board_stale (site, track_id, everyone, noted_at)
      select n.site, n.track_id, true, clock_timestamp() from changed_to n
      join changed_from o on o.site = n.site and o.track_id = n.track_id
      where (n.replay_type, n.environment, n.primary_type, n.current_version, n.is_public and n.is_listed)
        is distinct from (o.replay_type, o.environment, o.primary_type, o.current_version, o.is_public and o.is_listed)
        and exists (select from replay r where r.site = n.site and r.track_id = n.track_id)
      on conflict (site, track_id) do update set everyone = true, noted_at = excluded.noted_at;
      return null;
    end $$;

-- A result that becomes secret or is shown changes the points on its track's boards.
create function note_secret_result() returns trigger language plpgsql as $$
    begin
      insert into board_stale (site, track_id, everyone, noted_at)
      values (new.site, new.track_id, false, clock_timestamp())
      on conflict (site, track_id) do update set noted_at = excluded.noted_at;
      return null;
    end $$;

-- A track was added to a pack or removed from one.
create function note_stale_packs() returns trigger language plpgsql as $$
    begin
      insert into board_stale (site, track_id, everyone, noted_at)
      select x.site, x.track_id, true, clock_timestamp() from (
        select site, track_id from changed where exists (
          select from replay r where r.site = changed.site and r.track_id = changed.track_id)
        group by 1, 2) x
      on conflict (site, track_id) do update set everyone = true, noted_at = excluded.noted_at;
      return null;
    end $$;

-- Only approved tracks count on the board of a pack: moving them changes no points.
create function note_stale_approvals() returns trigger language plpgsql as $$
    begin
      insert into board_stale (site, track_id, everyone, noted_at)
      select n.site, n.track_id, true, clock_timestamp() from changed_to n
      join changed_from o on o.site = n.site and o.pack_id = n.pack_id and o.track_id = n.track_id
      where (o.status = 1) <> (n.status = 1)
        and exists (select from replay r where r.site = n.site and r.track_id = n.track_id)
      group by 1, 2
      on conflict (site, track_id) do update set everyone = true, noted_at = excluded.noted_at;
      return null;
    end $$;

create trigger track_note_stale_boards after update on track
  referencing old table as changed_from new table as changed_to
  for each statement execute function note_stale_boards();

create trigger replay_note_secret after update of secret_until on replay
  for each row when (new.is_best and (old.secret_until is null) <> (new.secret_until is null))
  execute function note_secret_result();

create trigger pack_track_note_stale_insert after insert on pack_track referencing new table as changed
  for each statement execute function note_stale_packs();
create trigger pack_track_note_stale_delete after delete on pack_track referencing old table as changed
  for each statement execute function note_stale_packs();
create trigger pack_track_note_stale_update after update on pack_track
  referencing old table as changed_from new table as changed_to
  for each statement execute function note_stale_approvals();
