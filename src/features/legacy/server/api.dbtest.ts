import { beforeAll, expect, test } from 'vitest';
import { type MadeUser, makeTrack, makeUser } from '#demo/make.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask } from '#testing/rights/asker.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
let ann: MadeUser;
const ids: number[] = [];

beforeAll(async () => {
  ann = await makeUser(ctx, { name: 'Ann' });
  for (let n = 0; n < 41; n++)
    ids.unshift(
      await makeTrack(ctx, ann, {
        track: { name: `Turn ${n}`, uploaded_at: new Date(Date.UTC(2026, 0, 1, n)) },
      }),
    );
});

const textAt = async (query: Record<string, string>) =>
  (await ask(ctx, { method: 'GET', path: '/apiget.aspx', query })).text;
const idsAt = async (query: Record<string, string>) =>
  (await textAt(query))
    .split('\r\n')
    .slice(0, -1)
    .map((row) => Number(row.split('\t')[0]));

test.each([
  ['0', 0, 20],
  ['1', 20, 40],
  ['2', 40, 41],
  ['3', 41, 41],
  ['49', 41, 41],
  ['50', 41, 41],
])('page %s of a search has the tracks from %i to %i', async (page, start, end) => {
  expect(await idsAt({ action: 'apisearch', track: 'turn', page })).toEqual(ids.slice(start, end));
});

test('a search that fills its last page ends after it', async () => {
  const query = { action: 'apisearch', track: 'turn', author: 'ann' };
  const twenty = ids.at(-20) ?? 0;
  expect(await idsAt({ ...query, track: 'Turn 1', page: '0' })).toHaveLength(11);
  expect((await idsAt({ ...query, page: '1' })).at(-1)).toBe(ids[39]);
  expect(twenty).toBe(ids[21]);
});

test('tabs and line breaks in texts do not add cells or rows', async () => {
  const trackId = await makeTrack(ctx, ann, {
    track: { name: 'Tab\there', author_comments: 'one\ttwo\r\nthree\u001b' },
  });
  const cells = (await textAt({ action: 'apitrackinfo', id: `${trackId}` })).split('\t');
  expect(cells).toHaveLength(19);
  expect([cells[1], cells[16]]).toEqual(['Tab here', 'one two\u001fthree ']);
  const rows = (await textAt({ action: 'apisearch', trackid: `${trackId}` })).split('\r\n');
  expect(rows).toHaveLength(2);
  expect(rows[0]?.split('\t')).toHaveLength(24);
});
