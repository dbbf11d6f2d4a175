import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { inTransaction } from '#platform/ctx.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { asMember } from '#testing/tracks.ts';
import { startThread } from './actions.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const posts = listAt(app.routes, '/api/posts');
const text = 'A volcano with lava is [b]bold[/b] [color=red]here[/color].';
const { threadId } = await inTransaction(await asMember(world), (tx) =>
  startThread(tx, { boardId: 2, title: 'Words', text }),
);

test.each([
  ['text=volcano', 1],
  ['text=VOLCANO lava', 1],
  ['text="lava volcano"', 0],
  ['text=volcano -lava', 0],
  ['text=bold', 1],
  ['text=color', 0],
])('search: %s', async (query, found) => {
  expect((await ask(world, posts, `threadid=${threadId}&${query}`)).Results).toHaveLength(found);
});
