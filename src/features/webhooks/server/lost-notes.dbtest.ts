import { afterAll, beforeEach, expect, test } from 'vitest';
import { openDb } from '#db/client.ts';
import { numberChanges } from '#features/changes/server/repo.ts';
import { testDb } from '#testing/db.ts';
import { startDbProxy } from '#testing/db-proxy.ts';
import { webhookWorld } from '#testing/webhook-world.ts';

const { db, url } = await testDb();
const { world, clock, ann, say, newReceiver, hook, stored, log, deliver } = await webhookWorld(db);
await numberChanges(world);

/** The process that delivers reaches the database through this. */
const proxy = await startDbProxy(url);
const through = openDb(proxy.url, { statementTimeoutMs: 2000 });
const delivering = { ...world, db: through.db };
afterAll(async () => {
  await through.close();
  await proxy.close();
});

beforeEach(async () => {
  await db.deleteFrom('webhook').where('site', '=', 'tmnf').execute();
  await db.deleteFrom('rate_limit').execute();
});

const comments = (got: readonly { readonly body: string }[]) =>
  got.map(({ body }) => JSON.parse(body).Row.Comment as string);

test.each([
  ['restarts', () => proxy.cut()],
  ['hangs', () => proxy.freeze()],
])(
  'an event that was delivered while the database %s comes again with its id, and none is lost or overtaken',
  async (_, fail) => {
    const receiver = newReceiver();
    const id = await hook(ann, receiver);
    for (const text of ['one', 'two', 'three']) await say(text);
    await numberChanges(world);
    // the receiver has the second one, and the note of that is lost
    receiver.answers(() => {
      if (receiver.got.length === 2) fail();
      return {};
    });
    await deliver(delivering);
    expect(comments(receiver.got)).toEqual(['one', 'two']);
    expect(await log(id)).toHaveLength(1);
    // while the database is away, nothing is sent
    await deliver(delivering).catch(() => {});
    expect(receiver.got).toHaveLength(2);
    proxy.cut();
    proxy.restore();
    await say('four');
    await deliver(delivering);
    expect(receiver.got).toHaveLength(2); // until the claim of the turn that was lost ends
    clock.forward({ minutes: 1 });
    await deliver(delivering);
    expect(comments(receiver.got)).toEqual(['one', 'two', 'two', 'three', 'four']);
    const [, first, again] = receiver.got;
    expect([again?.id, again?.body]).toEqual([first?.id, first?.body]);
    expect(new Set(receiver.got.map((one) => one.id)).size).toBe(4);
    expect((await log(id)).map(({ outcome }) => outcome)).toEqual(Array(4).fill('delivered'));
    expect(await stored(id)).toMatchObject({ failures: 0, failing_since: null, off_because: null });
  },
);

test('an attempt that failed while the database is away is tried again, and counts as none', async () => {
  const receiver = newReceiver(() => {
    proxy.cut();
    return { status: 503 };
  });
  const id = await hook(ann, receiver);
  await say('one');
  await numberChanges(world);
  await deliver(delivering);
  proxy.restore();
  expect(await stored(id)).toMatchObject({ failures: 0 });
  receiver.answers(() => ({}));
  clock.forward({ minutes: 1 });
  await deliver(delivering);
  expect(comments(receiver.got)).toEqual(['one', 'one']);
  expect(new Set(receiver.got.map((one) => one.id)).size).toBe(1);
});
