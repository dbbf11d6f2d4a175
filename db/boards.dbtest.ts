import { expect, test } from 'vitest';
import { forumBoards } from '#lib/codes/forum.ts';
import { testDb } from '#testing/db.ts';
import { ensureBoards } from './boards.ts';
import { acrossSites } from './for-site.ts';
import { migrateUp } from './migrate.ts';

const { db } = await testDb({ editions: 'all' });
const across = acrossSites(db, 'the test reads the boards of every edition');
const boardsOf = (site: string) =>
  across.selectFrom('forum_board').selectAll().where('site', '=', site).orderBy('board_id').execute();

test('a fresh database has the boards of every edition, without any demo', async () => {
  const sites = await across.selectFrom('site').select('code').execute();
  expect(sites.length).toBeGreaterThan(3);
  for (const { code } of sites)
    expect((await boardsOf(code)).map(({ title }) => title)).toEqual(forumBoards.map(({ title }) => title));
});

test('an edition added later gets its own boards; changes by an operator stay', async () => {
  await across
    .updateTable('forum_board')
    .set({ title: 'Paddock talk' })
    .where('site', '=', 'tmnf')
    .where('board_id', '=', 2)
    .execute();
  await across.deleteFrom('forum_board').where('site', '=', 'tmnf').where('board_id', '=', 12).execute();
  await migrateUp(db, [{ code: 'tmnf' }, { code: 'later' }]);
  expect(await boardsOf('later')).toHaveLength(forumBoards.length);
  const kept = await boardsOf('tmnf');
  expect(kept).toHaveLength(forumBoards.length - 1);
  expect(kept.find(({ board_id }) => board_id === 2)?.title).toBe('Paddock talk');
});

test('two concurrent processes', async () => {
  await across.deleteFrom('forum_board').where('site', '=', 'later').execute();
  await Promise.all([1, 2, 3].map(() => ensureBoards(across, ['later'])));
  expect(await boardsOf('later')).toHaveLength(forumBoards.length);
});
