import { type Kysely, sql } from 'kysely';

/** Warnings, mutes and suspensions of accounts, on one edition or on all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sanction (
      sanction_id integer generated always as identity primary key,
      account_id integer not null references account on delete cascade,
      site text references site,                -- null: on every site
      kind text not null check (kind in ('warning', 'mute', 'suspension')),
      reason text not null,
      imposed_by integer references account,
      imposed_at timestamptz not null,
      ends_at timestamptz,                      -- null: for good
      lifted_by integer references account,
      lifted_at timestamptz,                    -- null: not lifted
      check (ends_at is not null or kind = 'suspension'),
      check (ends_at > imposed_at)
    )`.execute(db);
  // serves the sanctions in force, which are read with every session, and the record of a person
  await sql`create index sanction_account on sanction (account_id, sanction_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table sanction`.execute(db);
}
