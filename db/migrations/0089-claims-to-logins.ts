import { type Kysely, sql } from 'kysely';

/** Claims to game logins. What proved a login is stored with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table login_claim (
      site text not null references site,
      claim_id integer not null check (claim_id > 0),
      user_id integer not null,                 -- who claims it
      login_key text not null,
      login text not null,                      -- as typed
      code text not null,
      state text not null default 'open'
        check (state in ('open', 'disputed', 'granted', 'rejected', 'withdrawn')),
      created_at timestamptz not null,
      expires_at timestamptz not null check (expires_at > created_at), -- of the code
      proof text check (proof in ('replay', 'record')),
      proof_text text,                          -- what was received, for both sides and moderators
      proved_at timestamptz,
      holder_id integer,                        -- whose login it was when the claim was proved
      answer text,                              -- the holder's
      answered_at timestamptz,
      decided_at timestamptz,
      primary key (site, claim_id),
      foreign key (site, user_id) references profile (site, user_id),
      check ((proof is null) = (proved_at is null)),
      check (state not in ('disputed', 'granted', 'rejected') or proof is not null)
    ) partition by list (site)`.execute(db);
  // serves the claims of a user
  await sql`create index login_claim_user on login_claim (site, user_id, claim_id)`.execute(db);
  // serves the claims about the logins of a user
  await sql`create index login_claim_holder on login_claim (site, holder_id, claim_id) where holder_id is not null`.execute(
    db,
  );
  // serves proofs that arrive: files and records with a login. A user has one claim to a login at a time
  await sql`create unique index login_claim_live on login_claim (site, login_key, user_id)
    where state in ('open', 'disputed')`.execute(db);
  // serves the job that deletes claims whose code has expired
  await sql`create index login_claim_expired on login_claim (site, expires_at) where state = 'open'`.execute(
    db,
  );

  await sql`
    alter table game_login
      add column proof text not null default 'replay' check (proof in ('replay', 'record', 'moderator')),
      alter column replay_id drop not null      -- null: a game server or a moderator proved it
  `.execute(db);
  // what files named as a login could have line breaks
  await sql`update replay set driver_login = nullif(left(trim(regexp_replace(driver_login, '[[:space:][:cntrl:]]+', ' ', 'g')), 100), '')
    where driver_login ~ '[[:space:][:cntrl:]]' or length(driver_login) > 100`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from game_login where replay_id is null`.execute(db);
  await sql`alter table game_login drop column proof, alter column replay_id set not null`.execute(db);
  await sql`drop table login_claim`.execute(db);
}
