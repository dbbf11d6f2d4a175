import { type Kysely, sql } from 'kysely';

/**
 * Positions are counted instead of stored, so that a new replay does not rewrite the rows behind it: blocks of a board contain the
 * number of entries before them, and the rest is counted in an index. Points on Standard tracks are calculated when they are read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await replays(db);
  await boards(db);
  await stale(db);
}

async function replays(db: Kysely<unknown>): Promise<void> {
  await sql`drop index replay_user_track`.execute(db);
  await sql`alter table replay drop column score`.execute(db);
  await sql`alter table replay rename column position to top_position`.execute(db);
  await sql`update replay set top_position = null where top_position > 9`.execute(db);
  // serves the lists of a person that the search index fetches: read from the index alone, thousands at once
  await sql`create index replay_user_track on replay (site, user_id, track_id, is_best)
    include (replay_at, replay_time_ms, top_position, result, replay_id) where deleted_at is null`.execute(
    db,
  );
  // serves the value of a track: the largest contributions of its ranked drivers
  await sql`create index replay_contribution on replay (site, track_id, contribution desc)
    where is_best and contribution > 0`.execute(db);
  await sql`alter table replay drop column is_leaderboard`.execute(db);
  await sql`alter table track add column record_respawns integer not null default 0`.execute(db);
  await sql`
    update track t set record_respawns = r.respawns from replay r
    where r.site = t.site and r.replay_id = t.record_replay_id and r.respawns > 0`.execute(db);

  await sql`
    create table rank_block (
      site text not null references site,
      track_id integer not null,
      -- the first entry that belongs to the block; entries before the first block have no row
      result bigint not null,
      replay_at timestamptz not null,
      replay_id integer not null,
      before integer not null check (before >= 0), -- ranked replays of the track that come before it
      primary key (site, track_id, result, replay_at, replay_id),
      foreign key (site, track_id) references track (site, track_id) on delete cascade
    ) partition by list (site)`.execute(db);
  await sql`
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
    end $$`.execute(db);
}

async function boards(db: Kysely<unknown>): Promise<void> {
  await sql`drop index leaderboard_score, leaderboard_replays, leaderboard_records, leaderboard_top10s`.execute(
    db,
  );
  await sql`alter table leaderboard_row drop column position, drop column delta`.execute(db);
  // serves orders 1 and 2, and positions: the number of rows with a higher rank; ties go to the lower user id
  await sql`create index leaderboard_rank on leaderboard_row
    (site, board, environment, score, records, top10s, (-user_id)) include (user_id)`.execute(db);
  // serve orders 3 to 8
  for (const column of ['replays', 'records', 'top10s']) {
    await sql`create index ${sql.raw(`leaderboard_${column}`)} on leaderboard_row
      (site, board, environment, ${sql.raw(column)}, score, records, top10s, (-user_id))`.execute(db);
  }
  // serves the board rows of a driver
  await sql`create index leaderboard_user on leaderboard_row (site, user_id)`.execute(db);

  for (const [table, column] of [
    ['board_block', 'before integer not null check (before >= 0)'], // rows that came before it when blocks were made
    ['board_change', 'n smallint not null'], // rows that entered (1) or left (-1) this rank since then
  ] as const)
    await sql`
      create table ${sql.id(table)} (
        site text not null references site,
        board integer not null,
        environment smallint not null,
        score integer not null,
        records integer not null,
        top10s integer not null,
        user_id integer not null,
        ${sql.raw(column)}
      ) partition by list (site)`.execute(db);
  // serves positions: the block of a rank
  await sql`create index board_block_rank on board_block
    (site, board, environment, score, records, top10s, (-user_id)) include (user_id, before)`.execute(db);
  // serves positions: the changes before a block
  await sql`create index board_change_rank on board_change
    (site, board, environment, score, records, top10s, (-user_id)) include (user_id, n)`.execute(db);

  await sql`
    create table board_snapshot (
      site text not null references site,
      board integer not null,
      environment smallint not null,
      user_id integer not null,
      position integer not null check (position >= 0),
      score integer not null,
      primary key (site, board, environment, user_id)
    ) partition by list (site)`.execute(db);
  // serves the score of the leader, by which contributions are measured
  await sql`create index board_snapshot_leader on board_snapshot (site, board, environment, position)`.execute(
    db,
  );
  await positions(db);
}

async function positions(db: Kysely<unknown>): Promise<void> {
  await sql`
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
    end $$`.execute(db);
  // the user at a position, null if there is none: walks from the last block that starts at or before it
  await sql`
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
    end $$`.execute(db);

  await sql`
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
    end $$`.execute(db);
  for (const [act, rows] of [
    ['insert', 'new table as changed_to'],
    ['update', 'old table as changed_from new table as changed_to'],
    ['delete', 'old table as changed_from'],
  ] as const)
    await sql`create trigger leaderboard_row_log_${sql.raw(act)} after ${sql.raw(act)} on leaderboard_row
      referencing ${sql.raw(rows)} for each statement execute function log_board_changes()`.execute(db);
}

/** The replays that count, and tracks whose drivers' points a job has to bring up to date. */
async function stale(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table counting_replay (
      site text not null references site,
      user_id integer not null,
      replay_id integer not null,
      mark smallint not null check (mark in (1, 2)), -- 1: of the driver's ten in the environment, 2: also of the two
      expires_at timestamptz not null,
      primary key (site, user_id, replay_id)
    ) partition by list (site)`.execute(db);
  // serves the expiry of points
  await sql`create index counting_replay_end on counting_replay (site, expires_at)`.execute(db);
  await sql`
    create table board_stale (
      site text not null references site,
      track_id integer not null,
      everyone boolean not null,                -- every driver of any version; otherwise those whose replay is ranked
      noted_at timestamptz not null,
      primary key (site, track_id)
    ) partition by list (site)`.execute(db);
  await sql`
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
    end $$`.execute(db);
  await sql`create trigger track_note_stale_boards after update on track
    referencing old table as changed_from new table as changed_to
    for each statement execute function note_stale_boards()`.execute(db);
  await sql`
    create function note_stale_packs() returns trigger language plpgsql as $$
    begin
      insert into board_stale (site, track_id, everyone, noted_at)
      select x.site, x.track_id, true, clock_timestamp() from (
        select site, track_id from changed where exists (
          select from replay r where r.site = changed.site and r.track_id = changed.track_id)
        group by 1, 2) x
      on conflict (site, track_id) do update set everyone = true, noted_at = excluded.noted_at;
      return null;
    end $$`.execute(db);
  for (const [act, rows] of [
    ['insert', 'new table as changed'],
    ['update', 'new table as changed'],
    ['delete', 'old table as changed'],
  ] as const)
    await sql`create trigger pack_track_note_stale_${sql.raw(act)} after ${sql.raw(act)} on pack_track
      referencing ${sql.raw(rows)} for each statement execute function note_stale_packs()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const act of ['insert', 'update', 'delete']) {
    await sql`drop trigger pack_track_note_stale_${sql.raw(act)} on pack_track`.execute(db);
    await sql`drop trigger leaderboard_row_log_${sql.raw(act)} on leaderboard_row`.execute(db);
  }
  await sql`drop trigger track_note_stale_boards on track`.execute(db);
  await sql`drop function note_stale_packs(), note_stale_boards(), log_board_changes()`.execute(db);
  await sql`drop function board_position(text, integer, integer, integer, integer, integer, integer)`.execute(
    db,
  );
  await sql`drop function board_user_at(text, integer, integer, integer)`.execute(db);
  await sql`drop function replay_position(text, integer, bigint, timestamptz, integer)`.execute(db);
  await sql`drop table counting_replay, board_stale, board_snapshot, board_change, board_block, rank_block`.execute(
    db,
  );
  await sql`drop index leaderboard_rank, leaderboard_replays, leaderboard_records, leaderboard_top10s, leaderboard_user`.execute(
    db,
  );
  await sql`alter table leaderboard_row
    add column position integer not null default 0, add column delta integer not null default 0`.execute(db);
  await sql`create index leaderboard_score on leaderboard_row (site, board, environment, (-position))`.execute(
    db,
  );
  for (const column of ['replays', 'records', 'top10s'])
    await sql`create index ${sql.raw(`leaderboard_${column}`)} on leaderboard_row
      (site, board, environment, ${sql.raw(column)}, (-position))`.execute(db);
  await sql`drop index replay_user_track, replay_contribution`.execute(db);
  await sql`alter table replay rename column top_position to position`.execute(db);
  await sql`alter table replay add column score integer, add column is_leaderboard smallint not null default 0`.execute(
    db,
  );
  await sql`create index replay_user_track on replay (site, user_id, track_id, is_best)
    include (replay_at, position, replay_time_ms)`.execute(db);
  await sql`alter table track drop column record_respawns`.execute(db);
}
