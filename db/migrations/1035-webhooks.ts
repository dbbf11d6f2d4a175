import { type Kysely, sql } from 'kysely';

/** Addresses to which users have public changes sent, and what happened to the latest deliveries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  create table webhook (
    site text not null references site,
    webhook_id integer not null check (webhook_id > 0),
    user_id integer not null,
    address text not null,
    origin text not null,                    -- of this edition, for links
    about text not null check (about in ('edition', 'own', 'pack')),
    pack_id integer,
    kinds text[] not null,                   -- as in the log of public changes
    only_new boolean not null,
    format text not null check (format in ('json', 'discord')),
    salt text not null,                      -- from which its secret is derived
    created_at timestamptz not null,
    off_because text check (off_because in ('owner', 'failed', 'gone')), -- null: it is on
    last_number bigint not null,             -- everything up to this change has been dealt with
    next_at timestamptz not null,            -- not before this time; a process that delivers moves it ahead
    failures integer not null default 0,     -- attempts since the last success
    failing_since timestamptz,
    tried_since timestamptz,                 -- the first attempt for the change that is next
    deliveries integer not null default 0,
    primary key (site, webhook_id),
    foreign key (site, user_id) references profile (site, user_id),
    foreign key (site, pack_id) references pack (site, pack_id) on delete cascade,
    check ((about = 'pack') = (pack_id is not null))
  ) partition by list (site);
  -- serves the list of a user
  create index webhook_user on webhook (site, user_id, webhook_id);
  -- serves the removal of a pack
  create index webhook_pack on webhook (site, pack_id) where pack_id is not null;
  -- serves the search for those that are due
  create index webhook_due on webhook (site, next_at) where off_because is null;

  -- the latest attempts of each; a slot is used again
  create table webhook_delivery (
    site text not null references site,
    webhook_id integer not null,
    slot integer not null,
    delivery integer not null,               -- counted for each webhook
    number bigint,                           -- of the change; null: a test
    what text not null,
    attempt integer not null,
    tried_at timestamptz not null,
    took_ms integer not null,
    status integer,                          -- of the answer; null: there was none
    outcome text not null check (outcome in ('delivered', 'failed', 'skipped')),
    reason text not null default '',
    primary key (site, webhook_id, slot),
    foreign key (site, webhook_id) references webhook (site, webhook_id) on delete cascade
  ) partition by list (site);`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw('drop table webhook_delivery, webhook').execute(db);
}
