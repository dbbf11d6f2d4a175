import { type Kysely, sql } from 'kysely';

/**
 * The line of a run in few points, made when it is first requested: files never change. Where points of a track are in its drawing,
 * and an index for the job that draws what no job has drawn yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  create table replay_line (
    site text not null references site,
    sha256 text not null,
    version smallint not null, -- of the code that made it
    points integer[] not null, -- empty: the file contains no movement
    primary key (site, sha256)
  ) partition by list (site);

  create or replace function end_replay_measurement() returns trigger language plpgsql as $$
    begin
      if exists (select from replay r where r.site = old.site and r.sha256 = old.sha256) then return null; end if;
      delete from replay_measurement m where m.site = old.site and m.sha256 = old.sha256;
      delete from replay_line l where l.site = old.site and l.sha256 = old.sha256;
      return null;
    end $$;

  alter table track_version add column drawing_view double precision[]; -- null: there is no drawing in an oblique view
  -- serves the job that draws current files whose drawings are missing or outdated
  create index track_version_revision on track_version (drawing_revision, uploaded_at) where retired_at is null;`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  drop index track_version_revision;
  alter table track_version drop column drawing_view;

  create or replace function end_replay_measurement() returns trigger language plpgsql as $$
    begin
      delete from replay_measurement m where m.site = old.site and m.sha256 = old.sha256
        and not exists (select from replay r where r.site = old.site and r.sha256 = old.sha256);
      return null;
    end $$;

  drop table replay_line;`)
    .execute(db);
}
