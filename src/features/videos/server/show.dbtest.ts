import { expect, test } from 'vitest';
import { makeUser } from '#db/seeds/make.ts';
import { makeVideo } from '#db/seeds/make-community.ts';
import { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { videoEndpoints } from './endpoints.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
const ann = await makeUser(ctx, { name: 'Ann' });
const videoId = await makeVideo(ctx, { posterId: ann.userId, title: 'A lap', linkId: 'abcdefghijk' });
const visitor = new Client(ctx, videoEndpoints);

test.each([
  ['', 'https://www.youtube.com/watch?v=abcdefghijk'],
  ['?t=42', 'https://www.youtube.com/watch?v=abcdefghijk&t=42s'],
  ['?t=javascript:1', 'https://www.youtube.com/watch?v=abcdefghijk'],
])('a video with "%s" leads to %s', async (query, location) => {
  const answer = await visitor.send('GET', `/videoshow/${videoId}${query}`);
  expect([answer.status, answer.headers?.location]).toEqual([302, location]);
});

test.each(['999', 'x', '0'])('there is no video %s', async (id) => {
  expect((await visitor.send('GET', `/videoshow/${id}`)).status).toBe(404);
});
