import { expect, test } from 'vitest';
import { makeUser } from '#demo/make.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeVideo } from '#testing/make-community.ts';
import { videoById } from './show.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
const ann = await makeUser(ctx, { name: 'Ann' });
const videoId = await makeVideo(ctx, { posterId: ann.userId, title: 'A lap', linkId: 'abcdefghijk' });

test('a video is shown with its link', async () => {
  expect(await videoById(ctx, videoId)).toMatchObject({
    Title: 'A lap',
    LinkId: 'abcdefghijk',
    Creator: null,
  });
});

test.each([0, 999])('video %i does not exist', async (id) => {
  expect(await videoById(ctx, id)).toBeNull();
});
