-- Which tracks changed, logged by triggers in the transaction that changes them, so that no writer can forget it. Every process updates its
-- search index of tracks from this log. Comments, replays and downloads are cached there too, so their changes are logged as changes of the
-- track; visitors' downloads are not, because they change no list.

create table track_change (
  seq bigint generated always as identity primary key,
  site text not null references site,
  track_id integer not null,
  -- a reader requests everything that its last read could not see, whatever the order of commits
  xid bigint not null default pg_current_xact_id()::text::bigint,
  changed_at timestamptz not null default now(),
  part text not null default 'track'        -- the table that changed: for a new track, readers re-read no activity
);
-- serves the readers: changes since their last read
create index track_change_xid on track_change (site, xid);
-- serves the removal of changes that every reader has read
create index track_change_at on track_change (changed_at);

-- The notification only wakes readers; they read the log.
create function log_track_changes() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        insert into track_change (site, track_id, part) select distinct site, track_id, tg_table_name from changed_from;
      else
        insert into track_change (site, track_id, part) select distinct site, track_id, tg_table_name from changed_to;
      end if;
      if found then perform pg_notify('track_change', ''); end if;
      return null;
    end $$;

create function log_known_downloads() returns trigger language plpgsql as $$
    begin
      insert into track_change (site, track_id, part)
      select distinct site, track_id, tg_table_name from changed where user_id is not null;
      if found then perform pg_notify('track_change', ''); end if;
      return null;
    end $$;

create function log_renamed_uploaders() returns trigger language plpgsql as $$
    begin
      insert into track_change (site, track_id)
      select t.site, t.track_id from changed_to n
      join changed_from o on o.site = n.site and o.user_id = n.user_id and o.name_folded <> n.name_folded
      join track t on t.site = n.site and t.uploader_id = n.user_id;
      if found then perform pg_notify('track_change', ''); end if;
      return null;
    end $$;

create trigger track_log_insert after insert on track referencing new table as changed_to
  for each statement execute function log_track_changes();
create trigger track_log_update after update on track referencing new table as changed_to
  for each statement execute function log_track_changes();
create trigger track_log_delete after delete on track referencing old table as changed_from
  for each statement execute function log_track_changes();
create trigger track_author_log_insert after insert on track_author referencing new table as changed_to
  for each statement execute function log_track_changes();
create trigger track_author_log_update after update on track_author referencing new table as changed_to
  for each statement execute function log_track_changes();
create trigger track_author_log_delete after delete on track_author referencing old table as changed_from
  for each statement execute function log_track_changes();
create trigger track_image_log_insert after insert on track_image referencing new table as changed_to
  for each statement execute function log_track_changes();
create trigger track_image_log_update after update on track_image referencing new table as changed_to
  for each statement execute function log_track_changes();
create trigger track_image_log_delete after delete on track_image referencing old table as changed_from
  for each statement execute function log_track_changes();
create trigger replay_log_insert after insert on replay referencing new table as changed_to
  for each statement execute function log_track_changes();
create trigger replay_log_update after update on replay referencing new table as changed_to
  for each statement execute function log_track_changes();
create trigger replay_log_delete after delete on replay referencing old table as changed_from
  for each statement execute function log_track_changes();
create trigger comment_log_insert after insert on comment referencing new table as changed_to
  for each statement execute function log_track_changes();
create trigger comment_log_update after update on comment referencing new table as changed_to
  for each statement execute function log_track_changes();
create trigger comment_log_delete after delete on comment referencing old table as changed_from
  for each statement execute function log_track_changes();
create trigger track_download_log_insert after insert on track_download referencing new table as changed
  for each statement execute function log_known_downloads();
create trigger track_download_log_update after update on track_download referencing new table as changed
  for each statement execute function log_known_downloads();
create trigger track_download_log_delete after delete on track_download referencing old table as changed
  for each statement execute function log_known_downloads();

create trigger profile_log_rename after update on profile
  referencing old table as changed_from new table as changed_to
  for each statement execute function log_renamed_uploaders();
