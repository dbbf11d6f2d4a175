import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { killNotices } from './notices.ts';

/** NOTICES=10000 notifies more people, and kills the worker five times. */
const people = Number(process.env.NOTICES ?? 100);
const isLarge = people >= 1000;
const kills = isLarge ? 5 : 3;

const { db, url } = await testDb();

test('each user gets one notice and one mail about a news post while the worker is repeatedly killed', {
  timeout: 120_000 + people * 200,
}, async () => {
  const ctx = await testCtx({ db, site: 'tmnf' });
  await makePeople(people);
  const found = await killNotices({
    ctx,
    databaseUrl: url,
    people,
    kills,
    say: (line) => isLarge && console.log(line),
  });
  if (isLarge) console.log({ ...found, received: found.received.length });
  expect(found).toMatchObject({ killed: kills, notices: people, twice: 0, open: false });
  const distinct = new Set(found.received);
  expect(found.received.length, 'no mail arrived twice').toBe(distinct.size);
  // a mail whose sending was interrupted is never sent again: each kill costs at most one
  const { sent = 0, handed = 0 } = found.states;
  expect(sent + handed).toBe(people);
  expect(handed).toBeLessThanOrEqual(kills);
  expect(distinct.size).toBeGreaterThanOrEqual(sent);
  expect(distinct.size).toBeLessThanOrEqual(people);
});

/** Rows of accounts that receive mails about news. */
async function makePeople(count: number) {
  await sql`
    with a as (
      insert into account (name, name_key, email, email_key, email_confirmed_at, password_hash, created_at)
      select 'reader ' || n, 'reader ' || n, 'reader' || n || '@example.test', 'reader' || n || '@example.test', now(), 'none', now()
      from generate_series(1, ${count}::integer) n returning account_id, name
    ), p as (
      insert into profile (site, user_id, account_id, name, name_folded, registered_at)
      select 'tmnf', next_id('user', 'tmnf'), account_id, name, name, now() from a returning user_id
    ), m as (
      insert into notice_mail (site, user_id, origin, asked_at)
      select 'tmnf', user_id, 'http://tmnf.localhost:4321', now() from p
    )
    insert into notice_setting (site, user_id, notice_group, delivery, chosen_at)
    select 'tmnf', user_id, 'news', 'mail', now() from p`.execute(db);
}
