import { expect, test } from 'vitest';
import { openDb } from '#db/client.ts';
import { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { startDbProxy } from '#testing/db-proxy.ts';
import { asMember } from '#testing/tracks.ts';
import { waitingFor } from './load-waiting.ts';

test('if the counts of the header cannot be read, the page is shown without them', async () => {
  const { db, url } = await testDb();
  const ctx = await asMember(await testCtx({ db }), Level.moderator);
  expect(await waitingFor(ctx)).toEqual({ notices: 0, messages: 0, reports: 0 });
  const proxy = await startDbProxy(url);
  const lost = openDb(proxy.url, { max: 1 });
  proxy.cut();
  expect(await waitingFor({ ...ctx, db: lost.db })).toEqual({ notices: 0, messages: 0, reports: 0 });
  await lost.close();
  await proxy.close();
});
