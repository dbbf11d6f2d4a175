import { expect, test } from 'vitest';
import { FairQueue, type FairQueueOptions } from './fair-queue.ts';

/** A queue on a clock that tests move, with a record of who has a place. */
function world(options: Partial<FairQueueOptions<string>> = {}) {
  let now = 0;
  const queue = new FairQueue<string>({ places: 1, placesEach: 1, now: () => now, ...options });
  const started: string[] = [];
  const refused: string[] = [];
  const leaves = new Map<string, () => void>();
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    queue,
    started,
    refused,
    pass: (ms: number) => {
      now += ms;
    },
    /** `name` is the client, then anything that tells its requests apart */
    async enter(name: string, how: Parameters<typeof queue.enter>[1] = {}) {
      queue.enter(name.split(' ')[0] ?? '', how).then(
        (leave) => {
          started.push(name);
          leaves.set(name, leave);
        },
        (error: Error) => refused.push(`${name}: ${error.constructor.name}`),
      );
      await settle();
    },
    async leave(name: string) {
      leaves.get(name)?.();
      await settle();
    },
  };
}

/** Runs all that wait, each for `ms`, and returns the order. */
async function drain(at: ReturnType<typeof world>, ms = 10): Promise<string[]> {
  const from = at.started.length;
  for (let done = from - 1; done < at.started.length; done++) {
    at.pass(ms);
    await at.leave(at.started[done] ?? '');
  }
  return at.started.slice(from);
}

test('a place is free at once, then requests wait', async () => {
  const at = world({ places: 2, placesEach: 2 });
  await at.enter('a 1');
  await at.enter('a 2');
  await at.enter('a 3');
  expect(at.started).toEqual(['a 1', 'a 2']);
  await at.leave('a 1');
  expect(at.started).toEqual(['a 1', 'a 2', 'a 3']);
  await at.leave('a 1');
  expect([at.queue.running, at.queue.waiting]).toEqual([2, 0]);
});

test('a client uses no more than its places, although others are free', async () => {
  const at = world({ places: 3, placesEach: 2 });
  for (const name of ['a 1', 'a 2', 'a 3', 'b 1']) await at.enter(name);
  expect(at.started).toEqual(['a 1', 'a 2', 'b 1']);
  await at.leave('b 1');
  expect(at.started).toHaveLength(3);
  await at.leave('a 1');
  expect(at.started.at(-1)).toBe('a 3');
});

test('clients take turns, however many requests one of them has sent before', async () => {
  const at = world();
  for (let n = 1; n <= 5; n++) await at.enter(`greedy ${n}`);
  at.pass(10);
  await at.enter('x 1');
  await at.enter('y 1');
  expect(await drain(at)).toEqual(['x 1', 'y 1', 'greedy 2', 'greedy 3', 'greedy 4', 'greedy 5']);
});

test('who used less goes first, not who sent less', async () => {
  const at = world();
  await at.enter('heavy 1');
  at.pass(1000);
  await at.enter('heavy 2');
  for (let n = 1; n <= 3; n++) await at.enter(`light ${n}`);
  expect(await drain(at, 5)).toEqual(['light 1', 'light 2', 'light 3', 'heavy 2']);
});

test('time that others use up is not a client’s work', async () => {
  const at = world({ places: 5, placesEach: 4 });
  // both are there for 100 ms; for `shared`, four others of one client run at the same time
  for (const name of ['shared', 'crowd 1', 'crowd 2', 'crowd 3', 'crowd 4']) await at.enter(name);
  at.pass(100);
  for (const name of ['shared', 'crowd 1', 'crowd 2', 'crowd 3', 'crowd 4']) await at.leave(name);
  await at.enter('alone');
  at.pass(25);
  await at.leave('alone');
  for (let n = 1; n <= 5; n++) await at.enter(`filler-${n}`);
  await at.enter('alone 2');
  await at.enter('shared 2');
  await at.leave('filler-1');
  expect(at.started.at(-1)).toBe('shared 2');
});

test('work is forgotten, and nobody waits for ever', async () => {
  const at = world();
  await at.enter('heavy 1');
  at.pass(2000);
  await at.leave('heavy 1');
  await at.enter('other 1');
  await at.enter('heavy 2');
  // a stream of new clients, each before its turn
  for (let n = 0; n < 400 && !at.started.includes('heavy 2'); n++) {
    await at.enter(`new-${n}`);
    at.pass(100);
    await at.leave(at.started.at(-1) ?? '');
  }
  expect(at.started).toContain('heavy 2');
});

test('the newest request of the client with the most waiting is refused, and only when too many wait', async () => {
  const at = world({ maxWaiting: 4 });
  for (const name of ['a 1', 'a 2', 'a 3', 'a 4', 'b 1']) await at.enter(name);
  expect([at.refused, at.queue.waiting]).toEqual([[], 4]);
  await at.enter('b 2');
  expect(at.refused).toEqual(['a 4: QueueFull']);
  await at.enter('c 1');
  expect(at.refused).toEqual(['a 4: QueueFull', 'a 3: QueueFull']);
  expect(at.queue.waiting).toBe(4);
});

test('the request that is about to wait is refused if its client has the most', async () => {
  const at = world({ maxWaiting: 3 });
  for (const name of ['b 1', 'a 1', 'a 2', 'b 2']) await at.enter(name);
  await at.enter('a 3');
  expect(at.refused).toEqual(['a 3: QueueFull']);
  expect(at.queue.waiting).toBe(3);
});

test('a client that left waits no longer', async () => {
  const at = world();
  const [stays, leaves, left] = [new AbortController(), new AbortController(), new AbortController()];
  left.abort();
  await at.enter('a 1');
  await at.enter('b 1', { signal: leaves.signal });
  await at.enter('b 2', { signal: stays.signal });
  await at.enter('b 3', { signal: left.signal });
  leaves.abort();
  await at.enter('c 1');
  expect([at.refused, at.queue.waiting]).toEqual([['b 3: Error', 'b 1: Error'], 2]);
  await at.leave('a 1');
  stays.abort();
  expect(at.started).toEqual(['a 1', 'b 2']);
});

test('a request that had a place goes before others of its client and is never refused', async () => {
  const at = world({ maxWaiting: 2 });
  for (const name of ['b 1', 'a 1', 'a 2']) await at.enter(name);
  await at.enter('a 0', { since: 0 });
  await at.enter('c 1');
  expect(at.refused).toEqual(['a 2: QueueFull']);
  await at.leave('b 1');
  expect(at.started.at(-1)).toBe('a 0');
});

test('a lifted client may use every place, its work does not count, and others are refused before it', async () => {
  const at = world({ places: 3, placesEach: 1, maxWaiting: 3, isLifted: (client) => client === 'school' });
  for (let n = 1; n <= 5; n++) await at.enter(`school ${n}`);
  expect(at.started).toHaveLength(3);
  await at.enter('a 1');
  await at.enter('school 6');
  expect(at.refused).toEqual(['a 1: QueueFull']);
  at.pass(1000);
  await at.enter('b 1');
  await at.leave('school 1');
  expect(at.started.at(-1)).toBe('school 4');
});

test('nothing is stored about clients that are done', async () => {
  const at = world({ places: 2 });
  for (const name of ['a 1', 'b 1', 'a 2']) await at.enter(name);
  expect([...at.queue.states()]).toEqual([
    { client: 'a', running: 1, waiting: 1 },
    { client: 'b', running: 1, waiting: 0 },
  ]);
  for (const name of ['a 1', 'a 2', 'b 1']) await at.leave(name);
  expect([...at.queue.states()]).toEqual([]);
});
