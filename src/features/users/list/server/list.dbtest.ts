import { beforeAll, describe, expect, test } from 'vitest';
import { app } from '#app.ts';
import { Level } from '#lib/codes/level.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { asMember } from '#testing/tracks.ts';
import { userList } from './list.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const list = listAt(app.routes, '/api/users');
const names = async (query: string, ctx = world) =>
  (await ask(ctx, list, query)).Results.map((row) => row.Name);

/** Different kinds of users, each with different counters. */
const cast = ['Zoë', 'Spam', 'spammer', 'Xspam', '100%_real', 'Mod', 'Leader', 'Chief', 'Old Hand'];
const person: Record<string, Awaited<ReturnType<typeof asMember>>> = {};
const idOf = (name: string) => person[name]?.viewer.userId ?? 0;

beforeAll(async () => {
  for (const [index, name] of cast.entries()) {
    const who = await asMember(world);
    person[name] = who;
    const n = index + 1;
    await db
      .updateTable('profile')
      .set({
        name,
        name_folded: foldForSearch(name),
        registered_at: new Date(Date.UTC(2010, 0, n)),
        custom_title: name === 'Zoë' ? 'The 5th' : null,
        tracks: n,
        packs: n,
        awards_received: 10 * n,
        awards_given: 100 - n,
        comments_received: n,
        comments_given: n,
        forum_posts: n,
        forum_threads: n,
        videos_posted: n,
        videos_created: n,
        replays: n,
        favorites: n,
        achievements: n,
        author_medals: n,
        gold_medals: n,
        silver_medals: n,
        bronze_medals: n,
      })
      .where('site', '=', 'tmnf')
      .where('user_id', '=', who.viewer.userId)
      .execute();
  }
  const grant = (name: string, level: number, site: string | null) =>
    db
      .insertInto('role_grant')
      .values({
        account_id: person[name]?.viewer.accountId ?? 0,
        site,
        level,
        granted_by: null,
        granted_at: world.clock.now(),
      })
      .execute();
  await grant('Mod', Level.moderator, 'tmnf');
  await grant('Leader', Level.siteLeader, 'tmnf');
  await grant('Chief', Level.administrator, null);
  await grant('Spam', Level.moderator, 'tmo'); // on another edition: no role here
  await db
    .updateTable('account')
    .set({ supporter_until: new Date('2027-01-01') })
    .where('account_id', '=', person.Spam?.viewer.accountId ?? 0)
    .execute();
  await db
    .updateTable('account')
    .set({ supporter_until: new Date('2020-01-01') })
    .where('account_id', '=', person.Mod?.viewer.accountId ?? 0)
    .execute();
  for (const [from_year, to_year, title] of [
    [2008, 2012, 'Moderator'],
    [2012, 2014, 'Site Leader'],
  ] as const) {
    await db
      .insertInto('former_crew')
      .values({ site: 'tmnf', user_id: idOf('Old Hand'), title, from_year, to_year })
      .execute();
  }
  await db
    .insertInto('favorite_user')
    .values({
      site: 'tmnf',
      user_id: idOf('Mod'),
      favorite_id: idOf('Zoë'),
      added_at: world.clock.now(),
    })
    .execute();
});

test('by default the newest come first with id and name', async () => {
  const { Results, More } = await ask(world, list, 'count=2');
  expect(Results).toEqual([
    { UserId: idOf('Old Hand'), Name: 'Old Hand' },
    { UserId: idOf('Chief'), Name: 'Chief' },
  ]);
  expect(More).toBe(true);
});

test.each([
  ['a part, whatever the case', 'name=SPAM&order1=1', ['Spam', 'spammer', 'Xspam']],
  ['an accent left out', 'name=zoe', ['Zoë']],
  ['a look-alike letter', 'name=%D0%B7%D0%BE%D0%B5', []], // з is not z
  ['the whole name first when no order is requested', 'name=spam', ['Spam', 'spammer', 'Xspam']],
  ['by relevance even when the name sorts late', 'name=spam&order1=relevance', ['Spam', 'spammer', 'Xspam']],
  ['a requested order is exact', 'name=spam&order1=4', ['Xspam', 'spammer', 'Spam']],
  ['signs of the pattern are letters', 'name=0%25_r', ['100%_real']],
  ['an underscore is no wildcard', 'name=0_%25', []],
  ['nobody has a number on the sister site', 'mxid=1,2', []],
  ['a name of nobody', 'name=nobody', []],
])('a name is found by %s', async (_, query, expected) => {
  expect(await names(query)).toEqual(expected);
});

test('a number typed as a name finds the user with this id too', async () => {
  expect(await names(`name=${idOf('Xspam')}`)).toContain('Xspam');
});

test.each([
  ['tracksmin=8&order1=3', ['Chief', 'Old Hand']],
  ['tracksmin=2&tracksmax=3&order1=3', ['Spam', 'spammer']],
  ['awardsmin=20&awardsmax=30&order1=3', ['Spam', 'spammer']],
  ['awardsgivenmin=98&order1=3', ['Zoë', 'Spam']],
  ['awardsgivenmax=91&order1=3', ['Old Hand']],
  ['registeredafter=2010-01-08&order1=3', ['Chief', 'Old Hand']],
  ['registeredbefore=01/02/2010 00:00:00&order1=3', ['Zoë', 'Spam']],
  ['insupporters=1', ['Spam']],
  ['inmoderators=1&order1=40', ['Chief', 'Leader', 'Mod']],
  ['inmoderators=true&tracksmax=7&order1=3', ['Mod', 'Leader']],
  ['informercrew=1', ['Old Hand']],
  ['informercrew=0&inmoderators=0&insupporters=0&tracksmax=4&order1=3', ['Zoë', 'spammer', 'Xspam']],
  ['infavorite=1', []],
  ['page=2&limit=1&name=zoe', ['Zoë']],
])('%s', async (query, expected) => {
  expect(await names(query)).toEqual(expected);
});

test('ids are a list, in the requested order', async () => {
  expect(await names(`id=${idOf('Spam')},${idOf('Chief')},99999&order1=1`)).toEqual(['Chief', 'Spam']);
});

test('favourites are those of the viewer', async () => {
  const mod = person.Mod ?? world;
  expect(await names('infavorite=1', mod)).toEqual(['Zoë']);
  const { Results } = await ask(mod, list, 'name=zoe&fields=IsFavorite');
  expect(Results).toEqual([{ IsFavorite: true }]);
});

test('titles: the role on this edition, otherwise the user’s own', async () => {
  const { Results } = await ask(
    world,
    list,
    'order1=3&fields=Title,ModTitle,CustomTitle,IsModerator,IsSupporter,Notes',
  );
  const plain = { Title: null, ModTitle: null, CustomTitle: null, IsModerator: false, IsSupporter: false };
  expect(Results[0]).toEqual({ ...plain, Title: 'The 5th', CustomTitle: 'The 5th', Notes: null });
  expect(Results[1]).toEqual({ ...plain, IsSupporter: true, Notes: null });
  expect(Results.slice(5, 8).map((row) => [row.Title, row.ModTitle, row.IsModerator])).toEqual([
    ['Moderator', 'Moderator', true],
    ['Site Leader', 'Site Leader', true],
    ['Administrator', 'Administrator', true],
  ]);
  expect(Results[8].Notes).toBe('Moderator, 2008–2012; Site Leader, 2012–2014');
});

describe('orders', () => {
  const byCode = Object.values(userList.orders).map(({ about, codes }) => [about, ...codes] as const);
  const up = ['Zoë', 'Spam', 'spammer', 'Xspam', '100%_real', 'Mod', 'Leader', 'Chief', 'Old Hand'];
  test.each(byCode)('%s', async (about, ascendingCode, descendingCode) => {
    const among = about === 'role in the crew' ? 'inmoderators=1' : 'tracksmin=1';
    const ascending = await names(`order1=${ascendingCode}&${among}`);
    const descending = await names(`order1=${descendingCode}&${among}`);
    if (about === 'name') expect(ascending.slice(0, 3)).toEqual(['100%_real', 'Chief', 'Leader']);
    else if (about === 'awards given') expect(ascending).toEqual([...up].reverse());
    else if (about === 'role in the crew') expect(ascending).toEqual(['Mod', 'Leader', 'Chief']);
    else expect(ascending).toEqual(up);
    expect(descending).toEqual([...ascending].reverse());
  });
});

test.each([
  ['tracksmin=many', "Invalid value for 'tracksmin': it must be a whole number."],
  [
    'registeredafter=someday',
    "Invalid value for 'registeredafter': it must be a date such as 2010-02-28 or 2010-02-28T18:30:00.",
  ],
  ['INMODERATORS=perhaps', "Invalid value for 'inmoderators': it must be 1 or 0."],
  ['fields=Password', "Specified field 'Password' does not exist"],
  ['id=1,x', "Invalid value for 'id': it must be a whole number from 0."],
])('%s is refused', async (query, detail) => {
  await expect(ask(world, list, query)).rejects.toThrow(detail);
});
