import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { app } from '#app.ts';
import { acrossSites } from '#db/for-site.ts';
import { visitor } from '#platform/viewer.ts';
import { Client } from '#testing/client.ts';
import { seenFrom, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeComment } from '#testing/make-lists.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { eventsOf, listenerBounds } from './events.ts';
import { mostUnread } from './listener.ts';
import { numberChanges } from './repo.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
/** Another process of the installation. */
const elsewhere = await testCtx({ db, site: 'tmnf' });
const ann = await asMember(world);
const comment = (trackId: number) => makeComment(world, { trackId, userId: ann.viewer.userId, text: 'Nice' });

/** A stream as a client reads it. */
class Reader {
  readonly stream: Readable;
  constructor(stream: Readable) {
    this.stream = stream;
    onTestFinished(() => void stream.destroy());
  }
  /** What has arrived since the last call: `id act kind id` of each event. */
  events(): [id: string, what: string][] {
    let text = '';
    for (let part = this.stream.read(); part !== null; part = this.stream.read()) text += String(part);
    return [...text.matchAll(/^id: (\d+)\ndata: (.+)$/gm)].map(([, id = '', data = '']) => {
      const { Act, Kind, Id, Number: number } = JSON.parse(data);
      expect(String(number)).toBe(id);
      return [id, `${Act} ${Kind} ${Id}`];
    });
  }
  whats(): string[] {
    return this.events().map(([, what]) => what);
  }
}

const send = (query: string, lastId?: string, ctx = world) =>
  new Client(seenFrom(ctx, { viewer: visitor }), app.routes).send('GET', `/api/events?${query}`, {
    headers: lastId === undefined ? {} : { 'last-event-id': lastId },
  });
async function listen(query = '', lastId?: string, ctx = world): Promise<Reader> {
  const { body, status } = await send(query, lastId, ctx);
  expect(status).toBe(200);
  if (!(body instanceof Readable)) throw new Error('The response is no stream.');
  return new Reader(body);
}
const poll = () => Promise.all([world, elsewhere].map((ctx) => eventsOf(ctx).poll()));

test('listeners of every process get each change once, in order; kinds and things select', async () => {
  const track = await makeTrack(ann);
  const other = await makeTrack(ann);
  const all = await listen();
  const there = await listen('', undefined, elsewhere);
  const comments = await listen('kinds=comment');
  const ofTrack = await listen(`trackid=${track}`);
  const first = await comment(track);
  const second = await comment(other);
  await poll();
  await poll();
  const expected = [`created comment ${first}`, `created comment ${second}`];
  for (const reader of [all, there, comments]) expect(reader.whats()).toEqual(expected);
  expect(ofTrack.whats()).toEqual([`created comment ${first}`]);
  await makeTrack(ann);
  await poll();
  expect([comments.whats(), ofTrack.whats(), all.whats().length]).toEqual([[], [], 1]);
});

test('a user is followed in everything that they make, also by those who were away', async () => {
  const ben = await asMember(world);
  const track = await makeTrack(ben);
  const since = String(await numberChanges(world));
  const ofBen = await listen(`userid=${ben.viewer.userId}`);
  const comments = await listen(`userid=${ben.viewer.userId}&kinds=comment`);
  const byBen = await makeComment(world, { trackId: track, userId: ben.viewer.userId, text: 'Mine' });
  const byAnn = await comment(track);
  const own = await makeTrack(ben);
  await poll();
  const expected = [`created comment ${byBen}`, `created track ${own}`];
  expect([ofBen.whats(), comments.whats()]).toEqual([expected, expected.slice(0, 1)]);
  expect((await listen(`userid=${ben.viewer.userId}`, since)).whats()).toEqual(expected);
  expect((await listen(`userid=${ann.viewer.userId}`, since)).whats()).toEqual([`created comment ${byAnn}`]);
});

test('a search is followed: tracks that it finds after the change, of all pages of one statement', async () => {
  const searching = await listen('search=name:zebra');
  const both = await listen(`search=name:zebra&userid=${ann.viewer.userId}`);
  const ben = await asMember(world);
  await makeTrack(ben, { name: 'Another' });
  const found = await makeTrack(ben, { name: 'Zebra crossing' });
  const mine = await makeTrack(ann, { name: 'My zebra' });
  await comment(found);
  await poll();
  expect(searching.whats()).toEqual([`created track ${found}`, `created track ${mine}`]);
  expect(both.whats()).toEqual([`created track ${mine}`]);
  expect((await listen(`search=id:${found}`)).whats()).toEqual([]);
  expect((await send('search=length:x')).status).toBe(400);
  expect((await send('userid=x')).status).toBe(400);
});

test('different searches of one process are bounded, equal ones are one', async () => {
  const { searches } = listenerBounds;
  const follow = (n: number, word: string) => {
    const client = new Client(seenFrom(world, { viewer: visitor }), app.routes);
    client.address = `10.0.${n}.1`;
    return client.send('GET', `/api/events?search=${word}`);
  };
  for (let n = 0; n < searches; n++) {
    const { body, status } = await follow(n, `word${n}`);
    expect(status).toBe(200);
    onTestFinished(() => void (body as Readable).destroy());
  }
  expect((await follow(200, 'another')).status).toBe(503);
  const { status, body } = await follow(201, 'word1');
  expect(status).toBe(200);
  onTestFinished(() => void (body as Readable).destroy());
});

test('a client that was away gets what it has missed, also while others listen', async () => {
  const track = await makeTrack(ann);
  const before = await listen();
  const one = await comment(track);
  await poll();
  const [[lastId = ''] = []] = before.events();
  before.stream.destroy();
  const two = await comment(track);
  const others = await listen();
  const three = await comment(track);
  const again = await listen('', lastId);
  const four = await comment(track);
  await poll();
  expect(again.whats()).toEqual([two, three, four].map((id) => `created comment ${id}`));
  expect(others.whats()).toEqual([three, four].map((id) => `created comment ${id}`));
  expect(one).toBeLessThan(two);
  expect((await send('', '0')).status).toBe(410);
  expect((await send('', 'x')).status).toBe(400);
});

test('one address has a bounded number of streams, and a stream that is closed makes room', async () => {
  const readers: Reader[] = [];
  for (let n = 0; n < listenerBounds.each; n++) readers.push(await listen());
  expect((await send('')).status).toBe(429);
  const closed = new Promise((resolve) => readers[0]?.stream.once('close', resolve));
  readers[0]?.stream.destroy();
  await closed;
  await listen();
});

test('a number of the future, such as that of a log before a restore, continues at the end and stops nobody', async () => {
  const fresh = await testCtx({ db, site: 'tmnf' });
  const track = await makeTrack(ann);
  const ahead = await listen('', String(Number.MAX_SAFE_INTEGER), fresh);
  const other = await listen('', undefined, fresh);
  const said = [`created comment ${await comment(track)}`];
  await eventsOf(fresh).poll();
  expect([ahead.whats(), other.whats()]).toEqual([said, said]);
  for (const wrong of ['-1', '1.5', '1e3', '9'.repeat(17), 'NaN'])
    expect([wrong, (await send('', wrong, fresh)).status]).toEqual([wrong, 400]);
});

test('a client that missed more than a stream holds gets all of it as it reads, and then what happens', async () => {
  const missed = 6000;
  const since = await numberChanges(world);
  await sql`insert into public_change_pending (site, kind, id, parent_id, was_public, is_public)
    select 'tmnf', 'comment', n, 1, false, true from generate_series(1000001, ${sql.lit(1_000_000 + missed)}) n`.execute(
    acrossSites(db, 'the log is for all editions'),
  );
  const track = await makeTrack(ann);
  const reader = await listen('', String(since));
  expect(reader.stream.readableLength).toBeLessThan(mostUnread);
  const seen: string[] = [];
  await expect
    .poll(() => {
      seen.push(...reader.whats());
      return seen.at(-1);
    })
    .toBe(`created track ${track}`);
  expect([seen.length, new Set(seen).size]).toEqual([missed + 1, missed + 1]);
  const next = await comment(track);
  await expect
    .poll(async () => {
      await poll();
      return reader.whats();
    })
    .toEqual([`created comment ${next}`]);
});

test('a client that leaves while it catches up is forgotten', async () => {
  const fresh = await testCtx({ db, site: 'tmnf' });
  const events = eventsOf(fresh);
  const pending = send(`since=${await numberChanges(world)}`, undefined, fresh);
  await expect.poll(() => events.size).toBe(1);
  const { body } = await pending;
  (body as Readable).destroy();
  await expect.poll(() => events.size).toBe(0);
});

test('a process has a bounded number of streams: one more is refused until one is closed', async () => {
  const fresh = await testCtx({ db, site: 'tmnf' });
  const bounds = listenerBounds as { all: number };
  const { all } = listenerBounds;
  bounds.all = 25;
  onTestFinished(() => {
    bounds.all = all;
  });
  const follow = async (n: number) => {
    const client = new Client(seenFrom(fresh, { viewer: visitor }), app.routes);
    client.address = `10.1.${n}.1`;
    const { status, body, headers } = await client.send('GET', '/api/events');
    if (body instanceof Readable) onTestFinished(() => void body.destroy());
    return { status, body, headers };
  };
  const [first, ...others] = await Promise.all(Array.from({ length: 25 }, (_, n) => follow(n)));
  for (const { status } of others) expect(status).toBe(200);
  expect((await follow(25)).status).toBe(503);
  if (!(first?.body instanceof Readable)) throw new Error('The response is no stream.');
  first.body.destroy();
  await expect.poll(() => eventsOf(fresh).size).toBe(24);
  expect((await follow(25)).status).toBe(200);
  expect((await follow(26)).status).toBe(503);
});

test('a stream that is opened while the process begins to stop ends, too', async () => {
  const stopping = await testCtx({ db, site: 'tmnf' });
  const selection = { wants: () => true, userId: null, search: null };
  const opening = eventsOf(stopping).listen(stopping, { since: await numberChanges(world), selection });
  stopping.health.drain();
  const stream = await opening;
  const ended = new Promise((resolve) => stream.once('end', resolve));
  stream.resume();
  await ended;
});

test('streams end when the process is about to stop', async () => {
  const stopping = await testCtx({ db, site: 'tmnf' });
  const { stream } = await listen('', undefined, stopping);
  stopping.health.drain();
  const ended = new Promise((resolve) => stream.once('end', resolve));
  stream.resume();
  await ended;
  expect((await send('', undefined, stopping)).status).toBe(503);
});
