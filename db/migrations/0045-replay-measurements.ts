import { type Kysely, sql } from 'kysely';

/** Measurements of the inputs of replays, for the evidence sheet. Files never change, so each is measured once per version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table replay_measurement (
      site text not null references site,
      sha256 text not null,
      version integer not null,                 -- of the measurement
      measured_at timestamptz not null,
      measured jsonb,                           -- null: the file cannot be read
      changes bytea,                            -- for the comparison with other runs; null without inputs
      refusal_code text,
      refusal text,
      primary key (site, sha256),
      foreign key (site, sha256) references replay (site, sha256) on delete cascade,
      check ((measured is null) = (refusal is not null)),
      check ((refusal is null) = (refusal_code is null))
    ) partition by list (site)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table replay_measurement`.execute(db);
}
