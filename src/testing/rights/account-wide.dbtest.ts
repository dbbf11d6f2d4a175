import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { app } from '#app.ts';
import { sitedTables } from '#db/database.ts';
import { changeSettings } from '#features/administration/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
import { type SettingChanges, usualSettings } from '#lib/switches/model.ts';
import { inTransaction } from '#platform/ctx.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { grantRole } from '#testing/moderators.ts';
import { writers } from '#testing/tables.ts';
import { asMember } from '#testing/tracks.ts';
import { safeOnEveryEdition, statesNoEditions, writtenByOthers } from './account-wide.ts';
import { ask } from './asker.ts';
import { undone } from './undone.ts';

const { db } = await testDb();
const there = await testCtx({ db, site: 'tmnf' });
const admin = await grantRole(await asMember(there), Level.administrator, 'all');
const member = await asMember(seenFrom(there, { site: 'tmo' }));
const until = new Date(there.clock.now().getTime() + 86_400_000);

const writes = Object.entries(app.routes as RouteTable).filter(([route]) => !route.startsWith('GET '));
const accountWide = writes.filter(([, { write }]) => write?.touches === 'account').map(([route]) => route);
const refused = accountWide.filter((route) => !(route in safeOnEveryEdition));

const set = (changes: SettingChanges) =>
  inTransaction(admin, (tx) => changeSettings(tx, changes, 'The test of account-wide writes.'));

async function impose(
  kind: 'warning' | 'mute' | 'suspension',
  site: string | null,
  ends_at: Date | null = until,
) {
  const account_id = member.viewer.accountId ?? 0;
  const values = {
    account_id,
    site,
    kind,
    ends_at,
    reason: 'Insults.',
    imposed_by: null,
    imposed_at: there.clock.now(),
  };
  await db
    .insertInto('sanction')
    .values({ ...values, lifted_by: null, lifted_at: null })
    .execute();
}

afterEach(async () => {
  await db.deleteFrom('sanction').execute();
  await set(usualSettings);
});

/** What the member is told on the other edition, whose sanctions and switches permit everything. */
async function heard(route: string): Promise<{ status: number; text: string }> {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replaceAll(/:\w+/g, '1');
  const { status, text } = await undone(member, (tx) =>
    ask(tx, { method, path, form: { Name: 'New name' } }),
  );
  return { status, text };
}

test('every write says which editions it touches', () => {
  const silent = writes.filter(([, { write }]) => write === undefined).map(([route]) => route);
  expect(silent.sort()).toEqual(Object.keys(statesNoEditions).sort());
});

test('the short list names only account-wide writes, and they work always', () => {
  for (const route of Object.keys(safeOnEveryEdition)) {
    const scope = (app.routes as RouteTable)[route as keyof RouteTable]?.write;
    expect([route, scope]).toEqual([
      route,
      { touches: 'account', whileMuted: 'allowed', whileReadOnly: 'allowed' },
    ]);
  }
  expect(refused).toEqual(expect.arrayContaining(['POST /account/name', 'POST /account/tokens']));
});

const because = ', and this changes your account on every edition.';
const end = 'until 2026-11-22 12:00 UTC';

test.each([
  ['muted on another edition', 'mute', 'tmnf', until, `You are muted on Nations Forever ${end}${because}`],
  [
    'suspended on another',
    'suspension',
    'tmnf',
    until,
    `You are suspended on Nations Forever ${end}${because}`,
  ],
  [
    'suspended for good',
    'suspension',
    'tmnf',
    null,
    `You are suspended on Nations Forever for good${because}`,
  ],
  ['muted on all', 'mute', null, until, `You are muted on all editions ${end}${because}`],
] as const)(
  '%s: account-wide writes are refused, except those of the list',
  async (_, kind, site, ends, text) => {
    await impose(kind, site, ends);
    for (const route of accountWide) {
      const answer = await heard(route);
      if (route in safeOnEveryEdition) expect([route, answer.text]).not.toEqual([route, text]);
      else expect([route, answer]).toEqual([route, { status: 403, text }]);
    }
  },
);

test('an account-wide write is refused while any edition is read-only, except those of the list', async () => {
  await set({ ReadOnly: true });
  const text = `Nations Forever is read-only at the moment, and this changes your account on every edition. Try again later.`;
  for (const route of accountWide) {
    const answer = await heard(route);
    if (route in safeOnEveryEdition) expect([route, answer.text]).not.toEqual([route, text]);
    else expect([route, answer]).toEqual([route, { status: 503, text }]);
  }
});

test('a warning, and a sanction that has ended, refuse nothing', async () => {
  await impose('warning', 'tmnf');
  await impose('mute', 'tmnf');
  there.clock.forward({ days: 1 });
  for (const route of refused) {
    const { text } = await heard(route);
    expect([route, text]).not.toEqual([route, expect.stringContaining(because)]);
  }
});

test('a second before its end a mute still refuses', async () => {
  await impose('mute', 'tmnf', new Date(there.clock.now().getTime() + 1000));
  for (const route of refused) expect((await heard(route)).text).toContain(because);
});

test('tables of accounts are written by accounts and sanctions only', async () => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'account_id'
      and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')`.execute(
    db,
  );
  const sited: readonly string[] = sitedTables;
  const shared = [...new Set(rows.map(({ table_name }) => table_name))].filter(
    (table) => table in writers && !sited.includes(table),
  );
  const own = ['src/features/accounts/', 'src/platform/auth/', 'src/features/sanctions/'];
  const others = shared.filter((table) => writers[table]?.some((folder) => !own.includes(folder)));
  expect(others.sort()).toEqual(Object.keys(writtenByOthers).sort());
  expect(shared).toContain('api_token');
});
