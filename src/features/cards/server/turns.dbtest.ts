import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { Problem } from '#platform/http/problem.ts';
import { FairLane, type LaneSender } from '#platform/lanes/fair-lane.ts';
import type { PictureEngine } from '#platform/pictures/engine.ts';
import { sharpTools } from '#platform/pictures/sharp-tools.ts';
import { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { measured } from '#testing/pictures.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { cardRoutes } from './endpoints.ts';
import { removeOldCards } from './jobs.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await asMember(world);

const refusal = () => new Problem(503, 'Too many pictures are being drawn.', { retryAfterSeconds: 5 });

/** An engine with one place and thirty to wait, whose turns begin when the test says so. */
function staged() {
  const lane = new FairLane({ width: 1, waiting: 30, refusal });
  const begin = Promise.withResolvers<void>();
  const asked: LaneSender[] = [];
  const drawn: string[] = [];
  const take: PictureEngine['take'] = (sender, work) => {
    asked.push(sender);
    return lane.run(sender, async () => {
      await begin.promise;
      const tools = sharpTools();
      return work({
        ...tools,
        card(drawing) {
          drawn.push(sender.client ?? 'background');
          return tools.card(drawing);
        },
      });
    });
  };
  const pictures: PictureEngine = { take, close: async () => {} };
  const clientAt = (address: string) =>
    Object.assign(new Client({ ...world, pictures }, cardRoutes), { address });
  return { asked, drawn, begin: begin.resolve, clientAt };
}

const stored = (id: number) =>
  db
    .selectFrom('card')
    .where('site', '=', 'tmnf')
    .where('subject_id', '=', id)
    .select(['width', 'sha256'])
    .orderBy('width')
    .execute();

test('all widths of a card are stored when one is drawn, and take no picture work afterwards', async () => {
  const id = await makeTrack(ann);
  const { asked, drawn, begin, clientAt } = staged();
  const client = clientAt('192.0.2.1');
  begin();
  for (const [query, wanted] of [
    ['?w=600', 600],
    ['?w=600', 600],
    ['', 1200],
    ['?w=300', 300],
    ['?w=299', 1200],
    ['?w=601', 1200],
    ['?w=1e3', 1200],
  ] as const) {
    const { status, body } = await client.send('GET', `/trackcard/${id}.jpg${query}`);
    expect(status, query).toBe(200);
    const { format, width, height } = await measured(await buffer(body as Readable)); // as the endpoint sends it
    expect({ format, width, height }, query).toEqual({
      format: 'jpeg',
      width: wanted,
      height: Math.round(wanted * 0.525),
    });
  }
  expect(drawn).toHaveLength(1);
  expect(asked).toHaveLength(1);
  expect((await stored(id)).map(({ width }) => width)).toEqual([300, 600, 1200]);
  world.clock.forward({ days: 30, seconds: 1 });
  await removeOldCards(world);
  expect(await stored(id)).toEqual([]);
});

test('requests for the same card share one drawing, of one client or of several', async () => {
  const id = await makeTrack(ann);
  const { asked, drawn, begin, clientAt } = staged();
  const clients = ['192.0.2.1', '203.0.113.9'].map((address) => clientAt(address));
  const answers = clients.flatMap((client) =>
    Array.from({ length: 40 }, () => client.send('GET', `/trackcard/${id}.jpg?w=600`)),
  );
  await vi.waitUntil(() => asked.length === 2);
  begin();
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(asked).toHaveLength(2); // one turn for each client
  expect(drawn).toHaveLength(1);
});

test('31 undrawn cards of one client neither refuse nor delay the card of another', async () => {
  const ids = await Promise.all(Array.from({ length: 32 }, () => makeTrack(ann)));
  const [own, ...others] = ids;
  const { asked, drawn, begin, clientAt } = staged();
  const greedy = clientAt('192.0.2.1');
  const waiting = others.map((id) => greedy.send('GET', `/trackcard/${id}.jpg`));
  await vi.waitUntil(() => asked.length === 31);
  const answer = clientAt('203.0.113.9').send('GET', `/trackcard/${own}.jpg`);
  await vi.waitUntil(() => asked.length === 32);
  begin();
  expect((await answer).status).toBe(200);
  const statuses = (await Promise.all(waiting)).map(({ status, problem }) => problem?.status ?? status);
  expect(statuses.filter((status) => status === 503)).toHaveLength(1);
  expect(drawn.indexOf('network 203.0.113.9')).toBe(1);
});

test('a client that leaves takes its card out of the queue, but not that of another client', async () => {
  const [first, second] = [await makeTrack(ann), await makeTrack(ann)];
  const { asked, drawn, begin, clientAt } = staged();
  const left = new AbortController();
  const running = clientAt('192.0.2.1').send('GET', `/trackcard/${first}.jpg`);
  await vi.waitUntil(() => asked.length === 1);
  const leaving = Object.assign(clientAt('192.0.2.2'), { signal: left.signal }).send(
    'GET',
    `/trackcard/${second}.jpg`,
  );
  const staying = clientAt('192.0.2.3').send('GET', `/trackcard/${second}.jpg`);
  await vi.waitUntil(() => asked.length === 3);
  left.abort();
  expect((await leaving).problem?.status).toBe(503);
  begin();
  expect((await running).status).toBe(200);
  expect((await staying).status).toBe(200);
  expect(drawn).toEqual(['network 192.0.2.1', 'network 192.0.2.3']);
});
