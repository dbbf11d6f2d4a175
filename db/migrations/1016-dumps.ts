import { type Kysely, sql } from 'kysely';

/** Nightly dumps of what everybody sees. Their files are in the store. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  create table dump (
    site text not null references site,
    dump_id text not null,                   -- when it was begun: 20261127T031500Z
    made_at timestamptz not null,
    signature text not null,                 -- of its manifest
    primary key (site, dump_id)
  ) partition by list (site);
  create table dump_file (
    site text not null references site,
    dump_id text not null,
    name text not null,
    sha256 text not null references blob,
    size_bytes bigint not null,
    primary key (site, dump_id, name),
    foreign key (site, dump_id) references dump (site, dump_id) on delete cascade
  ) partition by list (site);
  -- serves the check that a blob is still needed
  create index dump_file_blob on dump_file (sha256);`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('drop table dump_file, dump').execute(db);
}
