import { type Kysely, sql } from 'kysely';

/** Claims of users to the copies of their profiles on other sites, and rows that follow their source no longer because of one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  alter table mirrored drop constraint mirrored_state_check;
  alter table mirrored add constraint mirrored_state_check
    check (state in ('copied', 'here', 'refused', 'gone', 'erased', 'claimed'));

  create table user_claim (
    site text not null references site,
    copied_id integer not null,              -- the profile that was copied
    user_id integer not null,                -- the claimant
    code text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    granted_at timestamptz,                  -- null: not proved yet
    proof text check (proof in ('profile', 'login')),
    finished_at timestamptz,                 -- when nothing of the copied profile was left to hand over
    primary key (site, copied_id, user_id),
    foreign key (site, copied_id) references profile (site, user_id),
    foreign key (site, user_id) references profile (site, user_id),
    check ((granted_at is null) = (proof is null))
  ) partition by list (site);
  -- a profile belongs to one claimant, whose page its address leads to
  create unique index user_claim_granted on user_claim (site, copied_id) where granted_at is not null;
  -- serves the list of a user's claims
  create index user_claim_user on user_claim (site, user_id, created_at);
  -- serves the job that hands over what was copied in the meantime
  create index user_claim_unfinished on user_claim (site, granted_at) where granted_at is not null and finished_at is null;

  select log_for_pages('user_claim', '{copied_id}', '{code,created_at,expires_at,proof,finished_at}');`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  drop table user_claim;
  drop function log_user_claim_for_pages();
  update mirrored set state = 'here' where state = 'claimed';
  alter table mirrored drop constraint mirrored_state_check;
  alter table mirrored add constraint mirrored_state_check
    check (state in ('copied', 'here', 'refused', 'gone', 'erased'));`)
    .execute(db);
}
