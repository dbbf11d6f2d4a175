import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/database.ts';

/** Fills one edition with people and tracks made by PostgreSQL itself: rows to measure with, not a community. */
export async function fillTracks(db: Kysely<Database>, site: string, tracks: number): Promise<void> {
  const people = Math.ceil(tracks / 20);
  await sql`
    with accounts as (
      insert into account (name, name_key, email, email_key, password_hash, created_at)
      select 'Driver ' || n, 'driver ' || n, 'd' || n || '@example.org', 'd' || n || '@example.org', '', now()
      from generate_series(1, ${people}::integer) n returning account_id, name
    )
    insert into profile (site, user_id, account_id, name, name_folded, registered_at)
    select ${site}, next_id('user', ${site}), account_id, name, lower(name), now() from accounts`.execute(db);
  await sql`
    insert into track (site, track_id, uploader_id, name, name_folded, primary_type, environment, car, mood, difficulty,
      routes, tags, author_time_ms, gold_target, silver_target, bronze_target, uploaded_at, updated_at, activity_at, awards)
    select ${site}, next_id('track', ${site}), 1 + n % ${people}::integer, '$f80Speed$z Track ' || n, 'speed track ' || n,
      0, 7, 7, n % 4, n % 4, n % 3, array[n % 5, 5 + n % 7]::smallint[], 20000 + n % 90000, 25000, 30000, 40000,
      now() - n * interval '7 minutes', now(), now(), n % 50
    from generate_series(1, ${tracks}::integer) n`.execute(db);
  await sql`
    insert into blob (sha256, size_bytes, created_at)
    select lpad(to_hex(track_id), 64, '0'), 1000, now() from track where site = ${site}`.execute(db);
  await sql`
    insert into track_version (site, track_id, version, uid, sha256, file_name, file_size, game, facts, uploaded_by, uploaded_at)
    select site, track_id, 1, 'uid' || track_id, lpad(to_hex(track_id), 64, '0'), 'x.Challenge.Gbx', 1000, 'TMF', '{}',
      uploader_id, uploaded_at
    from track where site = ${site}`.execute(db);
  await sql`
    insert into track_author (site, track_id, user_id, is_uploader, is_pending)
    select site, track_id, uploader_id, true, false from track where site = ${site}`.execute(db);
  await sql`vacuum analyze`.execute(db);
}
