import { type Kysely, sql } from 'kysely';

/** Achievements that can be earned twice with different texts, their holders, and who wants no notices about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // a counter: counting 100,000 rows for the catalogue page would take too long
  await sql`alter table achievement add column holders integer not null default 0`.execute(db);
  await sql`
    update achievement a set holders = (
      select count(*) from achievement_earned e where e.site = a.site and e.achievement_id = a.achievement_id)`.execute(
    db,
  );
  // serves the order of GET /api/achievements by holders
  await sql`create index achievement_holders on achievement (site, holders, achievement_id)`.execute(db);
  // the winner of two contests has the same achievement twice
  await sql`update achievement_earned set custom_text = '' where custom_text is null`.execute(db);
  await sql`
    alter table achievement_earned
      alter column custom_text set default '',
      alter column custom_text set not null,
      drop constraint achievement_earned_pkey,
      add primary key (site, achievement_id, user_id, track_id, custom_text)`.execute(db);
  // serves the badges of a track
  await sql`create index achievement_earned_of_track on achievement_earned (site, track_id, achievement_id) where track_id > 0`.execute(
    db,
  );
  // serves how many first and top 10 places a driver holds
  await sql`create index replay_top_places on replay (site, user_id, top_position) include (track_id)
    where top_position is not null`.execute(db);
  // revoked by hand: not granted again by a check
  await sql`
    create table achievement_withheld (
      site text not null references site,
      achievement_id integer not null,
      user_id integer not null,                 -- 0: revoked from a track, regardless of its uploader
      track_id integer not null default 0,
      primary key (site, achievement_id, user_id, track_id),
      foreign key (site, achievement_id) references achievement (site, achievement_id)
    ) partition by list (site)`.execute(db);
  // users who switched the notices off
  await sql`
    create table achievement_silence (
      site text not null references site,
      user_id integer not null,
      primary key (site, user_id),
      foreign key (site, user_id) references profile (site, user_id) on delete cascade
    ) partition by list (site)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table achievement_silence, achievement_withheld`.execute(db);
  await sql`drop index achievement_earned_of_track, replay_top_places`.execute(db);
  await sql`
    delete from achievement_earned e using achievement_earned f
    where e.site = f.site and e.achievement_id = f.achievement_id and e.user_id = f.user_id and e.track_id = f.track_id
      and e.custom_text > f.custom_text`.execute(db);
  await sql`
    alter table achievement_earned
      drop constraint achievement_earned_pkey,
      add primary key (site, achievement_id, user_id, track_id),
      alter column custom_text drop not null,
      alter column custom_text drop default`.execute(db);
  await sql`alter table achievement drop column holders`.execute(db);
}
