import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { observingStatements } from '#db/statement-tables.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { inTransaction } from '#platform/ctx.ts';
import { params } from '#platform/lists/params.ts';
import { readPage } from '#platform/lists/run.ts';
import { rememberStatements } from '#scripts/bench/statements-seen.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { readingTogether } from './read-together.ts';

const { db } = await testDb({ editions: 'all' });
const world = await testCtx({ db, site: 'tmnf' });
const author = await asMember(world);
for (let n = 0; n < 5; n++) await makeTrack(author);
const seen = rememberStatements();
const sent = () => seen().reduce((sum, { times }) => sum + times, 0);

const everyType = (ctx: typeof world) => sql`
  select true as yes, 3::smallint as small, 4 as whole, 9007199254740991::bigint as large, 1.5::numeric as exact, 0.1::float8 as near,
    'NaN'::float8 as none, 'a "b" \\ c' as text, 'x'::varchar as short, null::timestamptz as never, ${ctx.clock.now()}::timestamptz as at,
    '2026-11-27'::date as day, '2026-11-27 10:00'::timestamp as bare, '{"a":[1,null]}'::jsonb as json, '{"b":1}'::json as plain,
    '{1,2}'::integer[] as ids, '{3,4}'::bigint[] as large_ids, '{a,NULL,"b,c"}'::text[] as texts, '\\x00ff'::bytea as bytes,
    '{"2026-11-27 10:00:00+00"}'::timestamptz[] as times
  union all select false, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null`;

/** Sections of a page: what they return, whatever they are read with. */
const sections = (ctx: typeof world) => [
  everyType(ctx)
    .execute(ctx.db)
    .then(({ rows }) => rows),
  forSite(ctx, 'track')
    .select(['track_id', 'name', 'uploaded_at'])
    .orderBy('track_id', 'desc')
    .limit(3)
    .execute(),
  forSite(ctx, 'profile').where('user_id', '=', -1).select('name').execute(),
  readPage(ctx, trackList, params({ fields: 'TrackId,TrackName,UploadedAt', count: 2, order1: 1 })),
  readPage(
    ctx,
    trackList,
    params({ fields: 'TrackId', count: 4, order1: 2, authoruserid: author.viewer.userId }),
  ),
];
const page = (): typeof world => ({
  ...readingTogether(world),
  clock: world.clock,
  mail: world.mail,
  jobs: world.jobs,
});

test('each section is noted as reading its own tables, whichever sends the statement', async () => {
  const noted = async (reads: (ctx: typeof world) => Promise<unknown>, ctx: typeof world) => {
    const texts: string[] = [];
    const observer = {
      statement: (text: string | null) => void texts.push(text ?? ''),
      acrossSites: () => {},
    };
    await observingStatements(observer, () => reads(ctx));
    return texts.join(';');
  };
  for (let times = 0; times < 3; times++) {
    const ctx = page();
    const [tracks, people, again] = await Promise.all([
      noted((one) => forSite(one, 'track').select('name').execute(), ctx),
      noted((one) => forSite(one, 'profile').select('name').execute(), ctx),
      noted((one) => forSite(one, 'profile').select('name').execute(), ctx),
    ]);
    expect(tracks).toMatch(/track/);
    expect(tracks).not.toMatch(/profile/);
    expect(people).toMatch(/profile/);
    expect(people).not.toMatch(/track/);
    expect(again).toBe(people);
  }
});

test('sections that are read together get the rows of their own statements, from one', async () => {
  const alone = await Promise.all(sections(world));
  expect(alone.map((rows) => ('rows' in rows ? rows.rows.length : rows.length))).toEqual([2, 3, 0, 2, 4]);
  seen();
  for (const times of [5, 1, 1, 1, 1]) {
    // the columns of a statement are known after its first time
    expect(await Promise.all(sections(page()))).toEqual(alone);
    expect(sent()).toBe(times);
  }
});

test('values of one edition are not those of another', async () => {
  const other = { ...page(), site: world.sites.find(({ code }) => code === 'tmn') ?? world.site };
  const count = (ctx: typeof world) =>
    forSite(ctx, 'track')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
  for (let n = 0; n < 3; n++) {
    const own = page();
    const counts = await Promise.all([count(own), count({ ...own, site: other.site }), count(own)]);
    expect(counts.map(({ n }) => n)).toEqual([5, 0, 5]);
  }
});

test('a section that fails does not fail the others', async () => {
  const of = (ctx: typeof world, divisor: number) =>
    sql<{ n: number }>`select 6 / ${divisor}::integer as n`.execute(ctx.db).then(({ rows }) => rows[0]?.n);
  await of(page(), 1);
  const ctx = page();
  const [half, failed, third] = await Promise.allSettled([of(ctx, 2), of(ctx, 0), of(ctx, 3)]);
  expect([half, third]).toMatchObject([{ value: 3 }, { value: 2 }]);
  expect(failed).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringContaining('division by zero') },
  });
});

test('what several sections read is read once, until the page writes', async () => {
  const ctx = page();
  const name = () =>
    forSite(ctx, 'profile')
      .where('user_id', '=', author.viewer.userId)
      .select('name')
      .executeTakeFirstOrThrow();
  await name();
  sent();
  const before = await Promise.all([name(), name()]);
  expect(sent()).toBe(0);
  expect(before[0]).toEqual(before[1]);
  await inTransaction(ctx, (tx) =>
    tx.db
      .updateTable('profile')
      .set({ name: 'renamed' })
      .where('site', '=', 'tmnf')
      .where('user_id', '=', author.viewer.userId)
      .execute(),
  );
  expect(await name()).toEqual({ name: 'renamed' });
});
